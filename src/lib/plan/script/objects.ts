/** What the script does to Kubernetes objects, each deletion with a copy. */
export const OBJECTS = `\
apply_file() {
  local path=$1 sha=$2
  pinned "$path" "$sha"
  change "\${KUBECTL_WORDS[@]}" apply -f "$APP_DIR/$path"
}

# The state that a step leaves names the folder of its copies: going back finds them there.
object_copy() { printf '%s/backup/%s/objects/%s-%s-%s.yaml' "$STATE_DIR" "$1" "$2" "$3" "$4"; }

in_namespace() {
  NAMESPACE_WORDS=()
  if [ "$1" != - ]; then NAMESPACE_WORDS=(-n "$1"); fi
}

exists() {
  in_namespace "$2"
  [ -n "$(kube get "$1" "$3" \${NAMESPACE_WORDS[@]+"\${NAMESPACE_WORDS[@]}"} --ignore-not-found -o name)" ]
}

copy_object() {
  local state=$1 kind=$2 namespace=$3 name=$4 file
  file=$(object_copy "$state" "$kind" "$namespace" "$name")
  say "    copy of $kind $name to $file"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  mkdir -p "$(dirname "$file")"
  in_namespace "$namespace"
  kube get "$kind" "$name" \${NAMESPACE_WORDS[@]+"\${NAMESPACE_WORDS[@]}"} -o yaml >"$file.new"
  [ -s "$file.new" ] || die "no copy of $kind $name could be made, so it is not touched"
  mv "$file.new" "$file"
}

delete_object() {
  local state=$1 kind=$2 namespace=$3 name=$4
  if [ "$DRY_RUN" = 0 ] && ! exists "$kind" "$namespace" "$name"; then say "    $kind $name is gone already"; return 0; fi
  copy_object "$state" "$kind" "$namespace" "$name"
  in_namespace "$namespace"
  # In the foreground: a workload is gone when its pods are.
  change "\${KUBECTL_WORDS[@]}" delete "$kind" "$name" \${NAMESPACE_WORDS[@]+"\${NAMESPACE_WORDS[@]}"} --cascade=foreground --wait=true --timeout=120s
}

# The copy without what only the API server may set.
restore_object() {
  local state=$1 kind=$2 namespace=$3 name=$4 file
  file=$(object_copy "$state" "$kind" "$namespace" "$name")
  if [ "$DRY_RUN" = 0 ] && ! [ -f "$file" ]; then say "    no copy of $kind $name: it was not there"; return 0; fi
  say "    restore $kind $name from $file"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  sed -e '/^  resourceVersion:/d' -e '/^  uid:/d' -e '/^  creationTimestamp:/d' "$file" >"$file.restore"
  if exists "$kind" "$namespace" "$name"; then change "\${KUBECTL_WORDS[@]}" replace -f "$file.restore"; else change "\${KUBECTL_WORDS[@]}" create -f "$file.restore"; fi
}

label_node() { change "\${KUBECTL_WORDS[@]}" label node "$1" "$SIDE_LABEL=n-plus-1" --overwrite; }
unlabel_node() { change "\${KUBECTL_WORDS[@]}" label node "$1" "$SIDE_LABEL-"; }
# shellcheck disable=SC2086 # DRAIN_FLAGS is a list
drain() { change "\${KUBECTL_WORDS[@]}" drain "$1" $DRAIN_FLAGS; }
uncordon() { change "\${KUBECTL_WORDS[@]}" uncordon "$1"; }

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
  if [ "$DRY_RUN" = 1 ]; then say "    \\$ delete Lease $namespace/$name unless it is held, with a copy and a precondition on its resourceVersion"; return 0; fi
  if ! exists lease.coordination.k8s.io "$namespace" "$name"; then say "    Lease $name is gone already"; return 0; fi
  version=$(lease_field "$namespace" "$name" .metadata.resourceVersion)
  lease_not_held "$namespace" "$name" "$seconds" || die "Lease $name is still held by $(lease_field "$namespace" "$name" .spec.holderIdentity), so it is not deleted; find out who still runs with Leader Migration"
  copy_object "$state" lease.coordination.k8s.io "$namespace" "$name"
  say "    \\$ delete Lease $namespace/$name at resourceVersion $version"
  printf '{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"resourceVersion":"%s"}}' "$version" |
    "\${KUBECTL_WORDS[@]}" delete --raw "/apis/coordination.k8s.io/v1/namespaces/$namespace/leases/$name" -f - >/dev/null
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
  if [ "$DRY_RUN" = 1 ]; then say "    \\$ clear holderIdentity of Lease $namespace/$lease if the leader stopped on $node still stands there"; return 0; fi
  leader=$(cat "$PROGRESS.leader.$node" 2>/dev/null || true)
  version=$(lease_field "$namespace" "$lease" .metadata.resourceVersion)
  holder=$(lease_field "$namespace" "$lease" .spec.holderIdentity)
  if [ -z "$leader" ] || [ "$holder" != "$leader" ]; then say "    Lease $lease is not held by the process that was stopped: nothing to release"; return 0; fi
  case $leader in
    "$(node_run "$node" 'hostname')"_*) ;;
    *) say "    the leader ran on another node: nothing to release"; return 0 ;;
  esac
  process_gone "$node" "$component" "$flag" || die "$component with $flag still runs on $node: its Lease is not released"
  change "\${KUBECTL_WORDS[@]}" patch lease.coordination.k8s.io "$lease" -n "$namespace" --type=merge \\
    -p "{\\"metadata\\":{\\"resourceVersion\\":\\"$version\\"},\\"spec\\":{\\"holderIdentity\\":null}}"
}

scale() { change "\${KUBECTL_WORDS[@]}" scale "deployment/$2" -n "$1" "--replicas=$3"; }
`;
