#!/bin/sh
# Runs the device tests on the driver that CLC_IL_VENDORS names.
#
# usage: il_test.sh FOLDER keep|kept CLC_DEVICE_TESTS ARGUMENT…
#
#   keep   empties FOLDER, and keeps in it the binaries that the driver finishes
#   kept   takes every program from FOLDER
#
# One half of the groups of checks one day, the other the next; CLC_DEVICE_SHARE=1/1 runs all.
set -eu
folder=$1 way=$2
shift 2
if [ -z "${CLC_IL_VENDORS:-}" ]; then
  echo "SKIP: device tests from SPIR-V ($way): CLC_IL_VENDORS names no driver that takes it (script/setup --optional)"
  exit 77
fi
if [ "$way" = keep ]; then
  rm -rf "$folder"
  echo "${CLC_DEVICE_SHARE:-$(($(date +%s) / 86400 % 2 + 1))/2}" >"$folder-share"  # the day may end before the other test
fi
# Vectors of four items: Intel's driver takes three times as long to make those of sixteen, and dies of some.
OCL_ICD_VENDORS=$CLC_IL_VENDORS CL_CONFIG_CPU_VECTORIZER_MODE=4 exec "$@" --share "$(cat "$folder-share")" "--$way" "$folder"
