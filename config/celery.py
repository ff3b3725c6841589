"""The Celery application, and tasks on one in-process thread where no broker is configured."""

from __future__ import annotations

import atexit
import os
import threading
from concurrent.futures import Future, ThreadPoolExecutor

from celery import Celery
from celery.contrib.django.task import DjangoTask
from django.db import close_old_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class Background:
    """One worker thread a lane, started on first use (so after a fork) and drained at exit.

    A task with a `lane` of its own does not keep the others waiting while it takes its seconds.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pools: dict[str, ThreadPoolExecutor] = {}
        self._pid = 0

    def submit(self, task: Task, args: tuple, kwargs: dict) -> Future:
        """Queue one run of `task`; the future holds Celery's result of it."""
        lane = task.lane or "tasks"
        with self._lock:
            if self._pid != os.getpid():
                self._pools, self._pid = {}, os.getpid()
            if lane not in self._pools:
                self._pools[lane] = ThreadPoolExecutor(1, lane)
                atexit.register(self._pools[lane].shutdown, wait=True)
            return self._pools[lane].submit(self._run, task, args, kwargs)

    @staticmethod
    def _run(task: Task, args: tuple, kwargs: dict) -> object:
        close_old_connections()
        try:
            return task.apply(args, kwargs, throw=False)  # Celery logs the traceback of a failure
        finally:
            close_old_connections()


background = Background()


class Task(DjangoTask):
    """Base of every task: goes to the broker where there is one, else to the thread of this process."""

    abstract = True
    lane = ""

    def apply_async(self, args=None, kwargs=None, **options):
        """Queue the task; in process a delay is refused, because nothing would survive a restart."""
        if self.app.conf.get("task_in_process") and not self.app.conf.task_always_eager:
            if options.get("countdown") or options.get("eta"):
                raise RuntimeError("delayed tasks need a broker; let the sweep do it")
            return background.submit(self, tuple(args or ()), dict(kwargs or {}))
        return super().apply_async(args, kwargs, **options)


app = Celery("banfeng", task_cls=Task)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
