"""People in the administration. One signs in to it as to everything else."""

from typing import Any, cast

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.authtoken.models import TokenProxy

from accounts.forms import UserChange, UserCreation
from accounts.http import PersonRequest
from accounts.models import Appeal, AuditEntry, Case, Report, Sanction, User
from accounts.models.moderation import NOTE_LENGTH
from accounts.services import audit
from accounts.services.sessions import sign_out_everywhere

POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")

# Whoever reads a token or a session's key is that person, at any table they sit at.
admin.site.unregister([TokenProxy, UserSession, Authenticator])


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
        (_("Profile"), {"fields": ("display_name", "about", "language")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )

    @admin.action(description=_("Sign them out everywhere"))
    def sign_out(self, request: PersonRequest, queryset: QuerySet[User]) -> None:
        for person in queryset:
            sign_out_everywhere(person)
            audit.enter(request.user, "admin-sign-out", about=person)
        messages.success(request, _("They are signed out everywhere."))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Only who may do everything gives away what lets others do more."""
        given = () if request.user.is_superuser else POWERS
        return (*super().get_readonly_fields(request, obj), *given)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nor does anybody else touch who may do everything, their password least of all."""
        beyond = obj is not None and (obj.is_staff or obj.is_superuser)
        if beyond and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """People leave by their own settings: what others played with them stays whole."""
        return False

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """What is changed here stands in the book of acts too."""
        fields = [name for one in message for name in one.get("changed", {}).get("fields", ())]
        actor, why = cast(User, request.user), ", ".join(fields)[:NOTE_LENGTH]
        audit.enter(actor, "admin-change", about=obj, why=why)
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
    """For an admin, or an inline, in which nothing can be changed."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnly(NoChanges, admin.ModelAdmin):  # type: ignore[type-arg]  # takes none at run time
    """To search and to look at: acts go through the moderators' pages, which write them down."""

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        """By the filters shown alone: `?key__startswith=` would tell what no page shows."""
        return lookup.split("__")[0] in self.list_filter


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnly):
    """To take a lost one off somebody's account; never its secret."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    search_fields = ("user__username",)
    list_select_related = ("user",)
    fields = list_display

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        return bool(admin.ModelAdmin.has_delete_permission(self, request, obj))


class NotTheirOwn(ReadOnly):
    """What is about whoever looks, or was told by them, is not shown to them."""

    about = reporter = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found = super().get_queryset(request).exclude(**{self.about: request.user})
        return found.exclude(**{self.reporter: request.user}) if self.reporter else found


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
