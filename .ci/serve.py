"""Brings the database up to date, fills an empty one with the demo, says where the program is, serves it."""

import contextlib
import fcntl
import os
import socket
import struct
import subprocess
import sys
from pathlib import Path

import segno

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
SIOCGIFADDR = 0x8915
"""Linux: the IPv4 address of a network interface."""
VIRTUAL = ("lo", "docker", "br-", "veth", "virbr")
"""How interfaces begin that no phone can reach."""


def main() -> None:
    """Everything between `make run` and the served page. Never returns: the server takes the process over."""
    port = wanted_port()
    addresses = lan_addresses()
    name = socket.gethostname()
    hosts = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *addresses]
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(hosts))
    for command in (["migrate", "--verbosity", "0"], ["demo"]):
        if subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, check=False).returncode:
            sys.exit(f"'manage.py {command[0]}' did not succeed; it says above why. Nothing is served.")
    announce(port, addresses)
    # One process: SQLite has one writer anyway, and the thread for jobs lives in it.
    server = [str(BIN / "gunicorn"), "--worker-class", "gthread", "--workers", "1", "--threads", "8"]
    options = ["--bind", f"0.0.0.0:{port}", "--graceful-timeout", "30", "--log-level", "warning"]
    os.chdir(ROOT)
    os.execv(server[0], [*server, *options, "tournament.wsgi"])


def wanted_port() -> int:
    """The port of the environment, when it is one and free."""
    text = os.environ.get("PORT", "8000")
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        sys.exit(f"PORT must be a number from 1 to 65535, not {text!r}.")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", int(text)))  # noqa: S104 - phones in the hall are to reach it
        except OSError as error:
            sys.exit(f"Port {text} cannot be used ({error.strerror}). Choose another: make run PORT=8080")
    return int(text)


def lan_addresses() -> list[str]:
    """This machine's addresses in the networks around it, without asking anybody.

    From the interfaces themselves: a hall's network often has no way out, and so no default route.
    """
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            if name.startswith(VIRTUAL):
                continue
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)
            except OSError:
                continue  # an interface without an address, or no Linux
            found.append(socket.inet_ntoa(answer[20:24]))
        if not found:
            # The address that a packet would leave from; connecting a datagram socket sends none.
            with contextlib.suppress(OSError):
                probe.connect(("192.0.2.1", 9))
                found.append(probe.getsockname()[0])
    return found


def announce(port: int, addresses: list[str]) -> None:
    """Prints the addresses, and the first as a QR code for phones."""
    print(f"\n  On this machine:      http://localhost:{port}/")
    for address in addresses:
        print(f"  In the same network:  http://{address}:{port}/")
    if addresses:
        print()
        segno.make(f"http://{addresses[0]}:{port}/").terminal(compact=True)
    print("\n  Ctrl+C stops it. The data stay in var/.\n", flush=True)


if __name__ == "__main__":
    main()
