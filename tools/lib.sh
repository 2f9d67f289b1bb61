# shellcheck shell=bash
# Shared by the scripts in this folder: how they speak, and how they use apt.

say() { printf '%s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# quietly COMMAND...: no output when it works, the end of its output when it does not.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  ((status == 0)) || tail -n 12 "$log" >&2
  rm -f "$log"
  return "$status"
}

apt_install() {
  ((EUID == 0)) && command -v apt-get >/dev/null || return 1
  say "Installing $* with apt ..."
  quietly apt-get -q update &&
    DEBIAN_FRONTEND=noninteractive quietly apt-get -q install -y --no-install-recommends "$@"
}
