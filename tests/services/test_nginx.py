"""nginx's own configuration, in a real nginx: what it checks, passes on, serves by itself and writes down."""

import json
import os
import pwd
import shutil
import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.services import servers

# Nothing of it asks the database.
pytestmark = [pytest.mark.services, pytest.mark.once]

DEPLOY = Path(__file__).resolve().parents[2] / "deploy" / "nginx"
NAME = "domino.example.org"


class Echo(BaseHTTPRequestHandler):
    """Answers with what it was asked, as the program sees it."""

    def do_GET(self) -> None:  # its base names it so
        said = json.dumps({"path": self.path, **{name.lower(): value for name, value in self.headers.items()}})
        self.send_response(200)
        self.end_headers()
        self.wfile.write(said.encode())

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_said: object) -> None:
        """Nothing on the terminal."""


class Site:
    """An nginx with the project's configuration, before a program that echoes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.http, self.https = folder, servers.free_port(), servers.free_port()
        self.program = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
        self.static = folder / "static"
        self.log = folder / "log" / "domino.log"
        for each in (self.static, self.log.parent, folder / "conf.d"):
            each.mkdir()
        self._certify()
        places = {
            "/etc/letsencrypt/live/" + NAME: str(folder),
            "/var/lib/domino/static": str(self.static),
            "/etc/nginx/": f"{folder}/",
            "/var/log/nginx": str(self.log.parent),
            "listen 80 default_server": f"listen 127.0.0.1:{self.http} default_server",
            "listen 443 ssl": f"listen 127.0.0.1:{self.https} ssl",
            "127.0.0.1:8000": f"127.0.0.1:{self.program.server_port}",
        }
        for name in ("domino.conf", "upstream.conf", "domino.proxy"):
            text = (DEPLOY / name).read_text(encoding="utf-8")
            # Tests may run where there is no IPv6.
            text = "\n".join(line for line in text.splitlines() if "listen [::]" not in line)
            for ours, here in places.items():
                text = text.replace(ours, here)
            (folder / ("conf.d" if name.endswith(".conf") else ".") / name).write_text(text, encoding="utf-8")
        temporary = "".join(
            f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        self.main = folder / "nginx.conf"
        # pytest's folders are their owner's alone.
        user = f"user {pwd.getpwuid(0).pw_name};\n" if os.geteuid() == 0 else ""
        self.main.write_text(
            f"{user}pid {folder}/pid;\ndaemon off;\nerror_log stderr warn;\nworker_processes 1;\n"
            f"events {{ worker_connections 64; }}\nhttp {{\ndefault_type application/octet-stream;\n{temporary}"
            f"include {folder}/conf.d/*.conf;\n}}\n",
            encoding="utf-8",
        )

    def _certify(self) -> None:
        new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        files = ["-keyout", self.folder / "privkey.pem", "-out", self.folder / "fullchain.pem", "-subj", f"/CN={NAME}"]
        subprocess.run([*new, *files], check=True, capture_output=True)

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body, over TLS."""
        request = urllib.request.Request(f"https://127.0.0.1:{self.https}{path}", body, {"Host": NAME, **headers})
        trusting = ssl._create_unverified_context()  # noqa: S323 - its certificate was made a moment ago
        try:
            with urllib.request.urlopen(request, context=trusting, timeout=30) as answer:  # noqa: S310 - https
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, dict(refused.headers), refused.read()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if program is None:
        pytest.skip("nginx is not installed: apt-get install nginx-light")
    made = Site(tmp_path_factory.mktemp("nginx"))
    checked = subprocess.run([program, "-t", "-q", "-c", made.main], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    Thread(target=made.program.serve_forever, daemon=True).start()
    nginx = subprocess.Popen([program, "-c", made.main])
    with servers.stopped_at_the_end(nginx):
        servers.wait_until(lambda: servers.is_open(made.https), nginx)
        yield made
    made.program.shutdown()
    made.program.server_close()


def test_the_program_is_told_who_asks_and_how(site: Site) -> None:
    """Whatever a browser says of its own address or the request's id, nginx says what it has seen."""
    lies = {"X-Forwarded-For": "198.51.100.1", "X-Forwarded-Proto": "http", "X-Request-ID": "of-the-browser"}
    status, _headers, body = site.ask("/t/cup/?page=2", **lies)
    seen = json.loads(body)

    assert status == 200
    assert {name: seen[name] for name in ("path", "host", "x-forwarded-for", "x-forwarded-proto")} == {
        "path": "/t/cup/?page=2",
        "host": NAME,
        "x-forwarded-for": "127.0.0.1",
        "x-forwarded-proto": "https",
    }
    assert len(seen["x-request-id"]) == 32


def test_a_log_has_the_id_of_the_request_and_nothing_that_opens_a_door(site: Site) -> None:
    _status, _headers, body = site.ask("/t/cup/standings/")
    for path in ("/table/Zq7secret/", "/invitation/Zq7secret/", "/t/cup/register/Zq7secret/?k=Zq7secret"):
        site.ask(path)
    servers.wait_until(lambda: site.log.read_text().count("\n") >= 4 and "register" in site.log.read_text())
    lines = [json.loads(line) for line in site.log.read_text(encoding="utf-8").splitlines()]

    assert [line["path"] for line in lines if line["request"] == json.loads(body)["x-request-id"]] == [
        "/t/cup/standings/"
    ]
    assert [line["path"] for line in lines[-3:]] == ["/table/*", "/invitation/*", "/t/cup/register/*"]
    assert "Zq7secret" not in site.log.read_text(encoding="utf-8")


def test_static_files_are_served_without_the_program(site: Site) -> None:
    (site.static / "base.0123456789ab.css").write_text("a{}")
    status, headers, body = site.ask("/static/base.0123456789ab.css")

    assert (status, body, headers["Cache-Control"], headers["X-Content-Type-Options"]) == (
        200,
        b"a{}",
        "public, max-age=31536000, immutable",
        "nosniff",
    )
    # Whatever leads out of the folder is the program's to answer, and it has no such page.
    for outside in ("/static/../privkey.pem", "/static../privkey.pem", "/static/%2e%2e/privkey.pem"):
        assert json.loads(site.ask(outside)[2])["host"] == NAME


def test_what_is_too_large_is_refused_before_the_program_reads_it(site: Site) -> None:
    assert site.ask("/receive/", b"x" * (25 * 1024 * 1024))[0] == 413


def test_plain_http_leads_to_the_site_by_its_own_name(site: Site) -> None:
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_asked: object) -> None:
            return None

    opener = urllib.request.build_opener(Stay)
    with pytest.raises(urllib.error.HTTPError) as led:
        opener.open(urllib.request.Request(f"http://127.0.0.1:{site.http}/t/cup/", headers={"Host": "evil.example"}))

    led.value.close()
    assert (led.value.code, led.value.headers["Location"]) == (308, f"https://{NAME}/t/cup/")


def test_the_probes_are_passed_on_for_this_machine(site: Site) -> None:
    assert json.loads(site.ask("/readyz")[2])["path"] == "/readyz"
