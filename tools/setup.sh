#!/bin/sh
# The steps of `make setup` that can fail on a fresh machine; one sentence says what is missing.
#
#   tools/setup.sh python [PYTHON]      print the Python to use: this one, or the first that is new enough
#   tools/setup.sh fetch COMMAND ...    run a command that downloads packages
set -eu

fail() {
    echo "$1" >&2
    exit 1
}

installed_with() {
    if command -v apt-get >/dev/null; then
        echo "apt-get install $1"
    elif command -v dnf >/dev/null; then
        echo "dnf install $2"
    elif [ "$(uname)" = Darwin ]; then
        echo "brew install python, or the installer from python.org"
    else
        echo "the packages of your system"
    fi
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

python() {
    for found in ${1:-python3 python3.14 python3.13 python3.12 python3.11}; do
        is_new_enough "$found" && break
        found=
    done
    if [ -z "$found" ]; then
        has=$("${1:-python3}" --version 2>&1) || has="no ${1:-python3}"
        fail "Tavola needs Python 3.11 or newer, and this machine has $has: install one ($(installed_with \
            "python3 python3-venv" python3.13)), then run make again, with PYTHON=python3.13 if it is not the first in PATH."
    fi
    "$found" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "Python's venv module is missing here: install it ($(installed_with \
            "$(basename "$found")-venv" python3-libs)), then run make again."
    echo "$found"
}

fetch() {
    errors=$(mktemp)
    trap 'rm -f "$errors"' EXIT
    "$@" 2>"$errors" && return
    status=$?
    if grep -qiE 'dns error|name resolution|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|NewConnectionError|Max retries|error sending request|Network is unreachable|tunnel error' "$errors"; then
        fail "The registry of packages cannot be reached: connect to the network (or set HTTPS_PROXY), then run make again."
    fi
    cat "$errors" >&2
    exit $status
}

"$@"
