#!/usr/bin/env bash
# Run `make test` in fresh clones of HEAD, on machines that differ from this one.
#
#   tools/machines.sh                            run every variant, for some hours on two cores
#   tools/machines.sh bare user                  run only these
#   tools/machines.sh user+lang-ko+busy          run one machine that differs in all of these
#   CHECK="make faults" tools/machines.sh tz     run another command than `make test`
#
# It needs root on Debian, with debootstrap and faketime. Each variant has its own mount and
# process namespace: this machine is not changed, and no process outlives its variant. PYTHON names
# another Python, as for make. Logs are in var/machines; the table at the end is the result.
set -euo pipefail

variants=(
    bare bare-root next full user root-only nameless lang-c lang-ko tz busy
    leap-day new-year summer-time winter-time
)
check=${CHECK:-make test}
here=$(cd "$(dirname "$0")/.." && pwd)
logs=$here/var/machines
bare_path=/usr/local/bin:/usr/bin:/bin
player=54321

describe() {
    case $1 in
        bare) echo "a new Debian with Python, venv and make, as an ordinary user" ;;
        bare-root) echo "a new Debian with Python, venv and make, as root in /root" ;;
        next) echo "the next Debian with Python, make and all that tests need, as an ordinary user" ;;
        full) echo "this machine, as root in a folder that everyone can enter" ;;
        user) echo "this machine, as an ordinary user" ;;
        root-only) echo "root in a folder and a TMPDIR closed to others, of PostgreSQL only initdb" ;;
        nameless) echo "a user id without a name or HOME, umask 077, a long TMPDIR, no IPv6" ;;
        lang-c) echo "LANG=C" ;;
        lang-ko) echo "LANG=ko_KR.UTF-8" ;;
        tz) echo "TZ=Pacific/Auckland" ;;
        busy) echo "next to two busy loops" ;;
        leap-day) echo "from five minutes before the end of 29 February" ;;
        new-year) echo "from five minutes before the end of the year" ;;
        summer-time) echo "from five minutes before the clock is put forward in Berlin" ;;
        winter-time) echo "from five minutes before the clock is put back in Berlin" ;;
        *+*) echo "${1//+/, }" ;;
        *) return 1 ;;
    esac
}

# Keep the caller's settings of proxies, certificates, package indexes and Python.
caller_settings() {
    local pair name
    while IFS= read -r -d '' pair; do
        name=${pair%%=*}
        [[ $name == *CACHE* ]] && continue
        [[ $name =~ ^PYTHON$|^(PIP|UV|NPM_CONFIG|npm_config)_|_(proxy|PROXY)$|CERT|CA_?(BUNDLE|INFO) ]] || continue
        kept+=("$pair")
    done < <(env -0)
}

# Install a new Debian, of this machine's release or another, from the archive that apt itself uses.
new_debian() {
    local codename archive shared
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    archive=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
        awk -v codename="$codename" '$1 == codename { print $2; exit }')
    debootstrap --variant=minbase --include=python3,python3-venv,make,ca-certificates \
        "${2:-$codename}" "$1" "$archive"
    rm -f "$1/etc/resolv.conf"
    cp -L /etc/resolv.conf "$1/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"
    if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$1/etc/"; fi
    echo "127.0.0.1 localhost" >"$1/etc/hosts"
    echo "player:x:$player:$player::/home/player:/bin/sh" >>"$1/etc/passwd"
    mkdir -p "$1/home/player"
    for shared in proc sys dev; do mount --rbind "/$shared" "$1/$shared"; done
}

# Install what the tests would name as missing. No package may start its server.
install_programs() {
    printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d"
    chmod +x "$1/usr/sbin/policy-rc.d"
    chroot "$1" env -i "${kept[@]}" DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -ec "
        cd '$2'
        apt-get -o Acquire::Check-Valid-Until=false update
        apt-get install -y --no-install-recommends \$(.venv/bin/python -m tests.helpers.requirements --packages)"
}

# Some images contain only `initdb` of PostgreSQL, in the PATH.
hide_postgresql() {
    local initdb
    mkdir -p "$place/bin"
    for initdb in /usr/lib/postgresql/*/bin/initdb; do
        cp "$initdb" "$place/bin/" && mount -t tmpfs tmpfs /usr/lib/postgresql
    done
    bare_path=$place/bin:$bare_path
}

# The monotonic clock stays right, because all waiting depends on it. Redis and the browsers hang with
# libfaketime, because they bring their own memory allocators: they have the real clock.
fake_clock() {
    local program found
    clock=(faketime --exclude-monotonic "$1")
    mkdir -p "$place/bin"
    for program in redis-server chromium firefox-esr WebKitWebDriver; do
        found=$(command -v "$program") || continue
        printf '#!/bin/sh\nunset LD_PRELOAD\nexec %s "$@"\n' "$found" >"$place/bin/$program"
        chmod +x "$place/bin/$program"
    done
    bare_path=$place/bin:$bare_path
}

# Replace Python's sleep, which does not work with the clocks of `fake_clock` in libfaketime. This is
# in the virtual environment, because isolated processes do not read PYTHONPATH.
replace_sleep() {
    local into
    for into in "$1"/.venv/lib/python*/site-packages; do
        printf '%s\n' 'import select, time' \
            'time.sleep = lambda seconds: select.select([], [], [], seconds) and None' \
            >"$into/sitecustomize.py"
        chmod 644 "$into/sitecustomize.py"
    done
}

