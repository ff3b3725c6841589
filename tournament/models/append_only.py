"""The triggers that keep history append-only, on both databases."""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES = ("tournament_auditentry", "tournament_tableevent", "tournament_entryruling")
_FUNCTION = "tournament_append_only"


def install(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Refuse UPDATE and DELETE on the tables of history."""
    postgresql = schema_editor.connection.vendor == "postgresql"
    if postgresql:
        schema_editor.execute(
            f"CREATE OR REPLACE FUNCTION {_FUNCTION}() RETURNS trigger AS $$ BEGIN "
            "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$ LANGUAGE plpgsql",
            params=None,
        )
    for table in TABLES:
        for action in ("UPDATE", "DELETE"):
            name = f"{table}_no_{action.lower()}"
            if postgresql:
                body = f"FOR EACH ROW EXECUTE FUNCTION {_FUNCTION}()"
            else:
                body = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            schema_editor.execute(f"CREATE TRIGGER {name} BEFORE {action} ON {table} {body}", params=None)


def remove(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the triggers away again (a migration backwards, or a restore into an empty site)."""
    postgresql = schema_editor.connection.vendor == "postgresql"
    for table in TABLES:
        for action in ("update", "delete"):
            on = f" ON {table}" if postgresql else ""
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{action}{on}", params=None)
