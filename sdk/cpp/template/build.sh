#!/bin/sh
# `sh build.sh` builds the agent, `sh build.sh test` its unit test.
set -eu
what=main
[ "${1-}" != test ] || what=test_agent

compile() { g++ -std=c++20 -O2 -I. "$@"; }

# The messages come compiled, since that takes longer than your agent. For a machine that cannot
# link them: rm danno/agent.pb.o
[ -f danno/agent.pb.o ] || compile -c danno/agent.pb.cc -o danno/agent.pb.o
compile "$what.cpp" danno/agent.pb.o -lprotobuf-lite -o "$what"
