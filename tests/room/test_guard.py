"""Who the room answers: its own page, with its token."""

from __future__ import annotations

import json

import pytest

from tests.room.serving import Served

PING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "rpc.ping"}).encode()


def test_a_question_with_the_token_is_answered(served: Served) -> None:
    status, _, body = served.request("POST", "/rpc", PING)
    assert status == 200
    assert "result" in json.loads(body)


@pytest.mark.parametrize("path", ["/start", "/tape?map=wed&scenario=WED-1", "/events"])
@pytest.mark.parametrize("token", ["", "wrong", "the-token-of-test"])
def test_without_the_token_nothing_of_the_users_is_told(
    served: Served, path: str, token: str
) -> None:
    status, _, body = served.request("GET", path, x_clubroute_token=token)
    assert (status, b"token" in body) == (403, True)


def test_another_origin_is_refused(served: Served) -> None:
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{served.port}"):
        assert served.request("POST", "/rpc", PING, origin=origin)[0] == 403
    own = f"http://127.0.0.1:{served.port}"
    assert served.request("POST", "/rpc", PING, origin=own)[0] == 200


def test_a_name_that_was_led_here_is_refused(served: Served) -> None:
    for host in ("evil.example", f"evil.example:{served.port}", "127.0.0.1"):
        assert served.request("GET", "/", host=host)[0] == 403
    assert served.request("GET", "/", host=f"localhost:{served.port}")[0] == 200


def test_the_page_may_load_nothing_from_elsewhere(served: Served) -> None:
    for path in ("/", "/page/main.js", "/maps/wed", "/nothing"):
        _, headers, _ = served.request("GET", path)
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert headers["x-content-type-options"] == "nosniff"


def test_no_file_outside_the_page_is_served(served: Served) -> None:
    for path in ("/page/../app.py", "/page/%2e%2e/app.py", "/page//etc/passwd", "/page/no.js"):
        status, _, body = served.request("GET", path)
        assert status == 404
        assert b"import" not in body


def test_a_question_too_long_is_refused(served: Served) -> None:
    most = served.room.asking.limits.message
    status, _, body = served.request("POST", "/rpc", b" " * (most + 1))
    assert status == 200
    assert json.loads(body)["error"]["message"] == "Invalid Request"


def test_what_is_no_map_or_scenario_is_told_in_one_line(served: Served) -> None:
    for path in ("/tape?map=web&scenario=WED-1", "/tape?map=wed&scenario=WED-9"):
        status, _, body = served.request("GET", path)
        assert status == 400
        assert "expected one of" in json.loads(body)["error"]
