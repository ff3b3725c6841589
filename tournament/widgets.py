"""Form controls of the design system, and the renderer that makes every `{{ form }}` look like it."""

from __future__ import annotations

from django import forms
from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    """Renders forms and fields with the project's own templates."""

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"


class Filters(forms.RadioSelect):
    """Pick one of two to five short words, side by side; the plain `RadioSelect` is for sentences."""

    template_name = "components/widgets/filters.html"


class Stepper(forms.NumberInput):
    """A small whole number set with one finger; without a script an ordinary number field."""

    template_name = "components/widgets/stepper.html"
