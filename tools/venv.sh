# Sourced by run and test: finds a Python, makes the virtual environment, installs the pinned packages into it.
VENV=${VENV:-.venv}
STARTED_AT=$(date +%s.%N)
CLEAN_START=
export STARTED_AT CLEAN_START

say() { printf '%s\n' "$*" >&2; }
die() {
    say "$@"
    exit 1
}

# find_python: sets PYTHON to one that is new enough, or refuses with a sentence
find_python() {
    for name in ${PYTHON:-} python3 python3.11 python3.12 python3.13 python3.14 python; do
        path=$(command -v "$name" 2>/dev/null) || continue
        if "$path" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null; then
            PYTHON=$path
            return
        fi
        say "$name is $("$path" -V 2>&1), which is too old."
    done
    die "Banfeng needs Python 3.11 or newer and found none. On Debian 12:  apt-get install python3"
}

install_package() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
}

# need_venv_module: Debian keeps it in a package of its own
need_venv_module() {
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null && return
    package=$("$PYTHON" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    [ "$(basename "$PYTHON")" != python3 ] || package=python3-venv
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing $package ..."
        install_package "$package" || { apt-get update -qq && install_package "$package"; } ||
            die "apt-get could not install $package; see its message above."
    elif command -v apt-get >/dev/null 2>&1; then
        die "Python's venv module is missing, and only root may install it. Run this once, then repeat:" \
            " sudo apt-get install $package"
    else
        die "Python's venv module is missing and there is no apt-get here. Install the package that holds it for $("$PYTHON" -V), then repeat."
    fi
}

# prepare FILE [SUBSET ...]: afterwards $VENV holds what FILE pins, and with it what each SUBSET pins;
# does nothing when it already does
prepare() {
    if "$VENV/bin/python" -c '' 2>/dev/null && cmp -s "$1" "$VENV/installed/$1"; then
        return
    fi
    mkdir -p var || die "This folder cannot be written to: $PWD"
    if command -v flock >/dev/null 2>&1; then
        exec 9>var/venv.lock
        flock 9
    fi
    if ! "$VENV/bin/python" -c '' 2>/dev/null; then
        CLEAN_START=1
        find_python
        need_venv_module
        say "Making a virtual environment in $VENV with $("$PYTHON" -V) ..."
        "$PYTHON" -m venv --clear "$VENV" || die "The virtual environment could not be made in $VENV."
    fi
    if ! cmp -s "$1" "$VENV/installed/$1"; then
        say "Installing the packages that $1 pins ..."
        # Everything is pinned with its hash, so nothing is left to resolve; byte code is written on first use.
        "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --no-deps --no-compile \
            --require-hashes --only-binary :all: -r "$1" ||
            die "The packages could not be installed (no network, or none for $("$VENV/bin/python" -V);" \
                "Python 3.11 is the one they are tested with). Repeat when that is mended."
        mkdir -p "$VENV/installed"
        cp "$@" "$VENV/installed/"
    fi
    exec 9>&-
}

# prepare_printing: PDFs are made where the system has Pango; anywhere else, or without the network, the browser prints
prepare_printing() {
    "$VENV/bin/python" - <<'PYTHON' || return 0
import ctypes.util
raise SystemExit(not all(map(ctypes.util.find_library, ("pango-1.0", "pangoft2-1.0", "harfbuzz-subset"))))
PYTHON
    (prepare requirements-print.txt) || say "PDFs are off until that succeeds; the browser prints the documents instead."
}
