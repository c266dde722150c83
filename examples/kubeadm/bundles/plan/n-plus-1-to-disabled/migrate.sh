#!/usr/bin/env bash
# From 'n-plus-1' to 'disabled' (strategy leader-migration), step by step. Made by cdk8s-ccm-migration; do not edit, plan again.
#
# Settings, as environment variables:
#   NODE_EXEC     runs a program on a node: NODE_EXEC='ssh root@{node}', or 'kubectl exec -i -n ops shell-{node} -- chroot /host'
#   NODE_ROOT     folder that is / of the node, where NODE_EXEC ends elsewhere, for example /host
#   NODE_UPGRADE  your own way to another release of a node's kubelet: NODE_UPGRADE='./upgrade.sh {node} {release}'; not set: binaries stay
#   CLUSTER_ID    id of the cluster tag, for the check of tags
#   STATE_DIR     where progress and copies of objects are kept; default /var/lib/ccm-migration (copies below backup/)
#   APP_DIR       folder that holds dist/ and nodes/; default: where this plan was made for
#   MAX_SECONDS   no wait is longer than this; default: as each step says
#   KUBECTL       default kubectl; for example 'kubectl --context prod-eu'
#   DRAIN_FLAGS, RESTART_KUBELET, HTTP_GET, TAG_VERIFY, CONTROL_PLANE_LABEL, POLL_SECONDS   see their defaults below
# Words are split at blanks; {node} and {release} are replaced.
set -euo pipefail

APP_DIR=${APP_DIR:-$(cd "$(dirname "$0")" && cd ../../.. && pwd)}
STATE_DIR=${STATE_DIR:-/var/lib/ccm-migration}
NODE_EXEC=${NODE_EXEC:-}
NODE_ROOT=${NODE_ROOT:-}
NODE_UPGRADE=${NODE_UPGRADE:-}
RESTART_KUBELET=${RESTART_KUBELET:-systemctl restart kubelet}
DRAIN_FLAGS=${DRAIN_FLAGS:---ignore-daemonsets --delete-emptydir-data --timeout=600s}
HTTP_GET=${HTTP_GET:-curl -ksSf --max-time 5}
TAG_VERIFY=${TAG_VERIFY:-npx --package cdk8s-ccm-migration ccm-migration tag verify}
CONTROL_PLANE_LABEL=${CONTROL_PLANE_LABEL:-node-role.kubernetes.io/control-plane}
CLUSTER_ID=${CLUSTER_ID:-}
POLL_SECONDS=${POLL_SECONDS:-2}
MAX_SECONDS=${MAX_SECONDS:-}
read -r -a KUBECTL_WORDS <<<"${KUBECTL:-kubectl}"
DRY_RUN=0
YES=0
STEP_START=

PLAN_ID=n-plus-1-to-disabled-a948513b736b
PROGRESS=$STATE_DIR/progress/$PLAN_ID
TO_STATE=disabled
RELEASES='1.26.15 1.27.16'
CONTROL_PLANE_NODES=(ip-10-0-1-10.eu-central-1.compute.internal ip-10-0-2-10.eu-central-1.compute.internal ip-10-0-3-10.eu-central-1.compute.internal)
NODES=(ip-10-0-1-10.eu-central-1.compute.internal ip-10-0-2-10.eu-central-1.compute.internal ip-10-0-3-10.eu-central-1.compute.internal ip-10-0-1-101.eu-central-1.compute.internal ip-10-0-2-101.eu-central-1.compute.internal)
HAS_WORKERS=1
NEEDS_NODE_EXEC=1
SIDE_LABEL=ccm-migration/side
PROVIDER_ID_PREFIX=aws://
PINNED_FILES='93a385c96435bf21b6e07a315ea57322816579bbde0e80fcd0dceceee6be4a3b dist/disabled/30-ccm.k8s.yaml
fdab79f1c32b93e6bff02d97f4ff46216f4b5e9eca63196b37495074223c5c5e dist/n-plus-1/10-lease-access.k8s.yaml
ae395de4f37cb829bc2a4ab59e13f6fbdf03099dc6832c583d471e1d9d2d356e dist/n-plus-1/20-config.k8s.yaml
33aaa8f80474c6d739e8c89c631cea35ad126c9781f480b80a9bb320a3229314 dist/n-plus-1/30-ccm.k8s.yaml'
STEPS=(01_no_node_of_n 02_disable 03_lease_unused 04_lease_access_gone 05_lease_gone 06_clean_ip_10_0_1_10_eu_central_1_compute_internal 07_clean_ip_10_0_2_10_eu_central_1_compute_internal 08_clean_ip_10_0_3_10_eu_central_1_compute_internal 09_labels_gone 10_settled)

