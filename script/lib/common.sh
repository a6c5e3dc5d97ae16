# Functions that the scripts share. Source this file; it defines `source_root` and changes to it.
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$source_root"

# A heading on standard output.
section() { printf '\n== %s\n' "$*"; }

# Ends the script with a message: what is wrong and what to do.
give_up() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# fetch PART FOLDER: puts the files of a part of downloads.txt into the folder, each after its digest was checked. A file that lies in
# build/downloads is not downloaded. `all` is every part but those of script/test-windows. Of wheels for one processor and one Python it
# takes this machine's; for a Python that the list does not know it takes all, and pip says that none fits. After a failure, which it
# tells, nothing is there.
fetch() (
  machine=$(uname -m)
  python=cp$(python3 -c 'import sys; print(*sys.version_info[:2], sep="")')
  grep -q -- "-$python-$python-" script/lib/downloads.txt || python=cp3*
  mkdir -p "$(dirname "$2")" && work=$(mktemp -d "$2.XXXXXX") || exit 1
  trap 'rm -rf "$work"' EXIT
  while read -r part digest url; do
    name=${url##*/}
    [[ $url == https://* && ($1 == "$part" || $1 == all && $part != windows*) && ($name != *_@(x86_64|aarch64).* || $name == *_"$machine".*) ]] || continue
    # shellcheck disable=SC2053
    [[ $name != *-cp3*-cp3*-* || $name == *-$python-$python-* ]] || continue
    if [[ -f build/downloads/$name ]]; then
      cp "build/downloads/$name" "$work/$name"
    else
      curl --fail --silent --show-error --proto =https --connect-timeout 20 --max-time 600 --retry 2 --output "$work/$name" "$url" ||
        give_up "could not download $name: see above; without a network it is taken from build/downloads (docs/security.md)"
    fi || exit 1
    found=$(sha256sum "$work/$name")
    [[ ${found%% *} == "$digest" ]] ||
      give_up "$name is not the file that script/lib/downloads.txt names: its SHA-256 is ${found%% *}, not $digest"
  done <script/lib/downloads.txt
  compgen -G "$work/*" >/dev/null || give_up "script/lib/downloads.txt has nothing of '$1' for $machine"
  mkdir -p "$2" && mv "$work"/* "$2"
)

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

# configure_preset NAME [FOLDER CMAKE-ARGUMENT…]: lets CMake make build/NAME, or FOLDER, unless that was done before.
configure_preset() {
  local preset=$1 folder=${2:-build/$1} log
  shift $(($# < 2 ? $# : 2))
  [[ ! -f $folder/build.ninja ]] || return 0
  mkdir -p build
  log=build/configure-${folder##*/}.log
  cmake --preset "$preset" -B "$folder" "$@" >"$log" 2>&1 ||
    { cat "$log" >&2; give_up "CMake could not configure $folder: see above"; }
}

# configure_smoke NAME [CMAKE-ARGUMENT…]: the same for build/smoke-NAME, in which nothing is optimized, for Clang compiles that in half
# the time, and warnings are errors.
configure_smoke() {
  configure_preset "$1" "build/smoke-$1" -D CLC_SANITIZER_OPTIMIZATION=0 -D CLC_WARNINGS_AS_ERRORS=ON "${@:2}"
}

# build_preset NAME [CMAKE-BUILD-ARGUMENT…]: configures when needed and builds.
build_preset() {
  configure_preset "$1"
  local preset=$1
  shift
  cmake --build --preset "$preset" -j "$(cores)" "$@"
}

# debian_sources FOLDER [--tar-only] PACKAGE…: unpacks Debian's source packages, with --tar-only without Debian's patches, this release's or,
# where the mirror of this machine lacks those, the newest. The lists are of this call alone: what apt is set up for stays.
debian_sources() (
  folder=$1
  shift
  lists=$(mktemp -d) || exit 1
  trap 'rm -rf "$lists"' EXIT
  mkdir -p "$lists"/{lists/partial,cache/archives/partial}
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' 'Component: main' | head -1)
  apt=(apt-get -qq -o "Dir::Etc::SourceList=$lists/list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$lists/lists"
    -o "Dir::Cache=$lists/cache" -o APT::Sandbox::User=root)
  only=()
  if [[ $1 == --tar-only ]]; then only=(--download-only); fi
  for suite in "$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)" sid; do
    echo "deb-src $mirror $suite main" >"$lists/list"
    rm -rf "$lists/got"
    mkdir "$lists/got"
    (cd "$lists/got" && "${apt[@]}" update && "${apt[@]}" source "${only[@]}" "$@") || continue
    for file in "$lists"/got/*.orig.tar.*; do
      [[ $1 != --tar-only || $file == *.asc ]] || tar -xf "$file" -C "$folder" || exit 1
    done
    [[ $1 == --tar-only ]] || mv "$lists"/got/*/ "$folder"
    exit 0
  done
  exit 1
)
