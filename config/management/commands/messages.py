"""`manage.py messages`: brings the translation catalogues up to date with the code, or checks them."""

from __future__ import annotations

from pathlib import Path

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import messages


class Command(BaseCommand):
    """Extract the messages of code and templates."""

    help = "Bring locale/*/LC_MESSAGES/django.po up to date with the code (needs gettext)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the check."""
        parser.add_argument("--check", action="store_true", help="change nothing; fail where a translation is wanting")

    def handle(self, *args: object, check: bool, **options: object) -> None:
        """Update or check every catalogue."""
        found = messages.extract(settings.BASE_DIR)
        said = []
        for path in sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/django.po")):
            catalogue = polib.pofile(str(path), wrapwidth=0)
            if not check:
                catalogue = messages.merge(catalogue, found)
                catalogue.save(str(path))
            said += [f"{path.parts[-3]}: {complaint}" for complaint in messages.complaints(catalogue, found)]
        if check and said:
            raise CommandError("\n".join([*said, "Run `make messages`, then translate."]))
        self.stdout.write("\n".join([*said, f"{len(found)} messages"]))
