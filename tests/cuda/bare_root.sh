#!/usr/bin/env bash
# Verifies the algorithm set on clc's driver over CUDA in a root that has nothing else of OpenCL: glibc, libcuda.so.1 with its PTX compiler,
# OpenCL's loader, and clc. For a machine with an NVIDIA GPU, as root.
#
# usage: bare_root.sh CLRUN LIBCLC-CUDA.SO PACKAGE OUT      PACKAGE: the algorithms for cuda:sm_NN, a file; OUT: a folder for what was said
#        CUDA_FOLDER  where libcuda.so.1 is (default: found)
set -uo pipefail
clrun=$1 driver=$2 package=$3 out=$4
root=$(mktemp -d /tmp/bare.XXXXXX)

# add LIBRARY…: at the same paths
add() {
  local library
  for library in "$@"; do
    [ -e "$root$library" ] || { mkdir -p "$root$(dirname "$library")" && cp -L "$library" "$root$library"; }
  done
}

# needs FILE…: the libraries that the loader finds for files
needs() {
  ldd "$@" 2>/dev/null | grep -v ':$' | grep -o '/[^ ]*' | sort -u
}

# inside PROGRAM ARGUMENT…
inside() {
  timeout 300 env -i HOME=/tmp LD_LIBRARY_PATH=/cuda OCL_ICD_VENDORS=/vendors "$(command -v chroot)" "$root" "$@"
}

leave() {
  umount -l "$root/proc" "$root/dev" 2>/dev/null
  rm -rf --one-file-system "$root"
}

for folder in ${CUDA_FOLDER:-} /usr/local/nvidia/lib64 /usr/lib/x86_64-linux-gnu; do
  [ -e "$folder/libcuda.so.1" ] && break
done
mkdir -p "$root"/{bin,cuda,dev,driver,proc,tmp,vendors}
cp -L "$folder"/libcuda.so.1 "$root/cuda/"
cp -L "$folder"/libnvidia-ptxjitcompiler.so.1 "$folder"/libnvidia-gpucomp.so* "$root/cuda/" 2>/dev/null
cp -L "$clrun" "$(command -v clinfo)" "$root/bin/"
cp "$driver" "$root/driver/libclc-cuda.so"
cp "$package" "$root/algorithms.clcpack"
echo /driver/libclc-cuda.so >"$root/vendors/cuda.icd"
readarray -t libraries < <(needs "$clrun" "$(command -v clinfo)" "$driver" "$folder/libcuda.so.1")
add "${libraries[@]}" /lib/x86_64-linux-gnu/lib{dl.so.2,pthread.so.0,rt.so.1,m.so.6}
mount -t proc proc "$root/proc" || mount --rbind /proc "$root/proc" && mount --make-rslave "$root/proc" 2>/dev/null
mount --rbind /dev "$root/dev" && mount --make-rslave "$root/dev"
trap leave EXIT

echo "files of the root:"
(cd "$root" && find . -xdev -path ./proc -prune -o -path ./dev -prune -o -type f -print | sort)
inside "/bin/$(basename "$(command -v clinfo)")" >"$out/clinfo.txt"
echo "clinfo: exit $?; $(grep -m1 'Number of platforms' "$out/clinfo.txt" | tr -s ' '); $(grep -m1 'Platform Name' "$out/clinfo.txt" | tr -s ' ')"
for name in bitonic_sort branches constant_memory copy_width fma histogram256 histogram256_rgba image_rotate matmul minmax nbody overlap reduce \
  reduce_double sort transfer transpose vecadd; do
  inside "/bin/$(basename "$clrun")" verify $name --package /algorithms.clcpack >"$out/verify-$name.txt" 2>&1 &
done
sleep 8
for process in /proc/[0-9]*; do  # one that runs in the root
  if [ "$(readlink "$process/root")" = "$root" ] && grep -q libcuda.so "$process/maps" 2>/dev/null; then
    grep -o '[^ ]*\.so[^ ]*$' "$process/maps" | sort -u | sed "s#^$root##" >"$out/maps.txt"
    break
  fi
done
wait
echo "libraries in the maps of a process there:"
cat "$out/maps.txt"
echo "of them libnvidia-opencl: $(grep -c libnvidia-opencl "$out/maps.txt")"
cat "$out"/verify-*.txt | grep -E '^[0-9]+ passed' | awk '{p += $1; f += $3; s += $5} END {print p " passed, " f " failed, " s " skipped"; exit f != 0 || p == 0}'