say() { printf '%s\n' "$*" >&2; }
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
  text=${text//'{node}'/$node}
  text=${text//'{release}'/$release}
  read -r -a TEMPLATE <<<"$text"
}

kube() { "${KUBECTL_WORDS[@]}" "$@" </dev/null; }

# Everything that changes something outside this machine goes through here.
change() {
  say "    \$ $*"
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
  printf '%s\n' "$*" >>"$PROGRESS"
}
forget() {
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  grep -vxE "(begun|done) $1" "$PROGRESS" >"$PROGRESS.new" || true
  mv "$PROGRESS.new" "$PROGRESS"
}

run_step() {
  local id=$1 name=step_$1
  if is_done "$id"; then say "[$id] $("${name}_title"): done before"; return 0; fi
  say ''
  say "[$id] $("${name}_title")"
  if [ "$DRY_RUN" = 0 ]; then check_cluster; fi
  # A step that was begun is finished, whatever it looks like: the last thing it does may be missing.
  if ! is_begun "$id" && "${name}_nothing_to_do"; then
    say '    is so already'
    record "done $id"
    return 0
  fi
  confirm "[$id] go on?"
  STEP_START=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  if ! is_begun "$id"; then "${name}_before"; fi
  record "begun $id"
  "${name}_run"
  "${name}_proof"
  record "done $id"
}

undo_step() {
  local id=$1 name=step_$1
  is_begun "$id" || return 0
  say ''
  say "[$id] back: $("${name}_title")"
  confirm "[$id] take back?"
  STEP_START=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  "${name}_undo"
  forget "$id"
}

list_steps() {
  local id
  for id in "${STEPS[@]}"; do
    if is_done "$id"; then say "[x] $id $("step_${id}_title")"; else say "[ ] $id $("step_${id}_title")"; fi
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
    for ((i = ${#STEPS[@]} - 1; i >= 0; i--)); do undo_step "${STEPS[i]}"; done
    say 'all steps of this plan are taken back'
    return 0
  fi
  for id in "${STEPS[@]}"; do run_step "$id"; done
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

apply_file() {
  local path=$1 sha=$2
  pinned "$path" "$sha"
  change "${KUBECTL_WORDS[@]}" apply -f "$APP_DIR/$path"
}

# The state that a step leaves names the folder of its copies: going back finds them there.
object_copy() { printf '%s/backup/%s/objects/%s-%s-%s.yaml' "$STATE_DIR" "$1" "$2" "$3" "$4"; }

in_namespace() {
  NAMESPACE_WORDS=()
  if [ "$1" != - ]; then NAMESPACE_WORDS=(-n "$1"); fi
}

exists() {
  in_namespace "$2"
  [ -n "$(kube get "$1" "$3" ${NAMESPACE_WORDS[@]+"${NAMESPACE_WORDS[@]}"} --ignore-not-found -o name)" ]
}

copy_object() {
  local state=$1 kind=$2 namespace=$3 name=$4 file
  file=$(object_copy "$state" "$kind" "$namespace" "$name")
  say "    copy of $kind $name to $file"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  mkdir -p "$(dirname "$file")"
  in_namespace "$namespace"
  kube get "$kind" "$name" ${NAMESPACE_WORDS[@]+"${NAMESPACE_WORDS[@]}"} -o yaml >"$file.new"
  [ -s "$file.new" ] || die "no copy of $kind $name could be made, so it is not touched"
  mv "$file.new" "$file"
}

delete_object() {
  local state=$1 kind=$2 namespace=$3 name=$4
  if [ "$DRY_RUN" = 0 ] && ! exists "$kind" "$namespace" "$name"; then say "    $kind $name is gone already"; return 0; fi
  copy_object "$state" "$kind" "$namespace" "$name"
  in_namespace "$namespace"
  # In the foreground: a workload is gone when its pods are.
  change "${KUBECTL_WORDS[@]}" delete "$kind" "$name" ${NAMESPACE_WORDS[@]+"${NAMESPACE_WORDS[@]}"} --cascade=foreground --wait=true --timeout=120s
}

# The copy without what only the API server may set.
restore_object() {
  local state=$1 kind=$2 namespace=$3 name=$4 file
  file=$(object_copy "$state" "$kind" "$namespace" "$name")
  if [ "$DRY_RUN" = 0 ] && ! [ -f "$file" ]; then say "    no copy of $kind $name: it was not there"; return 0; fi
  say "    restore $kind $name from $file"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  sed -e '/^  resourceVersion:/d' -e '/^  uid:/d' -e '/^  creationTimestamp:/d' "$file" >"$file.restore"
  if exists "$kind" "$namespace" "$name"; then change "${KUBECTL_WORDS[@]}" replace -f "$file.restore"; else change "${KUBECTL_WORDS[@]}" create -f "$file.restore"; fi
}

label_node() { change "${KUBECTL_WORDS[@]}" label node "$1" "$SIDE_LABEL=n-plus-1" --overwrite; }
unlabel_node() { change "${KUBECTL_WORDS[@]}" label node "$1" "$SIDE_LABEL-"; }
# shellcheck disable=SC2086 # DRAIN_FLAGS is a list
drain() { change "${KUBECTL_WORDS[@]}" drain "$1" $DRAIN_FLAGS; }
uncordon() { change "${KUBECTL_WORDS[@]}" uncordon "$1"; }

lease_field() { kube get lease.coordination.k8s.io "$2" -n "$1" --ignore-not-found -o "jsonpath={$3}"; }

# Seen twice, longer apart than a lease lasts, without a renewal: by the rule that candidates go by, whatever the clocks say.
lease_not_held() {
  local namespace=$1 name=$2 seconds=$3 first
  [ -n "$(lease_field "$namespace" "$name" .spec.holderIdentity)" ] || return 0
  first=$(lease_field "$namespace" "$name" .metadata.resourceVersion)
  sleep "$seconds"
  [ "$(lease_field "$namespace" "$name" .metadata.resourceVersion)" = "$first" ]
}

delete_lease() {
  local state=$1 namespace=$2 name=$3 seconds=$4 version
  if [ "$DRY_RUN" = 1 ]; then say "    \$ delete Lease $namespace/$name unless it is held, with a copy and a precondition on its resourceVersion"; return 0; fi
  if ! exists lease.coordination.k8s.io "$namespace" "$name"; then say "    Lease $name is gone already"; return 0; fi
  version=$(lease_field "$namespace" "$name" .metadata.resourceVersion)
  lease_not_held "$namespace" "$name" "$seconds" || die "Lease $name is still held by $(lease_field "$namespace" "$name" .spec.holderIdentity), so it is not deleted; find out who still runs with Leader Migration"
  copy_object "$state" lease.coordination.k8s.io "$namespace" "$name"
  say "    \$ delete Lease $namespace/$name at resourceVersion $version"
  printf '{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"resourceVersion":"%s"}}' "$version" |
    "${KUBECTL_WORDS[@]}" delete --raw "/apis/coordination.k8s.io/v1/namespaces/$namespace/leases/$name" -f - >/dev/null
}

# Who leads now, if it is the component whose main Lease is given: both Leases of a process carry the same identity.
leader_by() {
  local namespace=$1 lease=$2 main=$3 holder
  holder=$(lease_field "$namespace" "$lease" .spec.holderIdentity)
  [ -n "$holder" ] && [ "$holder" = "$(lease_field "$namespace" "$main" .spec.holderIdentity)" ] && printf '%s' "$holder"
}

remember_leader() {
  local node=$1 namespace=$2 lease=$3 main=$4 leader
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  leader=$(leader_by "$namespace" "$lease" "$main" || true)
  printf '%s' "$leader" >"$PROGRESS.leader.$node"
}

# Lets the next bidder start at once. Safe only when the leader that was remembered no longer runs: see the runbook.
release_lease() {
  local node=$1 namespace=$2 lease=$3 component=$4 flag=$5 leader holder version
  if [ "$DRY_RUN" = 1 ]; then say "    \$ clear holderIdentity of Lease $namespace/$lease if the leader stopped on $node still stands there"; return 0; fi
  leader=$(cat "$PROGRESS.leader.$node" 2>/dev/null || true)
  version=$(lease_field "$namespace" "$lease" .metadata.resourceVersion)
  holder=$(lease_field "$namespace" "$lease" .spec.holderIdentity)
  if [ -z "$leader" ] || [ "$holder" != "$leader" ]; then say "    Lease $lease is not held by the process that was stopped: nothing to release"; return 0; fi
  case $leader in
    "$(node_run "$node" 'hostname')"_*) ;;
    *) say "    the leader ran on another node: nothing to release"; return 0 ;;
  esac
  process_gone "$node" "$component" "$flag" || die "$component with $flag still runs on $node: its Lease is not released"
  change "${KUBECTL_WORDS[@]}" patch lease.coordination.k8s.io "$lease" -n "$namespace" --type=merge \
    -p "{\"metadata\":{\"resourceVersion\":\"$version\"},\"spec\":{\"holderIdentity\":null}}"
}

scale() { change "${KUBECTL_WORDS[@]}" scale "deployment/$2" -n "$1" "--replicas=$3"; }

# Runs a POSIX shell script on a node, by the user's own command; the script and all data go over standard input.
node_run() {
  local node=$1 script=$2
  from_template "$NODE_EXEC" "$node" ''
  printf 'root=%s\n%s\n' "'${NODE_ROOT//'{node}'/$node}'" "$script" | "${TEMPLATE[@]}" sh -s
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
base64 -d >\"\$new\" <<'EOF_FILE'
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
remove_files() { on_files "$1" "$2" take_out 'remove, with a copy,' "${@:3}"; }
restore_files() { on_files "$1" "$2" put_back 'put back the copies of' "${@:3}"; }

# Only what this step replaced or removed: lines of the sum that it wrote (- for removed) and the path on the node.
take_back() {
  local node=$1 state=$2 list=$3 script sum path
  script="state=$state
$NODE_FUNCTIONS"
  while read -r sum path; do
    script+="
have=-
if [ -f \"\$root$path\" ]; then have=\$(sha \"\$root$path\"); fi
if [ \"\$have\" = '$sum' ]; then put_back '$path'; fi"
  done <<<"$list"
  change_node "$node" "put back the copies of ${list//$'\n'/, }" "$script"
}

# Each file of a list is as the list says, or as one of the allowed sums: lines of sha256 (several with commas), path on the node; - stands for absent.
files_are() {
  local node=$1 list=$2 script sums path
  script="$NODE_FUNCTIONS
is() {
  have=-
  if [ -f \"\$root\$2\" ]; then have=\$(sha \"\$root\$2\"); fi
  case ,\$1, in *,\$have,*) ;; *) fail \"\$2 is not as expected: it has \$have\" ;; esac
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
  change "${TEMPLATE[@]}"
}

upload_kubeadm() {
  local node=$1 path=$2 sha=$3
  pinned "$path" "$sha"
  change_node "$node" "kubeadm init phase upload-config kubeadm --config $path" "set -eu
mkdir -p \"\$root/var/lib/ccm-migration\"
base64 -d >\"\$root/var/lib/ccm-migration/kubeadm-config.yaml\" <<'EOF_FILE'
$(base64 <"$APP_DIR/$path")
EOF_FILE
kubeadm init phase upload-config kubeadm --config \"\$root/var/lib/ccm-migration/kubeadm-config.yaml\""
}

# Words, one per line, with flags changed: lines of 'set --name=value' and 'remove --name'. A value in a word of its own is not ours to guess.
FLAG_CHANGES=$(
  cat <<'EOF'
BEGIN {
  n = split(ENVIRON["CHANGES"], lines, "\n")
  for (i = 1; i <= n; i++) {
    flag = lines[i]
    sub(/^[a-z]* /, "", flag)
    name = flag
    sub(/=.*/, "", name)
    known[name] = 1
    if (lines[i] ~ /^set /) added[++m] = flag
  }
}
$0 in known { print "write " $0 " and its value as one word" >"/dev/stderr"; failed = 1; exit 1 }
{
  name = $0
  sub(/=.*/, "", name)
  if (!(name in known)) print
}
END { if (!failed) for (i = 1; i <= m; i++) print added[i] }
EOF
)

json_strings() { sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/"&"/' | paste -sd, -; }

# The Deployment as it is, with other flags and the image of the other release.
deployment_flags() {
  local namespace=$1 name=$2 old=$3 new=$4 changes=$5 image field words value path=/spec/template/spec/containers/0
  say "    Deployment $name: ${changes//$'\n'/; }; image v$new"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  image=$(kube get deployment "$name" -n "$namespace" -o 'jsonpath={.spec.template.spec.containers[0].image}')
  for field in args command; do
    words=$(kube get deployment "$name" -n "$namespace" -o "jsonpath={range .spec.template.spec.containers[0].${field}[*]}"'{@}{"\n"}{end}')
    if grep -q '^--' <<<"$words"; then break; fi
  done
  grep -q '^--' <<<"$words" || die "the first container of Deployment $name has no flags in args or command; change it by hand: $changes"
  value=$(CHANGES=$changes awk "$FLAG_CHANGES" <<<"$words" | json_strings) || die "the flags of Deployment $name cannot be read; change it by hand: $changes"
  change "${KUBECTL_WORDS[@]}" patch deployment "$name" -n "$namespace" --type=json \
    -p "[{\"op\":\"replace\",\"path\":\"$path/$field\",\"value\":[$value]},{\"op\":\"replace\",\"path\":\"$path/image\",\"value\":\"${image/":v$old"/:v$new}\"}]"
}

# A drop-in with the unit's own command line and other flags.
unit_flags() {
  local node=$1 state=$2 unit=$3 changes=$4
  change_node "$node" "$unit.service: ${changes//$'\n'/; }" "state=$state
$NODE_FUNCTIONS
line=\$(systemctl show -p ExecStart --value $unit | sed -n 's/.*argv\[\]=\(.*\) ; ignore_errors=.*/\1/p')
[ -n \"\$line\" ] || fail 'systemctl show does not say what $unit runs'
words=\$(printf '%s\\n' \$line | CHANGES='$changes' awk '$FLAG_CHANGES')
file=/etc/systemd/system/$unit.service.d/90-ccm-migration.conf
mkdir -p \"\$root\$(dirname \"\$file\")\"
save \"\$file\"
printf '[Service]\\nExecStart=\\nExecStart=%s\\n' \"\$(printf '%s' \"\$words\" | tr '\\n' ' ')\" >\"\$root\$file.new\"
mv \"\$root\$file.new\" \"\$root\$file\"
systemctl daemon-reload"
}

# Refuses a cluster that is not the one of this plan.
check_cluster() {
  local version found wanted node images image
  version=$(kube get --raw /version | sed -n 's/.*"gitVersion": *"v\{0,1\}\([0-9.]*\).*/\1/p' | head -n 1)
  [ -n "$version" ] || die "the version of the cluster cannot be read: kubectl get --raw /version"
  is_one_of "$version" "$RELEASES" || die "the cluster runs $version, but this plan is for $RELEASES; is this the right kubeconfig?"
  if [ "$HAS_WORKERS" = 1 ]; then
    found=$(kube get nodes -o 'jsonpath={range .items[*]}{.metadata.name}{"\n"}{end}' | sort)
  else
    found=$(kube get nodes -l "$CONTROL_PLANE_LABEL" -o 'jsonpath={range .items[*]}{.metadata.name}{"\n"}{end}' | sort)
  fi
  wanted=$(printf '%s\n' "${NODES[@]}" | sort)
  [ "$found" = "$wanted" ] || die "the nodes of the cluster are not those of this plan: $(diff <(echo "$wanted") <(echo "$found") | sed -n 's/^< /missing /p; s/^> /not in the plan: /p' | tr '\n' ';') run synth and plan with the nodes of this cluster"
  # Static pods of a component are named after it and their node.
  images=$(kube get pods -n kube-system -o 'jsonpath={range .items[*]}{.metadata.name} {.spec.containers[0].image}{"\n"}{end}')
  for node in "${CONTROL_PLANE_NODES[@]}"; do
    image=$(value_of "kube-controller-manager-$node" "$images")
    [ -z "$image" ] || has_release "$image" "$RELEASES" || die "kube-controller-manager on $node is $image, but this plan is for $RELEASES"
  done
}

# What stands behind a name in lines of name and value.
value_of() { awk -v name="$1" '$1 == name { sub(/^[^ ]* ?/, ""); print; exit }' <<<"$2"; }

is_one_of() {
  local item
  for item in $2; do if [ "$1" = "$item" ]; then return 0; fi; done
  return 1
}

has_release() {
  local release
  for release in $2; do case $1 in *":v$release" | *":v$release"[!0-9.]*) return 0 ;; esac; done
  return 1
}

node_ready() {
  [ "$(kube get node "$1" -o 'jsonpath={.status.conditions[?(@.type=="Ready")].status}')" = True ]
}

runs_release() {
  local node=$1 component=$2 release=$3 found
  found=$(kube get pod "$component-$node" -n kube-system --ignore-not-found -o 'jsonpath={.spec.containers[0].image} {.status.containerStatuses[0].ready}')
  has_release "${found% *}" "$release" && [ "${found##* }" = true ]
}

# /healthz of a controller manager is open to everybody, and bound to the node's own address with kubeadm.
healthz() { [ "$(node_run "$1" "$HTTP_GET https://127.0.0.1:$2/healthz")" = ok ]; }
readyz() { [ "$(node_run "$1" "$HTTP_GET https://127.0.0.1:$2/readyz")" = ok ]; }

# No process of that name whose command line has that flag; - stands for any.
process_gone() {
  local node=$1 component=$2 flag=$3
  if [ "$flag" = - ]; then flag=; fi
  node_run "$node" "for p in \"\$root\"/proc/[0-9]*/cmdline; do
  line=\$(tr '\\0' ' ' <\"\$p\" 2>/dev/null) || continue
  case \${line%% *} in $component | */$component) case \$line in *'$flag'*) exit 1 ;; esac ;; esac
done"
}

rolled_out() { kube rollout status "$1" -n "$2" --timeout=5s >/dev/null 2>&1; }

pods_on() {
  kube get pods -n "$1" -l "$2" --field-selector "spec.nodeName=$3" -o 'jsonpath={range .items[*]}{.metadata.name}{"\n"}{end}'
}
ccm_ready_on() {
  [ "$(kube get pods -n "$1" -l "$2" --field-selector "spec.nodeName=$3" -o 'jsonpath={.items[*].status.containerStatuses[0].ready}')" = true ]
}
no_ccm_on() { [ -z "$(pods_on "$1" "$2" "$3")" ]; }
no_ccm() { [ -z "$(kube get pods -n "$1" -l "$2" -o name)" ]; }

lease_held_by() { [ -n "$(leader_by "$1" "$2" "$3")" ]; }
lease_is_held() { ! lease_not_held "$1" "$2" "$3"; }

may_use_lease() {
  local namespace=$1 lease=$2 who=$3 verb
  for verb in get update; do
    [ "$(kube auth can-i "$verb" "leases.coordination.k8s.io/$lease" -n "$namespace" --as "$who" 2>/dev/null)" = yes ] || return 1
  done
}

# One line for each node: its name, and a field of it.
node_fields() { kube get "$1" -o 'jsonpath={range .items[*]}{.metadata.name} {'"$2"'}{"\n"}{end}'; }

provider_ids() {
  local node id fields
  fields=$(node_fields nodes .spec.providerID)
  for node in "$@"; do
    id=$(value_of "$node" "$fields")
    case $id in "$PROVIDER_ID_PREFIX"?*) ;; *) say "    $node has the provider ID '$id'"; return 1 ;; esac
  done
}

initialized() {
  local node fields
  fields=$(node_fields nodes '.spec.taints[*].key')
  for node in "$@"; do
    case " $(value_of "$node" "$fields") " in
      *' node.cloudprovider.kubernetes.io/uninitialized '*) say "    $node is not initialized"; return 1 ;;
    esac
  done
}

# No Service failed to get its load balancer since the step began. RFC 3339 in UTC sorts as text.
services_well() {
  local failed
  failed=$(kube get events -A --field-selector involvedObject.kind=Service,reason=SyncLoadBalancerFailed \
    -o 'jsonpath={range .items[*]}{.lastTimestamp} {.involvedObject.namespace}/{.involvedObject.name}{"\n"}{end}' | awk -v since="$STEP_START" '$1 >= since')
  if [ -n "$failed" ]; then say "    SyncLoadBalancerFailed: $failed"; return 1; fi
}

csi_driver_on() {
  local node fields
  fields=$(node_fields csinodes '.spec.drivers[*].name')
  for node in "$@"; do
    case " $(value_of "$node" "$fields") " in *' ebs.csi.aws.com '*) ;; *) say "    $node has no ebs.csi.aws.com"; return 1 ;; esac
  done
}

csi_migrated_on() {
  local node fields
  fields=$(node_fields csinodes '.metadata.annotations.storage\.alpha\.kubernetes\.io/migrated-plugins')
  for node in "$@"; do
    case ",$(value_of "$node" "$fields")," in
      *,kubernetes.io/aws-ebs,*) ;;
      *) say "    $node does not announce CSI migration of kubernetes.io/aws-ebs"; return 1 ;;
    esac
  done
}

are_nodes() { kube get nodes "$@" -o name >/dev/null; }

# A kubelet whose node changes its name registers a new node, and the old one is deleted with its labels.
host_is_named() { [ "$(node_run "$1" 'uname -n' | tr '[:upper:]' '[:lower:]')" = "$1" ]; }

NODE_NAME_CHECK=$(
  cat <<'EOF'
override=$(tr ' "=' '\n\n\n' <"$flag_file" | sed -n '/^--hostname-override$/{n;p;}')
name=${override:-$(uname -n | tr A-Z a-z)}
if [ "$name" = "$node_name" ]; then echo "ok: registers as $name"; else echo "stop: registers as $name, not as $node_name" >&2; false; fi
EOF
)

# Asked in the middle of a step, before the kubelet is restarted.
keeps_name() {
  local node=$1 file=$2
  say "    ? the kubelet of $node keeps its name"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  node_run "$node" "node_name=$node flag_file=\"\$root$file\"
$NODE_NAME_CHECK" >&2 || die "the kubelet of $node would register under another name, so it is not restarted; the way back from here: $0 --back"
}

has_program() { node_run "$1" "test -x \"\$root$2\""; }

all_on_release() {
  local node
  for node in "${CONTROL_PLANE_NODES[@]}"; do runs_release "$node" kube-controller-manager "$1" || return 1; done
}

tags_in_order() {
  [ -n "$CLUSTER_ID" ] || die 'CLUSTER_ID is not set: the id of the cluster tag, kubernetes.io/cluster/<id>'
  local nodes=$STATE_DIR/progress/nodes.json words
  kube get nodes -o json >"$nodes"
  read -r -a words <<<"$TAG_VERIFY"
  "${words[@]}" --cluster-id "$CLUSTER_ID" --nodes "$nodes" >&2
}

command_of() { kube get pod "$2-$1" -n kube-system --ignore-not-found -o 'jsonpath={.spec.containers[0].command} {.spec.containers[0].args}'; }
pod_has() { case $(command_of "$1" "$2") in *"$3"*) ;; *) return 1 ;; esac; }
pod_lacks() {
  local line
  line=$(command_of "$1" "$2")
  case $line in ' ' | '' | *"$3"*) return 1 ;; esac
}

