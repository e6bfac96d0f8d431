"""Makes what a target of the Makefile needs: system packages, the virtual environment, compiled messages.

`python3 .ci/prepare.py run|check|test|load`, with the standard library only. It is quick when nothing has changed.
"""

import ctypes.util
import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
MISSING = ROOT / ".run" / "missing.json"
INITDB = "usr/lib/postgresql/*/bin/initdb"  # Debian keeps it off the path


@dataclass(frozen=True)
class Need:
    """Something that pip cannot bring: a library, a command or a file, and the Debian package that has it."""

    package: str
    purpose: str
    library: str = ""
    commands: tuple[str, ...] = ()
    files: str = "nowhere"

    @property
    def advice(self) -> str:
        """How to get it."""
        return f"{self.package} is not installed: apt-get install {self.package}"

    def is_met(self) -> bool:
        """Whether the machine has it, from whatever package."""
        if self.library:
            return ctypes.util.find_library(self.library) is not None
        return any(map(shutil.which, self.commands)) or any(Path("/").glob(self.files))


BASIC = (
    Need("libpango-1.0-0", "PDF documents", library="pango-1.0"),
    Need("libpangoft2-1.0-0", "PDF documents", library="pangoft2-1.0"),
    Need("libharfbuzz-subset0", "fonts in PDF documents", library="harfbuzz-subset"),
    Need("gettext", "translations", commands=("msgfmt",)),
)
FOR_TESTS = (
    Need("chromium", "tests of pages", commands=("chromium", "chromium-browser", "google-chrome")),
    Need("redis-server", "tests of workers", commands=("redis-server",)),
    Need("postgresql", "tests on PostgreSQL", commands=("initdb",), files=INITDB),
    Need("poppler-utils", "tests of PDF documents", commands=("pdftotext",)),
    Need("pgbouncer", "tests behind it", commands=("pgbouncer",), files="usr/sbin/pgbouncer"),
    Need("nginx-light", "tests of nginx's configuration", commands=("nginx",), files="usr/sbin/nginx"),
    Need("systemd", "tests of its units", commands=("systemd-analyze",)),
)
FOR_LOAD = (
    Need("wrk", "requests a second", commands=("wrk",)),
    *(need for need in FOR_TESTS if need.package in ("redis-server", "postgresql")),
)


def main(target: str) -> None:
    """Prepares one target; ends with a sentence and status 1 where a person has to help."""
    missing = provide(BASIC + {"test": FOR_TESTS, "load": FOR_LOAD}.get(target, ()))
    if missing and target == "test":
        print("The tests that need them will be left out.", file=sys.stderr)
    elif missing:
        sys.exit(1)
    note_for_tests(missing)
    make_environment("requirements.txt" if target in ("run", "load") else "requirements-dev.txt")
    compile_messages()


def provide(needs: tuple[Need, ...]) -> list[Need]:
    """Installs what is missing where that is allowed; returns what still is, having said how to get it."""
    missing = [need for need in needs if not need.is_met()]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        apt_install([need.package for need in missing])
        missing = [need for need in missing if not need.is_met()]
    for need in missing:
        print(f"Missing: {need.package} ({need.purpose}).", file=sys.stderr)
    if missing:
        names = " ".join(need.package for need in missing)
        print(f"Install them by: sudo apt-get install {names}", file=sys.stderr)
        print("(These are Debian's names; other systems have their like.)", file=sys.stderr)
    return missing


def note_for_tests(missing: list[Need]) -> None:
    """Leaves word of what the program itself lacks (then only the engine can be tested), and what tests lack."""
    MISSING.parent.mkdir(exist_ok=True)
    note = {
        "program": [need.advice for need in missing if need in BASIC],
        "tests": [need.advice for need in missing if need in FOR_TESTS],
    }
    MISSING.write_text(json.dumps(note), encoding="utf-8")


def apt_install(packages: list[str]) -> None:
    """Installs Debian packages; a failure is told by what is still missing afterwards."""
    print("Installing", *packages, flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=quiet, check=False)
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    subprocess.run(install, env=quiet, check=False, stdout=subprocess.DEVNULL)


def make_environment(requirements: str) -> None:
    """Makes or refreshes .venv when the requirements or the Python have changed since it was made."""
    state = fingerprint(requirements)
    stamp = VENV / f"made-from-{requirements}"
    if stamp.exists() and stamp.read_text() == state and (VENV / "bin" / "python").exists():
        return
    print(f"Installing the Python packages of {requirements} into .venv", flush=True)
    ensure_venv_module()
    if not is_venv_of_this_python():
        venv.EnvBuilder(clear=True, with_pip=True).create(VENV)
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    wanted = ["install", "--requirement", requirements, "--constraint", "constraints.txt"]
    if subprocess.run([*pip, *wanted], cwd=ROOT, check=False).returncode:
        sys.exit("The Python packages could not be installed; pip says above why. Is its index reachable?")
    stamp.write_text(state)


def fingerprint(requirements: str) -> str:
    """Changes whenever the environment has to be made again."""
    files = {requirements, "requirements.txt", "constraints.txt"}
    content = b"".join((ROOT / name).read_bytes() for name in sorted(files))
    return f"{sys.version} {hashlib.sha256(content).hexdigest()}"


def ensure_venv_module() -> None:
    """Debian keeps a part of Python's venv in a package of its own."""
    try:
        import ensurepip  # noqa: F401 - only whether it is there
    except ImportError:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if os.geteuid() == 0 and shutil.which("apt-get"):
            apt_install([package])
        else:
            sys.exit(f"Python's venv module is incomplete. Install it by: sudo apt-get install {package}")


def is_venv_of_this_python() -> bool:
    """Whether .venv is there and of the same Python; another's packages would not fit."""
    python = VENV / "bin" / "python"
    if not python.exists():
        return False
    ask = [str(python), "-c", "import sys; print(sys.version)"]
    answer = subprocess.run(ask, capture_output=True, text=True, check=False).stdout
    return answer.strip() == sys.version.strip()


def compile_messages() -> None:
    """Builds each .mo that is missing or older than its .po."""
    for source in ROOT.glob("tournament/locale/*/LC_MESSAGES/*.po"):
        built = source.with_suffix(".mo")
        is_stale = not built.exists() or built.stat().st_mtime < source.stat().st_mtime
        if is_stale and shutil.which("msgfmt"):
            subprocess.run(["msgfmt", "--check-format", "-o", str(built), str(source)], check=True)


if __name__ == "__main__":
    main(sys.argv[1])
