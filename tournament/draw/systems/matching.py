"""The one door to rustworkx: the cheapest way to pair everybody off."""

from collections.abc import Sequence

import rustworkx

MOST_BITS = 120
"""rustworkx calculates with 128 bits: from 126 on it answers wrongly, and without an error."""

Edge = tuple[int, int, int]
"""Two vertices, and what their being paired costs."""


def cheapest(vertices: int, edges: Sequence[Edge]) -> list[int] | None:
    """Whom each vertex is paired with in the cheapest pairing of all; None if not all can be paired.

    Costs may be any integers that span at most MOST_BITS bits; if they span more, OverflowError.
    """
    dearest = max((cost for _, _, cost in edges), default=0)
    if (dearest - min((cost for _, _, cost in edges), default=0)).bit_length() > MOST_BITS:
        raise OverflowError(f"The costs of a draw span more than {MOST_BITS} bits.")
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * vertices)
    graph.add_edges_from(list(edges))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda cost: dearest - cost)
    mates = [-1] * vertices
    for a, b in found:
        mates[a], mates[b] = b, a
    return None if -1 in mates else mates


def most(vertices: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """Whom each vertex is paired with, or -1, where as many as possible are paired."""
    graph: rustworkx.PyGraph[None, None] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * vertices)
    graph.add_edges_from([(a, b, None) for a, b in edges])
    mates = [-1] * vertices
    for a, b in rustworkx.max_weight_matching(graph, max_cardinality=True):
        mates[a], mates[b] = b, a
    return mates
