import { NODE_NAME_CHECK } from '../../ccm/node-name';

/** What the script looks at before and after each step. */
export const CHECKS = `\
# Refuses a cluster that is not the one of this plan.
check_cluster() {
  local version found wanted node images image
  version=$(kube get --raw /version | sed -n 's/.*"gitVersion": *"v\\{0,1\\}\\([0-9.]*\\).*/\\1/p' | head -n 1)
  [ -n "$version" ] || die "the version of the cluster cannot be read: kubectl get --raw /version"
  is_one_of "$version" "$RELEASES" || die "the cluster runs $version, but this plan is for $RELEASES; is this the right kubeconfig?"
  if [ "$HAS_WORKERS" = 1 ]; then
    found=$(kube get nodes -o 'jsonpath={range .items[*]}{.metadata.name}{"\\n"}{end}' | sort)
  else
    found=$(kube get nodes -l "$CONTROL_PLANE_LABEL" -o 'jsonpath={range .items[*]}{.metadata.name}{"\\n"}{end}' | sort)
  fi
  wanted=$(printf '%s\\n' "\${NODES[@]}" | sort)
  [ "$found" = "$wanted" ] || die "the nodes of the cluster are not those of this plan: $(diff <(echo "$wanted") <(echo "$found") | sed -n 's/^< /missing /p; s/^> /not in the plan: /p' | tr '\\n' ';') run synth and plan with the nodes of this cluster"
  # Static pods of a component are named after it and their node.
  images=$(kube get pods -n kube-system -o 'jsonpath={range .items[*]}{.metadata.name} {.spec.containers[0].image}{"\\n"}{end}')
  for node in "\${CONTROL_PLANE_NODES[@]}"; do
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
  has_release "\${found% *}" "$release" && [ "\${found##* }" = true ]
}

# /healthz of a controller manager is open to everybody, and bound to the node's own address with kubeadm.
healthz() { [ "$(node_run "$1" "$HTTP_GET https://127.0.0.1:$2/healthz")" = ok ]; }
readyz() { [ "$(node_run "$1" "$HTTP_GET https://127.0.0.1:$2/readyz")" = ok ]; }

# No process of that name whose command line has that flag; - stands for any.
process_gone() {
  local node=$1 component=$2 flag=$3
  if [ "$flag" = - ]; then flag=; fi
  node_run "$node" "for p in \\"\\$root\\"/proc/[0-9]*/cmdline; do
  line=\\$(tr '\\\\0' ' ' <\\"\\$p\\" 2>/dev/null) || continue
  case \\\${line%% *} in $component | */$component) case \\$line in *'$flag'*) exit 1 ;; esac ;; esac
done"
}

rolled_out() { kube rollout status "$1" -n "$2" --timeout=5s >/dev/null 2>&1; }

pods_on() {
  kube get pods -n "$1" -l "$2" --field-selector "spec.nodeName=$3" -o 'jsonpath={range .items[*]}{.metadata.name}{"\\n"}{end}'
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
node_fields() { kube get "$1" -o 'jsonpath={range .items[*]}{.metadata.name} {'"$2"'}{"\\n"}{end}'; }

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
  failed=$(kube get events -A --field-selector involvedObject.kind=Service,reason=SyncLoadBalancerFailed \\
    -o 'jsonpath={range .items[*]}{.lastTimestamp} {.involvedObject.namespace}/{.involvedObject.name}{"\\n"}{end}' | awk -v since="$STEP_START" '$1 >= since')
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
  fields=$(node_fields csinodes '.metadata.annotations.storage\\.alpha\\.kubernetes\\.io/migrated-plugins')
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
${NODE_NAME_CHECK}
EOF
)

# Asked in the middle of a step, before the kubelet is restarted.
keeps_name() {
  local node=$1 file=$2
  say "    ? the kubelet of $node keeps its name"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  node_run "$node" "node_name=$node flag_file=\\"\\$root$file\\"
$NODE_NAME_CHECK" >&2 || die "the kubelet of $node would register under another name, so it is not restarted; the way back from here: $0 --back"
}

has_program() { node_run "$1" "test -x \\"\\$root$2\\""; }

all_on_release() {
  local node
  for node in "\${CONTROL_PLANE_NODES[@]}"; do runs_release "$node" kube-controller-manager "$1" || return 1; done
}

tags_in_order() {
  [ -n "$CLUSTER_ID" ] || die 'CLUSTER_ID is not set: the id of the cluster tag, kubernetes.io/cluster/<id>'
  local nodes=$STATE_DIR/progress/nodes.json words
  kube get nodes -o json >"$nodes"
  read -r -a words <<<"$TAG_VERIFY"
  "\${words[@]}" --cluster-id "$CLUSTER_ID" --nodes "$nodes" >&2
}

command_of() { kube get pod "$2-$1" -n kube-system --ignore-not-found -o 'jsonpath={.spec.containers[0].command} {.spec.containers[0].args}'; }
pod_has() { case $(command_of "$1" "$2") in *"$3"*) ;; *) return 1 ;; esac; }
pod_lacks() {
  local line
  line=$(command_of "$1" "$2")
  case $line in ' ' | '' | *"$3"*) return 1 ;; esac
}
`;
