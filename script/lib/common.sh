# What the scripts share. Source it; it defines `source_root` and changes to it.
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$source_root"

# A heading on standard output.
section() { printf '\n== %s\n' "$*"; }

# Ends the script with a message: what is wrong and what to do.
give_up() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# How many processors this process may use.
cores() { nproc 2>/dev/null || echo 1; }

# git in this tree, whoever owns the folder.
tree_git() { git -c safe.directory="$source_root" "$@"; }

# The C and C++ files of the tree, each ended by a zero byte: those that git tracks, and new ones that it does not ignore.
# Without git it is all files outside of build/.
cpp_files() {
  local path
  if tree_git rev-parse --git-dir >/dev/null 2>&1; then
    tree_git ls-files -z --cached --others --exclude-standard --deduplicate -- '*.c' '*.cpp' '*.h' |
      while IFS= read -r -d '' path; do
        [[ ! -f $path ]] || printf '%s\0' "$path"
      done
  else
    find . -path ./build -prune -o -type f \( -name '*.c' -o -name '*.cpp' -o -name '*.h' \) -print0
  fi
}

# configure_preset NAME: lets CMake make build/NAME, unless that was done before.
configure_preset() {
  [[ -f build/$1/build.ninja ]] || cmake --preset "$1" >build/configure-"$1".log 2>&1 ||
    { cat build/configure-"$1".log >&2; give_up "CMake could not configure build/$1: see above"; }
}

# build_preset NAME [CMAKE-BUILD-ARGUMENT…]: configures when needed and builds.
build_preset() {
  configure_preset "$1"
  local preset=$1
  shift
  cmake --build --preset "$preset" -j "$(cores)" "$@"
}
