"""Runs the periodic tasks of Celery's beat schedule where there is no beat process."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from celery import Celery
from django.db import close_old_connections


@dataclass
class Due:
    """A periodic task and when, on the monotonic clock, it runs next."""

    task: str
    every: float
    at: float


class Timer:
    """Runs each task of a beat schedule (intervals in seconds) one after the other in the calling thread."""

    def __init__(self, app: Celery, schedule: Mapping[str, Mapping[str, object]], now: float) -> None:
        self._app = app
        self._due = [
            Due(str(entry["task"]), float(entry["schedule"]), now + float(entry["schedule"]))
            for entry in schedule.values()
        ]

    def run_due(self, now: float) -> tuple[str, ...]:
        """Run what is due at `now`; return the names of the tasks run. A failure is logged by Celery."""
        names = []
        for due in self._due:
            if due.at <= now:
                close_old_connections()
                self._app.tasks[due.task].apply(throw=False)
                due.at = now + due.every
                names.append(due.task)
        return tuple(names)

    def run_while(self, alive: Callable[[], bool], pause: float = 1.0) -> None:
        """Run what is due, again and again, until `alive` says no."""
        while alive():
            self.run_due(time.monotonic())
            time.sleep(pause)