# Check that every control-plane node runs version N+1
step_01_no_node_of_n_title() { printf '%s' 'Check that every control-plane node runs version N+1'; }
step_01_no_node_of_n_nothing_to_do() { false; }
step_01_no_node_of_n_before() {
  :
}
step_01_no_node_of_n_run() {
  :
}
step_01_no_node_of_n_proof() {
  must all_on_release 1.27.16
  must services_well
}
step_01_no_node_of_n_undo() {
  :
}

# Roll the cloud-controller-manager without Leader Migration
step_02_disable_title() { printf '%s' 'Roll the cloud-controller-manager without Leader Migration'; }
step_02_disable_nothing_to_do() { false; }
step_02_disable_before() {
  :
}
step_02_disable_run() {
  apply_file dist/disabled/30-ccm.k8s.yaml 93a385c96435bf21b6e07a315ea57322816579bbde0e80fcd0dceceee6be4a3b
}
step_02_disable_proof() {
  eventually 180 rolled_out daemonset/aws-cloud-controller-manager kube-system
}
step_02_disable_undo() {
  apply_file dist/n-plus-1/10-lease-access.k8s.yaml fdab79f1c32b93e6bff02d97f4ff46216f4b5e9eca63196b37495074223c5c5e
  apply_file dist/n-plus-1/20-config.k8s.yaml ae395de4f37cb829bc2a4ab59e13f6fbdf03099dc6832c583d471e1d9d2d356e
  apply_file dist/n-plus-1/30-ccm.k8s.yaml 33aaa8f80474c6d739e8c89c631cea35ad126c9781f480b80a9bb320a3229314
}

