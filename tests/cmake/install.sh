#!/bin/sh
# Installs clc for the tests: all of it, and the component Runtime by itself.
# usage: install.sh CMAKE BUILD-FOLDER PREFIX RUNTIME-PREFIX
set -eu
rm -rf "$3" "$4"
"$1" --install "$2" --prefix "$3"
"$1" --install "$2" --prefix "$4" --component Runtime
# The install tree can be moved: nothing in it may say where it was made.
if grep -rlF "$2" "$3/include" "$3"/lib*/cmake "$3"/lib*/pkgconfig; then
  echo "FAILED: these name the build folder"
  exit 1
fi
