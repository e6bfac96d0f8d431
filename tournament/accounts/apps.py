from django.contrib.admin.apps import AdminConfig


class SupportConfig(AdminConfig):
    default_site = "tournament.accounts.support.SupportSite"
