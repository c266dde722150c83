/** The frame of every script: steps, questions, progress, dry run. Bash 3.2 and later. */
export const CORE = `\
say() { printf '%s\\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }
usage() {
  say "usage: $(basename "$0") [--dry-run] [--yes] [--back] [--list]"
  say '  --dry-run  read the cluster, print what would be done, change nothing'
  say '  --yes      do not ask before each step'
  say '  --back     take back what this plan did so far, last step first'
  say '  --list     print the steps and which of them are done'
  say 'settings are environment variables, see the head of this file'
}

# A command given as a template, {node} and {release} filled in, split at blanks.
from_template() {
  local text=$1 node=$2 release=$3
  text=\${text//'{node}'/$node}
  text=\${text//'{release}'/$release}
  read -r -a TEMPLATE <<<"$text"
}

kube() { "\${KUBECTL_WORDS[@]}" "$@" </dev/null; }

# Everything that changes something outside this machine goes through here.
change() {
  say "    \\$ $*"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  "$@" </dev/null
}

sha256_of() {
  if command -v sha256sum >/dev/null; then sha256sum <"$1" | cut -d' ' -f1; else shasum -a 256 <"$1" | cut -d' ' -f1; fi
}

# A file of the app as it was when the plan was made.
pinned() {
  local path=$1 sha=$2
  [ -f "$APP_DIR/$path" ] || die "'$path' is not in $APP_DIR; run synth again, then plan again"
  [ "$(sha256_of "$APP_DIR/$path")" = "$sha" ] || die "'$path' is not as it was when this plan was made; run plan again"
}

# Holds, or comes to hold within so many seconds.
eventually() {
  local seconds=$1
  shift
  if [ -n "$MAX_SECONDS" ] && [ "$seconds" -gt "$MAX_SECONDS" ]; then seconds=$MAX_SECONDS; fi
  say "    ? $* (at most $seconds s)"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  local end=$((SECONDS + seconds))
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || die "not within $seconds s: $*; the way back from here: $0 --back"
    sleep "$POLL_SECONDS"
  done
}

# Holds now.
must() {
  say "    ? $*"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  "$@" || die "does not hold: $*; nothing was changed by this step"
}

confirm() {
  if [ "$YES" = 1 ] || [ "$DRY_RUN" = 1 ]; then return 0; fi
  local answer=
  printf '%s [y/N] ' "$1" >&2
  IFS= read -r answer || true
  case $answer in
    y | Y | yes) ;;
    *) say 'stopped; run again to go on from here'; exit 3 ;;
  esac
}

is_done() { [ -f "$PROGRESS" ] && grep -qx "done $1" "$PROGRESS"; }
is_begun() { [ -f "$PROGRESS" ] && grep -qxE "(begun|done) $1" "$PROGRESS"; }
record() {
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  printf '%s\\n' "$*" >>"$PROGRESS"
}
forget() {
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  grep -vxE "(begun|done) $1" "$PROGRESS" >"$PROGRESS.new" || true
  mv "$PROGRESS.new" "$PROGRESS"
}

run_step() {
  local id=$1 name=step_$1
  if is_done "$id"; then say "[$id] $("\${name}_title"): done before"; return 0; fi
  say ''
  say "[$id] $("\${name}_title")"
  if [ "$DRY_RUN" = 0 ]; then check_cluster; fi
  # A step that was begun is finished, whatever it looks like: the last thing it does may be missing.
  if ! is_begun "$id" && "\${name}_nothing_to_do"; then
    say '    is so already'
    record "done $id"
    return 0
  fi
  confirm "[$id] go on?"
  STEP_START=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  if ! is_begun "$id"; then "\${name}_before"; fi
  record "begun $id"
  "\${name}_run"
  "\${name}_proof"
  record "done $id"
}

undo_step() {
  local id=$1 name=step_$1
  is_begun "$id" || return 0
  say ''
  say "[$id] back: $("\${name}_title")"
  confirm "[$id] take back?"
  STEP_START=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  "\${name}_undo"
  forget "$id"
}

list_steps() {
  local id
  for id in "\${STEPS[@]}"; do
    if is_done "$id"; then say "[x] $id $("step_\${id}_title")"; else say "[ ] $id $("step_\${id}_title")"; fi
  done
}

main() {
  local mode=forward id
  while [ $# -gt 0 ]; do
    case $1 in
      --dry-run) DRY_RUN=1 ;;
      --yes) YES=1 ;;
      --back) mode=back ;;
      --list) mode=list ;;
      -h | --help) usage; exit 0 ;;
      *) usage; exit 2 ;;
    esac
    shift
  done
  if [ "$mode" = list ]; then list_steps; return 0; fi
  check_settings
  check_cluster
  if [ "$mode" = back ]; then
    for ((i = \${#STEPS[@]} - 1; i >= 0; i--)); do undo_step "\${STEPS[i]}"; done
    say 'all steps of this plan are taken back'
    return 0
  fi
  for id in "\${STEPS[@]}"; do run_step "$id"; done
  if [ "$DRY_RUN" = 1 ]; then say 'dry run: nothing was changed'; else say "done: the cluster is in state $TO_STATE"; fi
}

check_settings() {
  local path sha
  while read -r sha path; do
    if [ -n "$path" ]; then pinned "$path" "$sha"; fi
  done <<<"$PINNED_FILES"
  if [ "$NEEDS_NODE_EXEC" = 1 ] && [ -z "$NODE_EXEC" ]; then
    die "NODE_EXEC is not set: the command that runs a program on a node, for example NODE_EXEC='ssh root@{node}'"
  fi
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  mkdir -p "$STATE_DIR/progress" "$STATE_DIR/backup" || die "cannot write to $STATE_DIR; set STATE_DIR to a folder that survives a restart"
}

# Something that only its owner can do.
manual() {
  say "    by hand: $1"
  confirm '    done?'
}
`;
