"""The engine's tests: no database, and a busy machine fails none of them for being slow."""

from hypothesis import HealthCheck, settings

settings.register_profile("scoring", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("scoring")
