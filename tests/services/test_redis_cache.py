"""The cache in Redis: while that is away it holds nothing, is left alone for a while, and is found again."""

import pytest
from redis.exceptions import ConnectionError as NoRedis

from tests.services import servers
from tournament import redis_cache
from tournament.redis_cache import RedisCache

pytestmark = [pytest.mark.services, pytest.mark.once]


@pytest.fixture
def port() -> int:
    """Of a Redis; skipped where there is none to be started."""
    try:
        with servers.redis():
            pass
    except servers.Missing as missing:
        pytest.skip(str(missing))
    return servers.free_port()


def cache_at(port: int) -> RedisCache:
    return RedisCache(f"redis://127.0.0.1:{port}/0", {"OPTIONS": {"socket_connect_timeout": 5}})


def empty(cache: RedisCache) -> list[object]:
    """What a cache without anything in it says."""
    with pytest.raises(ValueError, match="not found"):
        cache.incr("number")
    return [cache.get("word"), cache.get("word", 7), cache.touch("word"), cache.delete("word")]


def test_it_keeps_holds_nothing_while_redis_is_away_and_keeps_again(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_cache, "REST_SECONDS", 0.0)
    cache = cache_at(port)

    with servers.redis(port):
        assert empty(cache) == [None, 7, False, False]
        assert (cache.add("number", 1), cache.add("number", 5), cache.incr("number")) == (True, False, 2)
        cache.set("word", "дупль")
        assert (cache.get("word"), cache.touch("word"), cache.delete("word")) == ("дупль", True, True)

    cache.set("word", "дупль")
    assert empty(cache) == [None, 7, False, False]
    assert cache.add("number", 1) is True
    assert cache.get_or_set("word", lambda: "рыба") == "рыба"

    with servers.redis(port):
        cache.set("word", "дупль")
        assert cache.get("word") == "дупль"


def test_after_a_failure_it_is_not_asked_for_a_while(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each of a thousand readers would wait for it."""
    monkeypatch.setattr(redis_cache, "REST_SECONDS", 3600.0)
    asked: list[str] = []
    cache = cache_at(port)

    def refused(key: str, default: object) -> None:
        asked.append(key)
        raise NoRedis

    monkeypatch.setattr(cache._cache, "get", refused)
    assert [cache.get("word") for _times in range(3)] == [None] * 3
    assert len(asked) == 1
    assert cache_at(port).get("word") is None
