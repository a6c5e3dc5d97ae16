#!/bin/sh
# Runs the device tests on the driver that CLC_IL_VENDORS names.
#
# usage: il_test.sh FOLDER keep|kept CLC_DEVICE_TESTS ARGUMENT…
#
#   keep   empties FOLDER, and keeps in it the binaries that the driver finishes
#   kept   takes every program from FOLDER
set -eu
folder=$1 way=$2
shift 2
if [ -z "${CLC_IL_VENDORS:-}" ]; then
  echo "SKIP: device tests from SPIR-V ($way): CLC_IL_VENDORS names no driver that takes it (script/setup --optional)"
  exit 77
fi
[ "$way" != keep ] || rm -rf "$folder"
# Vectors of four items: Intel's driver takes three times as long to make those of sixteen, and dies of some.
OCL_ICD_VENDORS=$CLC_IL_VENDORS CL_CONFIG_CPU_VECTORIZER_MODE=4 exec "$@" "--$way" "$folder"
