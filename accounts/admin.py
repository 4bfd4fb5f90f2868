"""Accounts and moderation in Django's administration."""

from typing import cast

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _

from accounts.forms import UserChange, UserCreation
from accounts.http import PersonRequest
from accounts.models import Appeal, AuditEntry, Case, NameTaken, Report, Sanction, User
from accounts.models.moderation import NOTE_LENGTH
from accounts.services import audit
from accounts.services.people import NAME_TAKEN
from accounts.services.sessions import sign_out_everywhere

PRIVILEGES = ("is_staff", "is_superuser", "groups", "user_permissions")

# A reader of a session's key could act as its user.
admin.site.unregister([UserSession, Authenticator])


@admin.register(User)
class TavolaUserAdmin(UserAdmin):  # type: ignore[type-arg]  # takes none at run time
    form = UserChange
    add_form = UserCreation
    list_display = ("username", "display_name", "email", "is_active", "is_staff", "date_joined")
    list_filter = ("is_active", "is_staff", "is_superuser", "sanctioned", "groups")
    actions = ("sign_out",)
    search_fields = ("username", "display_name", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        (_("Profile"), {"fields": ("display_name", "about", "language", "time_zone")}),
        (
            _("Permissions"),
            {"fields": ("is_active", *PRIVILEGES)},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )

    @admin.action(description=_("Sign them out everywhere"))
    def sign_out(self, request: PersonRequest, queryset: QuerySet[User]) -> None:
        allowed = [one for one in queryset if self.has_change_permission(request, one)]
        for person in allowed:
            sign_out_everywhere(person)
            audit.log(request.user, "admin-sign-out", about=person)
        if allowed:
            messages.success(request, _("Signed out everywhere."))

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Let only superusers grant permissions."""
        readonly = () if request.user.is_superuser else PRIVILEGES
        return (*super().get_readonly_fields(request, obj), *readonly)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Let only superusers change accounts of staff, including their passwords."""
        privileged = obj is not None and (obj.is_staff or obj.is_superuser)
        if privileged and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Refuse: users delete accounts in their own settings, which keeps matches complete."""
        return False

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        """Show the form again when another user took the name at the same moment."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except NameTaken:
            messages.error(request, NAME_TAKEN)
            return HttpResponseRedirect(request.get_full_path())

    def log_change(
        self, request: HttpRequest, obj: User, message: list[dict[str, dict[str, list[str]]]]
    ) -> LogEntry:
        """Write changes to the audit log too."""
        fields = [name for one in message for name in one.get("changed", {}).get("fields", ())]
        actor, why = cast(User, request.user), ", ".join(fields)[:NOTE_LENGTH]
        audit.log(actor, "admin-change", about=obj, why=why)
        return super().log_change(request, obj, message)

    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("username", "email", "usable_password", "password1", "password2"),
            },
        ),
    )


class NoChanges:
    """Mixin for admin classes whose rows cannot be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnly(NoChanges, admin.ModelAdmin):  # type: ignore[type-arg]  # takes none at run time
    """Rows to search and read; moderators act on their own pages, which log each act."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow only the filters shown: `?key__startswith=` would reveal what no page shows."""
        return lookup.split("__")[0] in self.list_filter


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnly):
    """Second factors, to remove a lost one; their secrets are not shown."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    search_fields = ("user__username",)
    list_select_related = ("user",)
    fields = list_display

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(admin.ModelAdmin.has_delete_permission(self, request, obj))


class NotTheirOwn(ReadOnly):
    """Rows without those about the reader or reported by the reader."""

    about = reporter = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        rows = super().get_queryset(request).exclude(**{self.about: request.user})
        return rows.exclude(**{self.reporter: request.user}) if self.reporter else rows


@admin.register(Case)
class CaseAdmin(NotTheirOwn):
    about, reporter = "about", "reports__reporter"
    list_display = ("pk", "about", "status", "weight", "claimed_by", "opened_at", "upheld")
    list_filter = ("status", "upheld")
    search_fields = ("about__username",)
    list_select_related = ("about", "claimed_by")


@admin.register(Report)
class ReportAdmin(NotTheirOwn):
    about, reporter = "case__about", "reporter"
    list_display = ("pk", "case", "reason", "subject", "made_at")
    list_filter = ("reason", "subject")
    search_fields = ("case__about__username", "note")


@admin.register(Sanction)
class SanctionAdmin(NotTheirOwn):
    about = "user"
    list_display = ("user", "kind", "since", "until", "lifted_at", "given_by")
    list_filter = ("kind", "since")
    search_fields = ("user__username", "reason")
    list_select_related = ("user", "given_by")


@admin.register(Appeal)
class AppealAdmin(NotTheirOwn):
    about = "sanction__user"
    list_display = ("sanction", "made_at", "verdict", "decided_by")
    list_filter = ("verdict", "made_at")
    search_fields = ("sanction__user__username", "text")
    list_select_related = ("sanction", "decided_by")


@admin.register(AuditEntry)
class AuditAdmin(ReadOnly):
    list_display = ("at", "actor", "act", "about", "subject", "why")
    list_filter = ("act", "at")
    date_hierarchy = "at"
    search_fields = ("actor", "about", "subject", "why")
