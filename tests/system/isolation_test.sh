#!/usr/bin/env bash
# Verifies a package where no source and no compiler can be found, and shows that the search before it would
# find them.
#
# usage: isolation_test.sh CLRUN PACKAGE [without-source's option…] [-- clrun's argument…]
set -euo pipefail
without_source=$(dirname "${BASH_SOURCE[0]}")/../../script/lib/without-source
clrun=$1 package=$2
shift 2
options=()
while (($# > 0)) && [[ $1 != -- ]]; do options+=("$1"); shift; done
(($# == 0)) || shift

# states: when the files of this machine that the root shows were last changed
states() { stat -L -c '%n %z' /usr/lib/*/{libm.so.6,libpocl.so.*} build/il-driver/lib/* 2>/dev/null || true; }

before=$(states)
code=0
"$without_source" "${options[@]}" "$clrun" "$package" "$@" || code=$?
if ((code == 77)); then
  echo "SKIP: verification without source: this machine allows no mount namespaces"
  exit 77
fi
((code == 0)) || { echo "FAILED: exit $code"; exit 1; }
[[ $(states) == "$before" ]] || { echo "FAILED: files of this machine were changed"; diff <(echo "$before") <(states); exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
plant() {
  rm -rf "$work/planted"
  cp -r "$package" "$work/planted"
  cat >"$work/planted/$1"
  code=0
  "$without_source" "${options[@]}" "$clrun" "$work/planted" devices >"$work/out" || code=$?
  if ((code != 1)) || ! grep -q "/app/package/$1" "$work/out"; then
    cat "$work/out"
    echo "FAILED: a planted $1 was not found (exit $code)"
    exit 1
  fi
  echo "a planted $1 was found"
}
plant vecadd.cl <<<""
plant notes.txt <<<"__kernel void hidden(__global int* p) { p[0] = 1; }"
plant clc-worker <<<""
