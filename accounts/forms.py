"""Forms of accounts, among them allauth's with other words."""

from typing import TYPE_CHECKING, Any

from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
    SignupForm,
)
from allauth.account.internal.templatekit import get_entrance_context_data
from django import forms
from django.conf import settings
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.translation import get_language_info, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Privacy, Scope, User
from accounts.models.tokens import NAME_LENGTH
from accounts.permissions import may_edit_profile
from accounts.services.names import ABOUT_MAX, USERNAME_MAX, clean_about, clean_display_name
from accounts.services.people import NAME_TAKEN, looks_taken
from accounts.services.tokens import DAYS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

GOOD_PASSWORD = _("At least 8 characters; a few words in a row are good.")


class SignInForm(LoginForm):  # type: ignore[misc]  # a library without types
    remember = forms.BooleanField(label=_("Stay signed in"), required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Username or e-mail address")
        login.widget.attrs.update(
            autocomplete="username", autocapitalize="none", spellcheck="false"
        )
        self.fields["password"].help_text = ""

    def user_credentials(self) -> dict[str, str]:
        """Look an e-mail address up once, not as a username too: the time would show a stranger."""
        credentials: dict[str, str] = super().user_credentials()
        if "email" in credentials:
            credentials.pop("username", None)
        return credentials


class SignUpForm(SignupForm):  # type: ignore[misc]  # a library without types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        username = self.fields["username"]
        username.help_text = _(
            "3 to %(max)d letters, digits, “_” or “-”. Others see it; you can add a display name."
        ) % {"max": USERNAME_MAX}
        username.widget.attrs.update(autocapitalize="none", spellcheck="false", minlength="3")
        # validate_username checks the length, with a better message.
        username.validators = [
            check for check in username.validators if not isinstance(check, MaxLengthValidator)
        ]
        email = self.fields["email"]
        email.label = _("E-mail address")
        email.help_text = _("For a new password when you need one. Others never see it.")
        self.fields["password1"].help_text = GOOD_PASSWORD

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The new account; or the form again, where somebody took the name in this very moment."""
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            self.add_error("username", name_taken())
            context = {**get_entrance_context_data(request), "form": self}
            return None, render(request, "account/signup.html", context)
        return user, response


class GuestConversionForm(SignUpForm):
    """Name, address and password that turn a guest's account into a lasting one."""


class SiteLabels:
    """The same labels for the same field in all forms of allauth."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words: dict[str, tuple[StrOrPromise, StrOrPromise]] = {
            "email": (_("E-mail address"), ""),
            "password": (_("Your password"), ""),
            "oldpassword": (_("Current password"), ""),
            "password1": (_("New password"), GOOD_PASSWORD),
            "password2": (_("New password once more"), ""),
        }
        for name, field in self.fields.items():
            if name in words:
                field.label, field.help_text = words[name]


class NewEmailForm(SiteLabels, AddEmailForm): ...  # type: ignore[misc]


class NewPasswordForm(SiteLabels, ChangePasswordForm): ...  # type: ignore[misc]


class FirstPasswordForm(SiteLabels, SetPasswordForm): ...  # type: ignore[misc]


class ForgottenPasswordForm(SiteLabels, ResetPasswordForm): ...  # type: ignore[misc]


class ForgottenPasswordKeyForm(SiteLabels, ResetPasswordKeyForm): ...  # type: ignore[misc]


class ProveItForm(SiteLabels, ReauthenticateForm): ...  # type: ignore[misc]


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # takes none at run time
    language = forms.ChoiceField(label=_("Language"), required=False)

    class Meta:
        model = User
        fields = ["display_name", "about", "language"]
        widgets = {"about": forms.Textarea(attrs={"rows": 4, "maxlength": ABOUT_MAX})}
        labels = {"display_name": _("Display name"), "about": _("About you")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].choices = [  # type: ignore[attr-defined]
            ("", _("As my browser says")),
            *((code, own_name(code)) for code, _name in settings.LANGUAGES),
        ]
        self.fields["display_name"].help_text = _(
            "What others read at the table. Left empty, it is your username."
        )
        self.fields["display_name"].widget.attrs["autocomplete"] = "nickname"
        self.fields["about"].help_text = _("A line or two on your page, if you like.")
        if not may_edit_profile(self.instance):
            for name in ("display_name", "about"):
                self.fields[name].widget.attrs["readonly"] = True

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        # A name from before a rule may stay, so that the rest can still be changed.
        if "display_name" not in self.changed_data:
            return name
        return free_display_name(name, self.instance.pk)

    def refuse_name(self) -> None:
        """Somebody took the name in this very moment."""
        self.add_error("display_name", name_taken())

    def clean_about(self) -> str:
        return clean_about(self.cleaned_data["about"])


def free_display_name(typed: str, owner: int) -> str:
    """The display name to be stored; ValidationError where it looks like somebody else's."""
    name = clean_display_name(typed)
    if name and looks_taken(name, owner):
        raise name_taken()
    return name


def name_taken() -> ValidationError:
    return ValidationError(NAME_TAKEN, code="taken")


class PrivacyForm(forms.ModelForm):  # type: ignore[type-arg]  # takes none at run time
    # A form with a field named “matches” has no method of that name, which htmx calls.
    prefix = "shown"

    class Meta:
        model = Privacy
        fields = ["ratings", "matches", "reliability", "online", "playing", "watching"]
        widgets = dict.fromkeys(fields, forms.RadioSelect)
        help_texts = {
            "ratings": _("How your ratings went. Your place on a ladder is seen by everybody."),
            "matches": _(
                "What you have played, your places and whom you met. A public match still stands "
                "in the list of everyone’s, but is not found there by your name."
            ),
            "reliability": _("How often you play to the end, and how long you think."),
            "online": _(
                "In lists of people, while a page of yours is open. Friends are those who follow "
                "you and whom you follow."
            ),
            "playing": _(
                "The match you are in, if it is public, and that you look for one. Only for those "
                "who see that you are here."
            ),
            "watching": _(
                "The public match of others that you look at. Only for those who see that you are "
                "here."
            ),
        }


def own_name(code: str) -> str:
    """The name of a language in that language."""
    name: str = get_language_info(code)["name_local"]
    return name[:1].upper() + name[1:]


class UserCreation(AdminUserCreationForm):  # type: ignore[type-arg]  # takes none at run time
    class Meta:
        model = User
        fields = ("username", "email")

    def clean_username(self) -> str:
        username: str = super().clean_username()
        # It is none where Django refused it already.
        if username and looks_taken(username):
            raise name_taken()
        return username


class UserChange(UserChangeForm):  # type: ignore[type-arg]  # takes none at run time
    class Meta:
        model = User
        fields = "__all__"

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if "username" in self.changed_data and looks_taken(username, self.instance.pk):
            raise name_taken()
        return username

    def clean_display_name(self) -> str:
        typed: str = self.cleaned_data["display_name"]
        if "display_name" not in self.changed_data:
            return typed
        return free_display_name(typed, self.instance.pk)


class TokenForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    scopes = forms.MultipleChoiceField(
        label=_("It may"), required=False, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(label=_("Until"), coerce=int, initial=90)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = _("For yourself: which program, and where it runs.")
        self.fields["scopes"].help_text = _(
            "Every program may read what you may see: your own cards too."
        )
        self.fields["scopes"].choices = [  # type: ignore[attr-defined]
            (scope.value, format_html("{}<span class='help'>{}</span>", scope.label, words))
            for scope, words in SCOPE_WORDS.items()
        ]
        self.fields["days"].choices = [  # type: ignore[attr-defined]
            (days, ngettext("%(n)d day", "%(n)d days", days) % {"n": days}) for days in DAYS
        ]


class BotForm(forms.Form):
    key = forms.CharField(
        label=_("A token of whoever runs it"),
        max_length=100,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
    sure = forms.BooleanField(label=_("I mean it: this cannot be undone."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].help_text = _(
            "Made with your own account, not with this one: it shows who answers for the bot."
        )


SCOPE_WORDS = {
    Scope.PLAY: _("Move, take back, resign and call off."),
    Scope.CHALLENGE: _(
        "Open and join tables, search for opponents, challenge and answer challenges, follow."
    ),
    Scope.CHAT: _("Write at your tables."),
    Scope.HOST: _("Take part in evenings, and run those you hold."),
}
"""What a token may be made for besides reading."""
