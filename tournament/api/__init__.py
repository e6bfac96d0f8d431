"""Published data for other programs: JSON, calendar, web feed, and the bodies of webhooks. Nobody is logged in here."""
