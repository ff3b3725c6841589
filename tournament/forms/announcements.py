"""The form of an announcement."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import moment
from tournament.models import Announcement
from tournament.services.announcements import FIELDS, LONGEST, TEXTS


def _text(label: Any) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3}))


class AnnouncementForm(forms.Form):
    """Words in one to three languages, and when they are shown."""

    zh_hant = _text(_("In Traditional Chinese"))
    zh_hans = _text(_("In Simplified Chinese"))
    en = _text(_("In English"))
    pinned = forms.BooleanField(label=_("Keep it on top"), required=False)
    publish_at = moment(_("Shown from"), _("Left empty, at once."))
    expires_at = moment(_("Shown until"), _("Left empty, until you withdraw it."))

    @staticmethod
    def initial_of(row: Announcement) -> dict[str, Any]:
        """Return the fields of an announcement as it is."""
        return {name: getattr(row, name) for name in FIELDS}

    @property
    def texts(self) -> dict[str, str]:
        """The words by language."""
        return {name: self.cleaned_data[name] for name in TEXTS}
