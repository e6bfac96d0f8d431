"""What a page is given to go on by itself while there is no network: the score so far and the rules that it needs.

`static/js/provisional.js` reckons with it and marks what it says as unchecked. A test holds it to `scoring.play`.
"""

from typing import Any

import scoring

# By these a deal gets its points, the next its leader (R4.2, R5), and a partida comes to its end (R3).
RULES = ("counted", "fish", "lead", "target", "deals")


def basis(rules: scoring.Regulations, score: scoring.Partida, *, timed: bool) -> dict[str, Any]:
    """The score as plain data. timed: time has run out, so that the server alone knows what follows (R6.2).

    `hidden`: a total that fines keep at 0 may lie below it, and only the server knows how far (R10.2).
    """
    coming = score.next
    part = [line for line in score.lines if line.part == coming.part]
    # Without a line of its own a part that has just begun shows only if a fine has touched it.
    begun = score.part_totals[coming.part - 1 :]
    totals = begun[0] if begun else scoring.Score(0, 0)
    return {
        "rules": {name: getattr(rules, name) for name in RULES},
        "lines": [{"lead": line.lead, "closer": line.closer, "kind": line.kind} for line in score.lines],
        "totals": list(totals),
        "hidden": any(score.fines) and 0 in totals,
        "counted": sum(line.kind != "broken" for line in part),
        "timed": timed,
        "extra": coming.kind == "extra_deal" or any(line.extra for line in part),
    }
