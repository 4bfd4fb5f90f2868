"""People in the administration. One signs in to it as to everything else."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.forms import UserChange, UserCreation
from accounts.models import Appeal, AuditEntry, Case, Report, Sanction, User


@admin.register(User)
class TavolaUserAdmin(UserAdmin):
    form = UserChange
    add_form = UserCreation
    list_display = ("username", "display_name", "email", "is_active", "is_staff", "date_joined")
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
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("username", "email", "usable_password", "password1", "password2"),
            },
        ),
    )


class ReadOnly(admin.ModelAdmin):
    """To search and to look at: acts go through the moderators' pages, which write them down."""

    def has_add_permission(self, request: Any) -> bool:
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        return False


@admin.register(Case)
class CaseAdmin(ReadOnly):
    list_display = ("pk", "about", "status", "weight", "claimed_by", "opened_at", "upheld")
    list_filter = ("status", "upheld")
    search_fields = ("about__username",)
    list_select_related = ("about", "claimed_by")


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ("pk", "case", "reason", "subject", "made_at")
    list_filter = ("reason", "subject")
    search_fields = ("case__about__username", "note")


@admin.register(Sanction)
class SanctionAdmin(ReadOnly):
    list_display = ("user", "kind", "since", "until", "lifted_at", "given_by")
    list_filter = ("kind",)
    search_fields = ("user__username", "reason")
    list_select_related = ("user", "given_by")


@admin.register(Appeal)
class AppealAdmin(ReadOnly):
    list_display = ("sanction", "made_at", "verdict", "decided_by")
    list_filter = ("verdict",)


@admin.register(AuditEntry)
class AuditAdmin(ReadOnly):
    list_display = ("at", "actor", "act", "about", "subject", "why")
    list_filter = ("act",)
    search_fields = ("actor", "about", "subject", "why")
