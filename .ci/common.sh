# What the scripts demo, check and bench/run share; they set `root`, the top of
# the source tree, and read this file. Bash.

set -euo pipefail
build="$root/build"

# Everything that building, testing and showing Ferry needs.
packages=(
  ca-certificates ccache clang-22 clinfo cmake g++ git
  libclang-22-dev libgtest-dev libllvmspirvlib-15-dev libpng-dev
  libtbb-dev libxxhash-dev libzstd-dev lld-22 llvm-15-dev llvm-22-dev
  llvm-22-tools ninja-build ocl-icd-libopencl1 ocl-icd-opencl-dev
  opencl-clhpp-headers opencl-headers spirv-tools
)

say() { printf '\n== %s\n' "$*"; }

# The last line that a failing script prints: what to do.
fail() {
  printf '\n%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Runs a command as root.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "Packages are missing (${missing[*]}). Run this as root once, or install sudo."
  fi
}

installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Installs those of the packages, and of those given as arguments, that are
# missing.
install_packages() {
  local packages=("${packages[@]}" "$@")
  command -v apt-get >/dev/null ||
    fail "There is no apt-get here. Install what corresponds to these packages of Debian, then run cmake and ninja as README.md says: ${packages[*]}"
  missing=()
  local package
  for package in "${packages[@]}"; do
    installed "$package" || missing+=("$package")
  done
  if [ ${#missing[@]} = 0 ]; then
    say "All packages are installed"
    return
  fi

  say "Installing ${#missing[@]} packages: ${missing[*]}"
  as_root apt-get update ||
    fail "apt-get update failed. Look at the network and at /etc/apt/sources.list*, then run this again."
  local unknown=()
  for package in "${missing[@]}"; do
    [[ $(LC_ALL=C apt-cache policy "$package") == *"Candidate: "[^\(]* ]] ||
      unknown+=("$package")
  done
  if [ ${#unknown[@]} != 0 ]; then
    fail "apt knows no ${unknown[*]}. LLVM 22 comes with Debian 12's security suite; add it and run this again:
  echo 'deb http://deb.debian.org/debian-security bookworm-security main' | sudo tee /etc/apt/sources.list.d/bookworm-security.list"
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends "${missing[@]}" ||
    fail "apt-get could not install the packages. Its last lines say why; 'apt-get -f install' mends most of it."
}

# Configures the tree in build/ and builds all of it, or the given targets.
build_tree() {
  say "Configuring $build"
  cmake -S "$root" -B "$build" -G Ninja ||
    fail "cmake failed. If $build was made otherwise before, remove it and run this again."
  say "Building (the first time takes some minutes)"
  ninja -C "$build" "$@" || fail "The build failed; the lines above the last FAILED say where."
}

# Makes build/all-vendors, where the built Ferry stands beside the ICDs that are
# installed.
merge_vendors() {
  local merged="$build/all-vendors" icd
  rm -rf "$merged"
  mkdir -p "$merged"
  for icd in /etc/OpenCL/vendors/*.icd; do
    # An installed Ferry gives way to the built one.
    if [ -e "$icd" ] && [ "$(basename "$icd")" != ferry.icd ]; then
      cp "$icd" "$merged"
    fi
  done
  cp "$build/vendors/ferry.icd" "$merged"
}
