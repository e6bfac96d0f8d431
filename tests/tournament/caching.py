"""A cache that is away, as while Redis restarts."""

AWAY = {"BACKEND": "tournament.redis_cache.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
"""Where nobody listens."""
