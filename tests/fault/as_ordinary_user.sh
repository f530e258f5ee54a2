#!/bin/sh
# Runs a test program as an ordinary user. Root becomes one that has no account and no group.
set -eu
[ "$(id -u)" = 0 ] || exec "$@"
user="--reuid 454545 --regid 454545 --clear-groups"
# shellcheck disable=SC2086
if ! setpriv $user test -x "$1"; then
  echo "skipped: no ordinary user can reach $1"
  exit 77
fi
exec setpriv $user "$@"
