"""Pages that a whole hall reads at once: 304 while nothing has changed, else bytes that are ready.

The ETag names all that an answer depends on: the program, the tournament's version (which grows with every recorded
act, releases included), the address, the language, and whether everybody reads or one browser that is known. It is
computed from one cheap query, before anything else of a request is looked at: sessions, accounts, the page itself.
The theme is no part of it: the browser alone chooses the colours, the bytes are the same.

Only what everybody may read is kept, in the cache `pages`, and only if it holds nothing of a browser's own. A part of
a page, asked for by htmx, is what stands in its `#live`.

A hall confirms protocols faster than a large page is drawn. So after acts that only add (`MAY_LAG`) readers get the
page as it was a moment ago, and are told to ask again soon, while it is drawn beside them. After any other act,
whatever hides something above all, nobody gets what was before it.

From top to bottom: door → drawing → keeping → reading.
"""

from .door import live, middleware

__all__ = ["live", "middleware"]