# Check that nobody uses the migration Lease
step_03_lease_unused_title() { printf '%s' 'Check that nobody uses the migration Lease'; }
step_03_lease_unused_nothing_to_do() { false; }
step_03_lease_unused_before() {
  :
}
step_03_lease_unused_run() {
  :
}
step_03_lease_unused_proof() {
  eventually 68 lease_not_held kube-system cloud-provider-extraction-migration 17
  eventually 104 lease_is_held kube-system cloud-controller-manager 17
}
step_03_lease_unused_undo() {
  :
}

# Remove access to the migration Lease and its configuration
step_04_lease_access_gone_title() { printf '%s' 'Remove access to the migration Lease and its configuration'; }
step_04_lease_access_gone_nothing_to_do() { false; }
step_04_lease_access_gone_before() {
  :
}
step_04_lease_access_gone_run() {
  delete_object n-plus-1 configmap kube-system leader-migration-config
  delete_object n-plus-1 rolebinding.rbac.authorization.k8s.io kube-system leader-migration:kube-controller-manager
  delete_object n-plus-1 rolebinding.rbac.authorization.k8s.io kube-system leader-migration:cloud-controller-manager
  delete_object n-plus-1 role.rbac.authorization.k8s.io kube-system leader-migration:kube-controller-manager
  delete_object n-plus-1 role.rbac.authorization.k8s.io kube-system leader-migration:cloud-controller-manager
}
step_04_lease_access_gone_proof() {
  :
}
step_04_lease_access_gone_undo() {
  restore_object n-plus-1 role.rbac.authorization.k8s.io kube-system leader-migration:cloud-controller-manager
  restore_object n-plus-1 role.rbac.authorization.k8s.io kube-system leader-migration:kube-controller-manager
  restore_object n-plus-1 rolebinding.rbac.authorization.k8s.io kube-system leader-migration:cloud-controller-manager
  restore_object n-plus-1 rolebinding.rbac.authorization.k8s.io kube-system leader-migration:kube-controller-manager
  restore_object n-plus-1 configmap kube-system leader-migration-config
}

