#!/bin/sh
# layers.sh DANNO WITHOUT_LANDLOCK: takes layers away one by one and reads what doctor says. Needs
# root, for namespaces in which something is missing; the machine itself is not touched.
set -eu
danno=$1
without_landlock=$2
if [ "$(id -u)" != 0 ] || ! unshare -m true 2>/dev/null; then
  echo "skipped: needs root to take layers away"
  exit 77
fi

failures=0
# expect CODE WORDS COMMAND…: the exit code, and WORDS in the output.
expect() {
  code=$1 words=$2
  shift 2
  got=0
  output=$("$@" 2>&1) || got=$?
  if [ "$got" != "$code" ] || ! printf '%s' "$output" | grep -qF -- "$words"; then
    printf 'expected exit %s and "%s", got exit %s from %s:\n%s\n' "$code" "$words" "$got" "$*" "$output"
    failures=$((failures + 1))
  fi
}
# Runs `after CHANGE COMMAND…` in a mount namespace of its own.
after() {
  change=$1
  shift
  unshare -m sh -c "$change"' && exec "$@"' sh "$@"
}

expect 0 'isolation strict: holds' "$danno" doctor --level strict
no_bwrap='mount --bind /dev/null /usr/bin/bwrap'
expect 3 'apt-get install bubblewrap' after "$no_bwrap" "$danno" doctor --level strict
expect 0 'isolation confined: holds' after "$no_bwrap" "$danno" doctor --level confined
no_cgroup='mount -t tmpfs none /sys/fs/cgroup'
expect 0 'counted every' after "$no_cgroup" "$danno" doctor --level strict
hidden_proc='mount -t tmpfs none /proc/irq'
expect 0 'isolation strict: holds' after "$hidden_proc" "$danno" doctor --level strict
expect 3 'DANNO_UIDS' unshare -U -r "$danno" doctor --level strict
expect 0 'isolation none: holds' unshare -U -r "$danno" doctor --level none
expect 3 'DANNO_UIDS' env DANNO_UIDS=0-9 "$danno" doctor --level strict
# A build is a program of the agent's: it does not run where the layers do not hold.
bot=$(mktemp -d)
trap 'rm -rf "$bot"' EXIT
printf 'name = "bot"\nbuild = ["true"]\nrun = ["true"]\n' > "$bot/agent.toml"
expect 3 'isolation strict is not available' env DANNO_UIDS=0-9 "$danno" match "$bot" hold
expect 0 'isolation strict: holds' "$without_landlock" "$danno" doctor --level strict
expect 3 'Landlock ABI 0' "$without_landlock" "$danno" doctor --level confined
# without_user_namespaces COMMAND…: as root of a user namespace that has all ids and allows no
# further one. It waits, stopped, until its ids are there.
without_user_namespaces() {
  # shellcheck disable=SC2016
  unshare -U sh -c 'kill -STOP $$; exec sh -c "$0" sh "$@"' \
    'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"' "$@" &
  child=$!
  until grep -q '^State:.*[TZ]' "/proc/$child/status"; do :; done
  echo '0 0 1000000' > "/proc/$child/uid_map"
  echo '0 0 1000000' > "/proc/$child/gid_map"
  kill -CONT "$child"
  wait "$child"
}
expect 3 'user.max_user_namespaces' without_user_namespaces "$danno" doctor --level strict
exit $failures
