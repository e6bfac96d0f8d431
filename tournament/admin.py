"""The administrator's view of accounts and, read-only, of what the services wrote.

Nothing that has rules is changed here: a protocol changes through its services or not at all.
"""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest

from .models import AuditRecord, Club, Document, Job, Player, Protocol, Tournament, User

admin.site.register(User, UserAdmin)


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to look at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


for _model in (Tournament, Player, Club, Protocol, Document, Job, AuditRecord):
    admin.site.register(_model, ReadOnlyAdmin)