# Delete the migration Lease
step_05_lease_gone_title() { printf '%s' 'Delete the migration Lease'; }
step_05_lease_gone_nothing_to_do() { false; }
step_05_lease_gone_before() {
  :
}
step_05_lease_gone_run() {
  delete_lease n-plus-1 kube-system cloud-provider-extraction-migration 17
}
step_05_lease_gone_proof() {
  :
}
step_05_lease_gone_undo() {
  :
}

# Remove what the migration left on ip-10-0-1-10.eu-central-1.compute.internal
step_06_clean_ip_10_0_1_10_eu_central_1_compute_internal_title() { printf '%s' 'Remove what the migration left on ip-10-0-1-10.eu-central-1.compute.internal'; }
step_06_clean_ip_10_0_1_10_eu_central_1_compute_internal_nothing_to_do() { false; }
step_06_clean_ip_10_0_1_10_eu_central_1_compute_internal_before() {
  :
}
step_06_clean_ip_10_0_1_10_eu_central_1_compute_internal_run() {
  remove_files ip-10-0-1-10.eu-central-1.compute.internal n-plus-1 /etc/leadermigration.conf
}
step_06_clean_ip_10_0_1_10_eu_central_1_compute_internal_proof() {
  :
}
step_06_clean_ip_10_0_1_10_eu_central_1_compute_internal_undo() {
  take_back ip-10-0-1-10.eu-central-1.compute.internal n-plus-1 '- /etc/leadermigration.conf'
}

