"""The referees of a round, one select a table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Staff

from .queries import Post


class PostsForm(forms.Form):
    """Who stands at which table."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("Only if somebody is to stand at a table of his own club (R13.5)."),
    )

    def __init__(self, *args: Any, posts: Sequence[Post], referees: Sequence[Staff], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.posts = posts
        choices = [("", _("nobody")), *((post.pk, str(post.user)) for post in referees)]
        for post in posts:
            self.fields[f"table_{post.table}"] = forms.TypedChoiceField(
                label=_("Referee of table %(table)d") % {"table": post.table},
                choices=choices,
                coerce=int,
                empty_value=None,
                required=False,
                initial=post.referee.pk if post.referee else None,
            )

    def rows(self) -> list[tuple[Post, forms.BoundField]]:
        """The tables with their fields, for the template."""
        return [(post, self[f"table_{post.table}"]) for post in self.posts]

    def clean(self) -> dict[str, Any]:
        """The choices as the service takes them."""
        cleaned = super().clean() or {}
        cleaned["wanted"] = {post.table: cleaned.get(f"table_{post.table}") for post in self.posts}
        return cleaned
