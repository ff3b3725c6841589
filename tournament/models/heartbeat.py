"""When periodic work was last done."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """A periodic task by its name, and when it last ran to its end."""

    task = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.task
