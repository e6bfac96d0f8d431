"""What is wrong with a page as a person meets it: each inspection gives a list of sentences, empty if all is well."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor/axe-core-4.14.1/axe.min.js").read_text(encoding="utf-8")

CONTRAST = "color-contrast"
"""The rule that takes longest, and the only one that colours can break."""

# The page itself never scrolls sideways, and no label is wider than its place.
MISFITS = """() => {
  const root = document.documentElement;
  const misfits = root.scrollWidth > root.clientWidth
    ? [`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth}`] : [];
  for (const element of document.querySelectorAll("button, .button, summary, label, legend, th, .badge")) {
    const hidden = !element.checkVisibility() || element.closest(".visually-hidden");
    if (!hidden && element.clientWidth && element.scrollWidth > element.clientWidth + 1)
      misfits.push(`cut: ${element.tagName.toLowerCase()} “${element.innerText.trim()}”`);
  }
  return misfits;
}"""

# What a reader sees in the page's own language: names of languages are in theirs, code is in nobody's, and neither are
# the raw records behind the acts of the journal.
WORDS = """() => {
  const foreign = "[lang]:not(html), code, kbd, script, style, select[name=timezone], td details dl";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!element.closest(foreign)) words.push(walker.currentNode.data);
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]"))
    words.push(element.ariaLabel, element.placeholder, element.title);
  return [document.title, ...words].filter(Boolean).join(" ");
}"""

# What stands in capitals is no English: PDF, UTC, the code of a paper.
ENGLISH_WORD = re.compile(r"\b[A-Z]?[a-z]{2,}\b")


def axe_faults(page: Page, *rules: str, without: str = "") -> list[str]:
    """What axe finds by all its rules, or by those that are named, or by all but one."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    if without:
        options["rules"] = {without: {"enabled": False}}
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def misfits(page: Page) -> list[str]:
    """A page that scrolls sideways, and labels that are cut."""
    return list(page.evaluate(MISFITS))


def english_words(page: Page, *names: str) -> list[str]:
    """English left in a Russian page, apart from `names`."""
    return sorted(set(ENGLISH_WORD.findall(page.evaluate(WORDS))) - set(names))


def faults(page: Page) -> list[str]:
    """All that is wrong with the page in its window, in light colours and in dark ones."""
    found = misfits(page) + axe_faults(page)
    page.emulate_media(color_scheme="dark")
    # Nothing changes with the colours but the colours.
    found += [f"dark: {fault}" for fault in axe_faults(page, CONTRAST)]
    page.emulate_media(color_scheme="light")
    return found


def faults_of_words(page: Page) -> list[str]:
    """What axe may find in one language and not in another: anything but colours, in any window."""
    return axe_faults(page, without=CONTRAST)


def faults_on_paper(page: Page) -> list[str]:
    """All that is wrong with the page as a browser prints it."""
    page.emulate_media(media="print")
    found = [f"print: {fault}" for fault in axe_faults(page)]
    page.emulate_media(media="screen")
    return found
