#!/bin/sh
# Runs a test program as an ordinary user. Root becomes one that has no account and no group, and
# that is nobody else's: the kernel counts processes by user, and a fork bomb beside would count.
set -eu
[ "$(id -u)" = 0 ] || exec "$@"
id=$((5000000 + $$))
user="--reuid $id --regid $id --clear-groups"
# shellcheck disable=SC2086
if ! setpriv $user test -x "$1"; then
  echo "skipped: no ordinary user can reach $1"
  exit 77
fi
exec setpriv $user "$@"