# Remove what the migration left on ip-10-0-2-10.eu-central-1.compute.internal
step_07_clean_ip_10_0_2_10_eu_central_1_compute_internal_title() { printf '%s' 'Remove what the migration left on ip-10-0-2-10.eu-central-1.compute.internal'; }
step_07_clean_ip_10_0_2_10_eu_central_1_compute_internal_nothing_to_do() { false; }
step_07_clean_ip_10_0_2_10_eu_central_1_compute_internal_before() {
  :
}
step_07_clean_ip_10_0_2_10_eu_central_1_compute_internal_run() {
  remove_files ip-10-0-2-10.eu-central-1.compute.internal n-plus-1 /etc/leadermigration.conf
}
step_07_clean_ip_10_0_2_10_eu_central_1_compute_internal_proof() {
  :
}
step_07_clean_ip_10_0_2_10_eu_central_1_compute_internal_undo() {
  take_back ip-10-0-2-10.eu-central-1.compute.internal n-plus-1 '- /etc/leadermigration.conf'
}

# Remove what the migration left on ip-10-0-3-10.eu-central-1.compute.internal
step_08_clean_ip_10_0_3_10_eu_central_1_compute_internal_title() { printf '%s' 'Remove what the migration left on ip-10-0-3-10.eu-central-1.compute.internal'; }
step_08_clean_ip_10_0_3_10_eu_central_1_compute_internal_nothing_to_do() { false; }
step_08_clean_ip_10_0_3_10_eu_central_1_compute_internal_before() {
  :
}
step_08_clean_ip_10_0_3_10_eu_central_1_compute_internal_run() {
  remove_files ip-10-0-3-10.eu-central-1.compute.internal n-plus-1 /etc/leadermigration.conf
}
step_08_clean_ip_10_0_3_10_eu_central_1_compute_internal_proof() {
  :
}
step_08_clean_ip_10_0_3_10_eu_central_1_compute_internal_undo() {
  take_back ip-10-0-3-10.eu-central-1.compute.internal n-plus-1 '- /etc/leadermigration.conf'
}