# Run one variant in namespaces of its own: prepare the machine, then run the command in a clone.
inside() {
    local variant=$1 place=$2 part release= busy=
    local enter=() as=() given=() kept=() before=() clock=() home=$place/home clone=$place/tavola
    local temporary=$place/tmp as_player=(setpriv --reuid=$player --regid=$player --clear-groups)
    caller_settings
    mkdir "$home" "$temporary"
    for part in ${variant//+/ }; do
        case $part in
            bare | bare-root | next)
                [ "$part" != next ] || release=testing
                new_debian "$place/debian" "$release"
                enter=(chroot "$place/debian")
                temporary=
                home=/home/player
                if [ "$part" = bare-root ]; then home=/root; else as=("${as_player[@]}"); fi
                chmod 700 "$place/debian/root"
                clone=$home/tavola
                ;;
            root-only) chmod 700 "$place" && hide_postgresql ;;
            user)
                cp /etc/passwd "$place/passwd"
                echo "player:x:$player:$player::$home:/bin/sh" >>"$place/passwd"
                mount --bind "$place/passwd" /etc/passwd
                as=("${as_player[@]}")
                ;;
            nameless)
                as=("${as_player[@]}")
                home=
                temporary=$place/tmp/$(printf 'long%.0s' {1..30})
                mkdir "$temporary"
                umask 077
                before=(unshare --net sh -c
                    'sysctl -qw net.ipv6.conf.all.disable_ipv6=1; ip link set lo up; exec "$@"' sh)
                ;;
            lang-c) given+=(LANG=C) ;;
            lang-ko) given+=(LANG=ko_KR.UTF-8) ;;
            tz) given+=(TZ=Pacific/Auckland) ;;
            busy) busy=yes ;;
            leap-day) fake_clock '2028-02-29 23:55:00 UTC' ;;
            new-year) fake_clock '2027-12-31 23:55:00 UTC' ;;
            summer-time) given+=(TZ=Europe/Berlin) && fake_clock '2028-03-26 00:55:00 UTC' ;;
            winter-time) given+=(TZ=Europe/Berlin) && fake_clock '2028-10-29 00:55:00 UTC' ;;
        esac
    done
    git clone --quiet --no-hardlinks "$here" "${enter[1]:-}$clone"
    if [ "${#as[@]}" -gt 0 ]; then
        chown -R $player:$player "${enter[1]:-}$clone" "${enter[1]:-$place}/tmp"
        [ -z "$home" ] || chown $player:$player "${enter[1]:-}$home"
        [ -z "${enter[1]:-}" ] || chown 0:0 "${enter[1]}/tmp"
    fi
    if [ -n "$busy" ]; then
        # They end with this namespace.
        for _ in 1 2; do (while :; do :; done) & done
    fi
    [ -z "$home" ] || given+=(HOME="$home")
    [ -z "$temporary" ] || given+=(TMPDIR="$temporary")
    given=("${kept[@]}" PATH="$bare_path" "${given[@]}")
    "${enter[@]}" "${as[@]}" env -i "${given[@]}" sh -c 'cd "$0" && make setup-dev' "$clone"
    [ "${#clock[@]}" = 0 ] || replace_sleep "$clone"
    [ -z "$release" ] || install_programs "$place/debian" "$clone"
    echo "== $check"
    "${before[@]}" "${enter[@]}" "${as[@]}" env -i "${given[@]}" "${clock[@]}" \
        sh -c "cd '$clone' && $check"
}

# Count the tests with this result, over all calls of pytest in a log.
count() {
    sed -n '/^== /,$p' "$1" | grep -E ' in [0-9.]+s' | grep -oE "[0-9]+ ($2)" | awk '{ sum += $1 } END { print sum + 0 }'
}

if [ "${1:-}" = --inside ]; then
    inside "$2" "$3"
    exit
fi

[ $# -gt 0 ] || set -- "${variants[@]}"
for variant in ${*//+/ }; do
    describe "$variant" >/dev/null || { echo "no variant is named $variant: ${variants[*]}" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo "tools/machines.sh needs root: it changes users and mounts." >&2; exit 2; }
mkdir -p "$logs"
work=$(mktemp -d /var/tmp/tavola-machines.XXXXXX)
chmod 755 "$work"
trap 'wait; rm -rf --one-file-system "$work"' EXIT
rows=$(printf '%-12s %-6s %7s %7s %7s %7s   %s' VARIANT STATUS SECONDS PASSED FAILED SKIPPED MACHINE)
failed=0
for variant; do
    mkdir "$work/$variant"
    began=$SECONDS status=green
    echo "$variant: $check (see var/machines/$variant.log)"
    unshare --mount --pid --fork --kill-child --mount-proc -- \
        "$0" --inside "$variant" "$work/$variant" >"$logs/$variant.log" 2>&1 || status=red
    [ $status = green ] || failed=1
    log=$logs/$variant.log
    rows+=$'\n'$(printf '%-12s %-6s %7d %7d %7d %7d   %s' "$variant" $status $((SECONDS - began)) \
        "$(count "$log" passed)" "$(count "$log" 'failed|errors?')" "$(count "$log" skipped)" "$(describe "$variant")")
    rm -rf --one-file-system "${work:?}/$variant" &
done
echo "$rows"
exit $failed
