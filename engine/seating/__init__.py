"""Who sits where: wind draw, fixed schedules, ranked rounds, quality report."""
