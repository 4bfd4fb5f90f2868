"""Forms of accounts, including allauth's with the site's labels."""

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
from accounts.services.sanctions import is_removed_name, username_to_sign_in
from accounts.services.tokens import DAYS
from accounts.shields import PARTS, Shield
from core.languages.local_time import zones

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

GOOD_PASSWORD = _("At least 8 characters; a few words in a row work well.")


class SignInForm(LoginForm):  # type: ignore[misc]  # a library without types
    remember = forms.BooleanField(label=_("Stay signed in"), required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Username or email address")
        login.widget.attrs.update(
            autocomplete="username", autocapitalize="none", spellcheck="false"
        )
        self.fields["password"].help_text = ""

    def user_credentials(self) -> dict[str, str]:
        """Look up an e-mail address only as an address, not as a username too.

        Two lookups take longer, and the time would show a stranger whether the account exists.
        """
        credentials: dict[str, str] = super().user_credentials()
        if "email" in credentials:
            credentials.pop("username", None)
        else:
            credentials["username"] = username_to_sign_in(credentials["username"])
        return credentials


class SignUpForm(SignupForm):  # type: ignore[misc]  # a library without types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        describe_username(self.fields["username"])
        email = self.fields["email"]
        email.label = _("Email address")
        email.help_text = _("For resetting your password. Other players never see it.")
        self.fields["password1"].help_text = GOOD_PASSWORD

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Return the new account, or the form again if another user just took the name."""
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            self.add_error("username", name_taken())
            context = {**get_entrance_context_data(request), "form": self}
            return None, render(request, "account/signup.html", context)
        return user, response


def describe_username(field: forms.Field) -> None:
    """Say in the field of a new username what it may be."""
    field.help_text = _(
        "3 to %(max)d letters from A to Z, digits, “_” or “-”. Other players see it; you can "
        "add a display name with other letters."
    ) % {"max": USERNAME_MAX}
    field.widget.attrs.update(autocapitalize="none", spellcheck="false", minlength="3")
    # validate_username checks the length, with a better message.
    field.validators = [
        check for check in field.validators if not isinstance(check, MaxLengthValidator)
    ]


class GuestConversionForm(SignUpForm):
    """Name, address and password that turn a guest's account into a permanent one."""


class SiteLabels:
    """Gives a field the same label in all of allauth's forms."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words: dict[str, tuple[StrOrPromise, StrOrPromise]] = {
            "email": (_("Email address"), ""),
            "password": (_("Your password"), ""),
            "oldpassword": (_("Current password"), ""),
            "password1": (_("New password"), GOOD_PASSWORD),
            "password2": (_("Repeat new password"), ""),
        }
        for name, field in self.fields.items():
            if name in words:
                field.label, field.help_text = words[name]


class NewEmailForm(SiteLabels, AddEmailForm): ...  # type: ignore[misc]  # without types


class NewPasswordForm(SiteLabels, ChangePasswordForm): ...  # type: ignore[misc]  # without types


class FirstPasswordForm(SiteLabels, SetPasswordForm): ...  # type: ignore[misc]  # without types


class ForgottenPasswordForm(SiteLabels, ResetPasswordForm): ...  # type: ignore[misc]  # without types


class ForgottenPasswordKeyForm(SiteLabels, ResetPasswordKeyForm): ...  # type: ignore[misc]  # without types


class ProveItForm(SiteLabels, ReauthenticateForm): ...  # type: ignore[misc]  # without types


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # takes none at run time
    language = forms.ChoiceField(label=_("Language"), required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False)

    class Meta:
        model = User
        fields = ["display_name", "about", "language", "time_zone"]
        widgets = {"about": forms.Textarea(attrs={"rows": 4, "maxlength": ABOUT_MAX})}
        labels = {"display_name": _("Display name"), "about": _("About you")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["language"].choices = [
            ("", _("What my browser uses now")),
            *((code, own_name(code)) for code, _name in settings.LANGUAGES),
        ]
        own = self.instance.time_zone
        offered = zones() if own in ("", *zones()) else (own, *zones())
        fields["time_zone"].choices = [
            ("", _("What my browser uses now")),
            *((zone, zone.replace("_", " ")) for zone in offered),
        ]
        fields["time_zone"].help_text = _("For times on pages and in emails, and for quiet hours.")
        self.fields["display_name"].help_text = _(
            "Shown to other players at the table. If empty, your username is shown."
        )
        self.fields["display_name"].widget.attrs["autocomplete"] = "nickname"
        self.fields["about"].help_text = _("A line or two for your profile, if you like.")
        if not may_edit_profile(self.instance):
            for name in ("display_name", "about"):
                self.fields[name].widget.attrs.update({"readonly": True, "class": "is-locked"})

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        # A name from before a rule may stay, so that the rest can still be changed.
        if "display_name" not in self.changed_data:
            return name
        return free_display_name(name, self.instance.pk)

    def refuse_name(self) -> None:
        """Add the error that another user took the name at the same moment."""
        self.add_error("display_name", name_taken())

    def clean_about(self) -> str:
        return clean_about(self.cleaned_data["about"])


class UsernameForm(forms.ModelForm):  # type: ignore[type-arg]  # takes none at run time
    """The username of a player whose name a moderator removed."""

    class Meta:
        model = User
        fields = ["username"]
        labels = {"username": _("New username (you can choose it once)")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["username"] = ""
        describe_username(self.fields["username"])

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if is_removed_name(self.instance, username):
            raise ValidationError(_("A moderator removed this name. Choose another one."))
        if looks_taken(username, self.instance.pk):
            raise name_taken()
        return username

    def refuse_name(self) -> None:
        """Add the error that another user took the name at the same moment."""
        self.add_error("username", name_taken())


class ShieldForm(forms.Form):
    """The parts of a shield, which the page draws itself."""

    division = forms.ChoiceField(choices=PARTS["division"][1])
    charge = forms.ChoiceField(choices=PARTS["charge"][1])
    tincture = forms.ChoiceField(choices=PARTS["tincture"][1])

    def shield(self) -> Shield:
        """Return the chosen shield of a valid form."""
        return Shield(**self.cleaned_data)


def free_display_name(typed: str, owner: int) -> str:
    """Return the display name to store; raise ValidationError if it looks like another user's."""
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
            "ratings": _("Your rating history. Everyone can see your place on a ladder."),
            "matches": _(
                "What you have played, your places and who you met. A public match still appears "
                "in everyone’s list, but can’t be found there by your name."
            ),
            "reliability": _("How often you finish matches, and how long you think."),
            "online": _(
                "In lists of players, while you have a page open. Friends are players who follow "
                "you and who you follow back."
            ),
            "playing": _(
                "The match you are in, if it is public, and whether you’re looking for one. Only "
                "shown to players who can see that you’re online."
            ),
            "watching": _(
                "The public match you are watching. Only shown to players who can see that "
                "you’re online."
            ),
        }


