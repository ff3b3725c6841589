"""Those who log in."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Somebody who logs in: an organiser, a referee or a scorer."""
