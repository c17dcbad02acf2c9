#!/bin/sh
# Installs drawproof @VERSION@ below ~/.local: the program, its man pages and completions.
#
#     curl -fsSL @REPOSITORY@/releases/download/v@VERSION@/install.sh | sh
#
# $DRAWPROOF_PREFIX replaces ~/.local. $DRAWPROOF_RELEASE replaces the address of the release's files, and may be a
# folder.
set -eu

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

fetch() {
  case $1 in
    /*) cp "$1" . ;;
    *) curl -fsSL --retry 3 -O "$1" ;;
  esac || fail "cannot get $1"
}

main() {
  [ $# -eq 0 ] || fail "takes no arguments: it reads DRAWPROOF_PREFIX and DRAWPROOF_RELEASE, see its first lines"
  release=${DRAWPROOF_RELEASE:-@REPOSITORY@/releases/download/v@VERSION@}
  if [ -d "$release" ]; then release=$(cd "$release" && pwd); fi
  prefix=${DRAWPROOF_PREFIX:-$HOME/.local}
  case $prefix in
    /*) ;;
    *) prefix=$PWD/$prefix ;;
  esac
  libc=gnu
  if ldd --version 2>&1 | grep -qi musl; then libc=musl; fi
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) target=x86_64-unknown-linux-$libc ;;
    Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-$libc ;;
    Darwin-arm64) target=aarch64-apple-darwin ;;
    Darwin-x86_64) target=x86_64-apple-darwin ;;
    *) fail "there is no archive for $(uname -s) on $(uname -m)" ;;
  esac
  archive=drawproof-$target.tar.gz
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  cd "$folder"
  fetch "$release/$archive"
  fetch "$release/SHA256SUMS"
  grep " $archive\$" SHA256SUMS > wanted || fail "SHA256SUMS does not name $archive"
  if command -v sha256sum > /dev/null; then
    sha256sum -c wanted > /dev/null || fail "$archive is damaged"
  else
    shasum -a 256 -c wanted > /dev/null || fail "$archive is damaged"
  fi
  tar -xzf "$archive"
  cd "drawproof-$target"
  share=$prefix/share
  mkdir -p "$prefix/bin" "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
    "$share/fish/vendor_completions.d"
  # A running program can be removed, but not overwritten.
  rm -f "$prefix/bin/drawproof"
  cp drawproof "$prefix/bin/"
  cp man/*.1 "$share/man/man1/"
  cp completions/drawproof.bash "$share/bash-completion/completions/drawproof"
  cp completions/_drawproof "$share/zsh/site-functions/"
  cp completions/drawproof.fish "$share/fish/vendor_completions.d/"
  "$prefix/bin/drawproof" --version
  case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) echo "add $prefix/bin to your PATH" ;;
  esac
}

# The call is at the end, so that a truncated script does nothing.
main "$@"
