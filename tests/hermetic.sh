#!/bin/sh
# Runs a test with a home, a cache and a temporary folder of its own, all gone with it: what a user
# has solved, built or left behind changes no test.
set -u
own=$(mktemp -d /tmp/danno-test-XXXXXXXX) || exit
clean() { chmod -R u+rwX "$own" && rm -rf "$own"; }
trap clean EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$own"  # agents of other users are started from there
mkdir "$own/home" "$own/tmp" && chmod 1777 "$own/tmp" || exit
unset XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME
HOME=$own/home TMPDIR=$own/tmp "$@"
