/** What the script does on nodes, through the user's own command. */
export const NODES = `\
# Runs a POSIX shell script on a node, by the user's own command; the script and all data go over standard input.
node_run() {
  local node=$1 script=$2
  from_template "$NODE_EXEC" "$node" ''
  printf 'root=%s\\n%s\\n' "'\${NODE_ROOT//'{node}'/$node}'" "$script" | "\${TEMPLATE[@]}" sh -s
}

change_node() {
  local node=$1 what=$2 script=$3
  say "    on $node: $what"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  node_run "$node" "$script"
}

# What every script on a node may use. A new file is staged beside the folder of static pods, never in it: a kubelet runs whatever lies there.
NODE_FUNCTIONS=$(
  cat <<'EOF'
set -eu
fail() { echo "$*" >&2; exit 1; }
sha() { sha256sum <"$1" | cut -d' ' -f1; }
place() {
  dir=$(dirname "$root$1")
  case $1 in /etc/kubernetes/manifests/*) stage=$(dirname "$dir") ;; *) stage=$dir ;; esac
  mkdir -p "$dir"
  new=$stage/.ccm-migration-new-$(basename "$1")
  [ "$(stat -c %d "$stage")" = "$(stat -c %d "$dir")" ] || fail "$stage and $dir are on different file systems, so $1 cannot be replaced by a rename"
}
save() {
  copy=$root/var/lib/ccm-migration/backup/$state$1
  mkdir -p "$(dirname "$copy")"
  if [ -f "$copy" ] && [ -f "$root$1" ] && ! cmp -s "$copy" "$root$1"; then
    i=1
    while [ -e "$copy.$i" ]; do i=$((i + 1)); done
    mv "$copy" "$copy.$i"
  fi
  if [ -f "$root$1" ]; then
    cp -p "$root$1" "$copy.new"
    cmp -s "$root$1" "$copy.new" || fail "the copy of $1 is not equal to it"
    mv "$copy.new" "$copy"
    rm -f "$copy.absent" "$copy.same"
  elif ! [ -f "$copy" ]; then
    : >"$copy.absent"
  fi
}
move_in() {
  place "$1"
  [ "$(sha "$new")" = "$2" ] || fail "$1 did not arrive as it was sent"
  if [ -f "$root$1" ] && [ "$(sha "$root$1")" = "$2" ]; then
    rm "$new"
    copy=$root/var/lib/ccm-migration/backup/$state$1
    mkdir -p "$(dirname "$copy")"
    if ! [ -f "$copy" ] && ! [ -f "$copy.absent" ]; then : >"$copy.same"; fi
    return 0
  fi
  save "$1"
  chmod "$3" "$new"
  if [ "$(id -u)" = 0 ]; then chown "$4" "$new"; fi
  mv "$new" "$root$1"
}
take_out() {
  if ! [ -e "$root$1" ]; then return 0; fi
  save "$1"
  rm "$root$1"
}
put_back() {
  copy=$root/var/lib/ccm-migration/backup/$state$1
  if [ -f "$copy" ]; then
    place "$1"
    cp -p "$copy" "$new"
    mv "$new" "$root$1"
  elif [ -f "$copy.absent" ]; then
    if [ -e "$root$1" ]; then mv "$root$1" "$copy.taken-back"; fi
  elif ! [ -f "$copy.same" ]; then
    fail "there is no copy of $1 below $root/var/lib/ccm-migration/backup/$state; put the file back from where you keep it"
  fi
}
EOF
)

# Lines of a list: sha256, mode, owner, path in the app, path on the node.
put_files() {
  local node=$1 state=$2 list=$3 script sha mode owner source target
  script="state=$state
$NODE_FUNCTIONS"
  while read -r sha mode owner source target; do
    pinned "$source" "$sha"
    say "    on $node: $target from $source"
    script+="
place '$target'
base64 -d >\\"\\$new\\" <<'EOF_FILE'
$(base64 <"$APP_DIR/$source")
EOF_FILE
move_in '$target' $sha $mode $owner"
  done <<<"$list"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  node_run "$node" "$script"
}

# The next three take the paths on the node as their last arguments.
on_files() {
  local node=$1 state=$2 action=$3 what=$4 script path
  shift 4
  script="state=$state
$NODE_FUNCTIONS"
  for path in "$@"; do script+="
$action '$path'"; done
  change_node "$node" "$what $*" "$script"
}
remove_files() { on_files "$1" "$2" take_out 'remove, with a copy,' "\${@:3}"; }
restore_files() { on_files "$1" "$2" put_back 'put back the copies of' "\${@:3}"; }

# Only what this step replaced or removed: lines of the sum that it wrote (- for removed) and the path on the node.
take_back() {
  local node=$1 state=$2 list=$3 script sum path
  script="state=$state
$NODE_FUNCTIONS"
  while read -r sum path; do
    script+="
have=-
if [ -f \\"\\$root$path\\" ]; then have=\\$(sha \\"\\$root$path\\"); fi
if [ \\"\\$have\\" = '$sum' ]; then put_back '$path'; fi"
  done <<<"$list"
  change_node "$node" "put back the copies of \${list//$'\\n'/, }" "$script"
}

# Each file of a list is as the list says, or as one of the allowed sums: lines of sha256 (several with commas), path on the node; - stands for absent.
files_are() {
  local node=$1 list=$2 script sums path
  script="$NODE_FUNCTIONS
is() {
  have=-
  if [ -f \\"\\$root\\$2\\" ]; then have=\\$(sha \\"\\$root\\$2\\"); fi
  case ,\\$1, in *,\\$have,*) ;; *) fail \\"\\$2 is not as expected: it has \\$have\\" ;; esac
}"
  while read -r sums path; do script+="
is '$sums' '$path'"; done <<<"$list"
  node_run "$node" "$script"
}
files_are_quietly() { files_are "$@" 2>/dev/null; }

restart_kubelet() { change_node "$1" "$RESTART_KUBELET" "$RESTART_KUBELET"; }

stop_process() { change_node "$1" "$2" "$2"; }

# The user's own way to another release of the node's binaries, where there is one.
upgrade_node() {
  local node=$1 release=$2
  if [ -z "$NODE_UPGRADE" ]; then say "    NODE_UPGRADE is not set: kubelet and kubeadm of $node stay at their release"; return 0; fi
  from_template "$NODE_UPGRADE" "$node" "$release"
  change "\${TEMPLATE[@]}"
}

upload_kubeadm() {
  local node=$1 path=$2 sha=$3
  pinned "$path" "$sha"
  change_node "$node" "kubeadm init phase upload-config kubeadm --config $path" "set -eu
mkdir -p \\"\\$root/var/lib/ccm-migration\\"
base64 -d >\\"\\$root/var/lib/ccm-migration/kubeadm-config.yaml\\" <<'EOF_FILE'
$(base64 <"$APP_DIR/$path")
EOF_FILE
kubeadm init phase upload-config kubeadm --config \\"\\$root/var/lib/ccm-migration/kubeadm-config.yaml\\""
}
`;
