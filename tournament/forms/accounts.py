"""Forms of accounts: log in, found, join, passwords."""

from __future__ import annotations

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from tournament.models import User

LONGEST_PASSWORD = 200
_PASSWORD_HELP = _("At least eight characters, not only digits.")


def _new_password() -> forms.CharField:
    return forms.CharField(
        label=_("Password"),
        help_text=_PASSWORD_HELP,
        strip=False,
        max_length=LONGEST_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=True),
    )


class LoginForm(AuthenticationForm):
    """User name and password; Django's own check, in our words."""

    error_messages = {
        "invalid_login": _("User name and password do not match. Capital letters matter in the password."),
        "inactive": _("This account is switched off."),
    }

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")
        self.fields["password"].label = _("Password")
        # Django sets the length for browsers alone; what no account can have is not tried and not written down.
        for name, most in (("username", 150), ("password", LONGEST_PASSWORD)):
            self.fields[name].validators.append(MaxLengthValidator(most))


class NewAccountForm(forms.Form):
    """A new account; the e-mail address is for a forgotten password only."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    email = forms.EmailField(
        label=_("E-mail"), required=False, help_text=_("For a forgotten password, if this site can send e-mail.")
    )

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"] = _new_password()
        self.order_fields(["username", "password", "email"])


class AccountForm(forms.ModelForm):
    """What one may change of one's own account."""

    class Meta:
        model = User
        fields = ["first_name", "email"]
        labels = {"first_name": _("Shown name"), "email": _("E-mail")}


class ChangePasswordForm(forms.Form):
    """A new password for who knows the old one."""

    old = forms.CharField(
        label=_("Password until now"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"] = _new_password()
        self.fields["password"].label = _("New password")


class ResetForm(forms.Form):
    """The new password at the other end of a reset link."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"] = _new_password()
        self.fields["password"].label = _("New password")


class AskResetForm(forms.Form):
    """Whose password is forgotten."""

    email = forms.EmailField(label=_("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
