"""`make cluster`: PostgreSQL, Redis, a worker, a beat and two web servers on this machine, to try scale-out by hand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tools import services

ROOT = Path(__file__).resolve().parent.parent
WEB_SERVERS = 2


def start(stack: ExitStack, folder: Path) -> list[str]:
    """Start everything; return the addresses of the web servers. Leaving the stack stops exactly what was started."""
    environment = os.environ | {
        "DATA_DIR": str(folder / "data"),
        "DATABASE_URL": stack.enter_context(services.postgresql(folder / "postgresql", "banfeng")),
        "REDIS_URL": stack.enter_context(services.redis(folder / "redis")),
    }
    setting = {"cwd": ROOT, "env": environment}
    # One of them makes the secret key that all share.
    subprocess.run([sys.executable, "manage.py", "prepare"], check=True, **setting)
    celery = [sys.executable, "-m", "celery", "-A", "config", "-q"]
    worker = [*celery, "worker", "-l", "INFO", "-c", "2", "--without-gossip", "--without-mingle"]
    stack.enter_context(services.running(worker, log=folder / "worker.log", **setting))
    beat = [*celery, "beat", "-l", "INFO", "--schedule", str(folder / "beat"), "--pidfile", ""]
    stack.enter_context(services.running(beat, log=folder / "beat.log", **setting))
    addresses = []
    for number in range(WEB_SERVERS):
        port = services.free_port()
        web = [sys.executable, "-m", "gunicorn", "config.wsgi", "-b", f"127.0.0.1:{port}", "-w", "2", "--threads", "4"]
        web += ["--no-control-socket", "--timeout", "60"]
        process = stack.enter_context(services.running(web, log=folder / f"web{number}.log", **setting))
        services.wait_until(lambda port=port: services.listens(port), process)
        addresses.append(f"http://127.0.0.1:{port}/")
    print(
        f"DATABASE_URL={environment['DATABASE_URL']}\nREDIS_URL={environment['REDIS_URL']}\nDATA_DIR={folder / 'data'}"
    )
    return addresses


def main() -> int:
    """Run the cluster until Ctrl-C."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banfeng-cluster-")))
        folder.chmod(0o755)
        try:
            addresses = start(stack, folder)
            print(
                f"Banfeng is at  {'  and  '.join(addresses)}\nLogs: {folder}/*.log. Ctrl-C stops everything.",
                flush=True,
            )
            while True:
                time.sleep(3600)
        except services.Missing as missing:
            print(f"Not installed: {missing}")
            return 1
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # impatience must not leave half of it running
            return 0


if __name__ == "__main__":
    sys.exit(main())
