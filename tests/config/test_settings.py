"""What an installation can set in its environment, seen from outside, in a process of its own."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys

import pytest

SHOW = """
import json, sys, warnings
from django.conf import settings
from config.celery import app
values = {name: getattr(settings, name, None) for name in sys.argv[1:]}
values["in_process"] = app.conf.task_in_process
values["broker"] = app.conf.broker_url
print(json.dumps(values, default=str))
"""


@pytest.fixture
def configured(tmp_path):
    """Return the settings named, as a process with this environment sees them."""

    def read(*names: str, **environment: str) -> dict:
        command = [sys.executable, "-W", "error", "-c", SHOW, *names]
        base = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
        done = subprocess.run(command, env=base | environment, check=True, capture_output=True, text=True)
        return json.loads(done.stdout)

    return read


def test_with_nothing_set_it_is_sqlite_beside_the_data_and_tasks_in_process(configured, tmp_path):
    values = configured("DATABASES", "CACHES", "DEBUG", "ALLOWED_HOSTS")
    assert values["DATABASES"]["default"]["NAME"] == str(tmp_path / "db.sqlite3")
    assert values["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in values["DATABASES"]["default"]["OPTIONS"]["init_command"]
    assert values["CACHES"]["default"]["BACKEND"].endswith("LocMemCache")
    assert values["DEBUG"] is False
    assert values["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert values["in_process"] is True


def test_two_addresses_alone_switch_to_postgresql_and_redis(configured):
    values = configured(
        "DATABASES", "CACHES", DATABASE_URL="postgres://u@db.example:5433/banfeng", REDIS_URL="redis://r.example:6379/1"
    )
    database = values["DATABASES"]["default"]
    assert (database["ENGINE"], database["HOST"], database["PORT"]) == (
        "django.db.backends.postgresql",
        "db.example",
        5433,
    )
    assert database["CONN_HEALTH_CHECKS"] is True
    assert values["CACHES"]["default"]["BACKEND"].endswith("RedisCache")
    assert values["in_process"] is False
    assert values["broker"] == "redis://r.example:6379/1"


def test_the_secret_key_is_made_once_kept_for_the_owner_alone_and_overridden_by_the_environment(configured, tmp_path):
    first = configured("SECRET_KEY")["SECRET_KEY"]
    assert len(first) >= 50
    assert configured("SECRET_KEY")["SECRET_KEY"] == first
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert configured("SECRET_KEY", SECRET_KEY="given")["SECRET_KEY"] == "given"


def test_one_switch_turns_on_everything_that_needs_a_certificate(configured):
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS")
    assert not any(configured(*names)[name] for name in names)
    assert all(configured(*names, HTTPS="1")[name] for name in names)


def test_a_proxy_is_believed_only_where_there_is_one(configured, rf, settings):
    from config.clients import address

    request = rf.get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="1.1.1.1, 2.2.2.2")
    settings.PROXY_COUNT = 0
    assert address(request) == "10.0.0.1"
    settings.PROXY_COUNT = 1
    assert address(request) == "2.2.2.2"
    assert configured("SECURE_PROXY_SSL_HEADER")["SECURE_PROXY_SSL_HEADER"] is None
    assert configured("SECURE_PROXY_SSL_HEADER", PROXY_COUNT="1")["SECURE_PROXY_SSL_HEADER"]


def test_mail_is_sent_only_where_a_server_is_named(configured):
    assert configured("EMAIL_BACKEND")["EMAIL_BACKEND"].endswith("dummy.EmailBackend")
    values = configured("EMAIL_BACKEND", "EMAIL_HOST", EMAIL_URL="smtp://mail.example:25")
    assert values["EMAIL_HOST"] == "mail.example"
    assert values["EMAIL_BACKEND"].endswith("smtp.EmailBackend")
