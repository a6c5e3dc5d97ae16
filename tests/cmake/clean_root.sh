#!/usr/bin/env bash
# Runs a shell script where only the system's packages are: in a mount namespace whose root holds /usr and /etc,
# read-only, and what is shown to it. The source tree is not there.
#
# usage: clean_root.sh [--without-compiler] [--over FOLDER] [--show SOURCE=TARGET]… [--writable SOURCE=TARGET]… SCRIPT
#
#   --without-compiler   nor is LLVM 22, nor Clang 22
#   --over               what is in FOLDER/usr appears in /usr, as if it were installed there
#
# Exit 77: this machine allows no namespaces, or no overlays in them; else the script's exit code.
set -euo pipefail
shopt -s nullglob
PATH+=:/usr/sbin:/sbin  # chroot

# put SOURCE TARGET [OPTION…]: what is SOURCE outside appears as TARGET in the root
put() {
  mkdir -p "$(dirname "$root$2")"
  if [[ -d $1 ]]; then mkdir -p "$root$2"; else [[ -e $root$2 ]] || touch "$root$2"; fi
  mount --bind "$1" "$root$2"
  (($# < 3)) || mount -o "remount,bind,$3" "$root$2"
}

hide_compiler() {
  local path empty=$root/empty
  mkdir "$empty"
  for path in /usr/lib/llvm-22 /usr/lib/clang/22* /usr/include/{llvm,clang}*-22; do mount --bind "$empty" "$root$path"; done
  for path in /usr/lib/*/lib{LLVM,clang}*22* /usr/bin/*-22; do
    [[ -L $path || ! -e $path ]] || mount --bind /dev/null "$root$path"
  done
}

enter_root() {
  local path pair option hide=
  mount -t tmpfs -o mode=755 none "$root"
  for path in bin sbin lib lib64; do
    [[ ! -L /$path ]] || ln -s "usr/$path" "$root/$path"
  done
  mkdir -p "$root"/{dev/shm,proc,root,sys,tmp}
  put /usr /usr ro
  put /etc /etc ro
  for path in /dev/null /dev/zero /dev/urandom; do put $path $path; done
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  while (($# > 1)); do
    case $1 in
      --without-compiler) hide=1; shift; continue ;;
      --over)
        mount -t overlay none -o "ro,lowerdir=$2/usr:/usr" "$root/usr" || exit 77
        shift 2
        continue
        ;;
      --show) option=ro ;;
      --writable) option=rw ;;
    esac
    pair=$2
    put "${pair%%=*}" "${pair#*=}" $option
    shift 2
  done
  [[ -z $hide ]] || hide_compiler
  exec chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root TMPDIR=/tmp LANG=C.UTF-8 POCL_CACHE_DIR=/tmp/pocl \
    /bin/sh -euc "cd /; $1"
}

if [[ -n ${CLC_CLEAN_ROOT:-} ]]; then
  root=$CLC_CLEAN_ROOT
  enter_root "$@"
fi
namespaces=(unshare --mount --pid --fork --kill-child)
((EUID == 0)) || namespaces+=(--user --map-root-user)
if ! "${namespaces[@]}" true 2>/dev/null; then
  echo "SKIP: this machine lets nobody make mount namespaces"
  exit 77
fi
folder=$(mktemp -d)
trap 'rmdir "$folder"' EXIT
CLC_CLEAN_ROOT=$folder "${namespaces[@]}" "$0" "$@"
