#!/bin/sh
# Prints a package as text, after the readers of SPIR-V and PTX that are installed have taken each binary.
#
# usage: clc compile … -o - | disasm.sh CLC
set -e
has() { command -v "$1" >/dev/null; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/clc-test-XXXXXX")
trap 'rm -rf "$folder"' EXIT
"$1" unpack - -o "$folder/package"
for binary in "$folder"/package/*; do
  case $binary in
    *.spv)
      minor=$(od -An -t u1 -j 5 -N 1 "$binary" | tr -d ' ')
      ! has spirv-val || spirv-val --target-env "spv1.$minor" "$binary"
      # LLVM 15's translator, which drivers are made of, reads SPIR-V up to 1.4.
      if [ "$minor" -le 4 ] && [ "$LLVM_SPIRV" ]; then "$LLVM_SPIRV" -r "$binary" -o /dev/null; fi
      ;;
    *.ptx)
      chip=$(sed -n 's/^\.target \([a-z0-9_]*\).*/\1/p' "$binary")
      case $chip in sm_[56]? | sm_70) chip=sm_75 ;; esac # ptxas knows no older ones
      ! has ptxas || ptxas -O0 "-arch=$chip" "$binary" -o /dev/null # whether it takes it; code is another test's
      ;;
  esac
done
"$1" disasm "$folder/package"