# Remove the labels of upgraded nodes
step_09_labels_gone_title() { printf '%s' 'Remove the labels of upgraded nodes'; }
step_09_labels_gone_nothing_to_do() { false; }
step_09_labels_gone_before() {
  :
}
step_09_labels_gone_run() {
  unlabel_node ip-10-0-1-10.eu-central-1.compute.internal
  unlabel_node ip-10-0-2-10.eu-central-1.compute.internal
  unlabel_node ip-10-0-3-10.eu-central-1.compute.internal
}
step_09_labels_gone_proof() {
  :
}
step_09_labels_gone_undo() {
  label_node ip-10-0-1-10.eu-central-1.compute.internal
  label_node ip-10-0-2-10.eu-central-1.compute.internal
  label_node ip-10-0-3-10.eu-central-1.compute.internal
}

# Check nodes and Services in state 'disabled'
step_10_settled_title() { printf '%s' 'Check nodes and Services in state '\''disabled'\'''; }
step_10_settled_nothing_to_do() { false; }
step_10_settled_before() {
  :
}
step_10_settled_run() {
  :
}
step_10_settled_proof() {
  eventually 120 initialized ip-10-0-1-10.eu-central-1.compute.internal ip-10-0-2-10.eu-central-1.compute.internal ip-10-0-3-10.eu-central-1.compute.internal ip-10-0-1-101.eu-central-1.compute.internal ip-10-0-2-101.eu-central-1.compute.internal
  eventually 120 provider_ids ip-10-0-1-10.eu-central-1.compute.internal ip-10-0-2-10.eu-central-1.compute.internal ip-10-0-3-10.eu-central-1.compute.internal ip-10-0-1-101.eu-central-1.compute.internal ip-10-0-2-101.eu-central-1.compute.internal
  must services_well
}
step_10_settled_undo() {
  :
}

main "$@"