def own_name(code: str) -> str:
    """Return a language's name in that language."""
    name: str = get_language_info(code)["name_local"]
    return name[:1].upper() + name[1:]


class UserCreation(AdminUserCreationForm):  # type: ignore[type-arg]  # takes none at run time
    class Meta:
        model = User
        fields = ("username", "email")

    def clean_username(self) -> str:
        username: str = super().clean_username()
        # Django sets None if it has refused the name already.
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
        label=_("It can"), required=False, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(label=_("Until"), coerce=int, initial=90)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = _(
            "For your own reference: which program, and where it runs."
        )
        self.fields["scopes"].help_text = _(
            "Every program can see what you can see, including your own cards."
        )
        fields: dict[str, Any] = self.fields
        # The token's list, refusals and the documentation call a scope by its code.
        choice = "{} <span class='badge plain'>{}</span><span class='help'>{}</span>"
        fields["scopes"].choices = [
            (scope.value, format_html(choice, scope.label, scope.value, words))
            for scope, words in SCOPE_WORDS.items()
        ]
        fields["days"].choices = [
            (days, ngettext("%(n)d day", "%(n)d days", days) % {"n": days}) for days in DAYS
        ]


class BotForm(forms.Form):
    code = forms.CharField(
        label=_("Code of the account that runs it"),
        max_length=300,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
    sure = forms.BooleanField(label=_("I understand that this can’t be undone."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _(
            "Get it with your own account, under Settings › Programs: it shows who is responsible"
            " for the bot. It works once, for 15 minutes."
        )


SCOPE_WORDS = {
    Scope.PLAY: _("Move, take back, resign and call off."),
    Scope.CHALLENGE: _(
        "Open and join tables, search for opponents, send and answer challenges, follow players."
    ),
    Scope.CHAT: _("Write in the chat at your tables."),
    Scope.HOST: _("Join game nights, and run your own."),
    Scope.CLUBS: _("Found, join and leave clubs, and write in their chats."),
    Scope.EVENTS: _("Plan events, tournaments and leagues, register, and leave them."),
    Scope.MESSAGES: _("Read your messages, and write to friends."),
}
"""The scopes that a user can choose for a token; reading is always included."""
