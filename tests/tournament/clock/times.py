"""When the clock of these tests is started."""

from datetime import UTC, datetime

START = datetime(2026, 5, 1, 10, 0, tzinfo=UTC)
