#!/usr/bin/env bash
# From 'n-plus-1' to 'n', for one person without Ansible. Made by cdk8s-ccm-migration; do not edit, plan again.
# `bash by-hand.sh` opens a shell with step_1, step_2, ... and back_1, back_2, ...: `where` says which is next.
# shellcheck disable=SC1083,SC2016,SC2034

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plan='n-plus-1-to-n-43d5d0cdbd12'
app='../../..'

# In their order: kind, node, title.
steps=(
  'mixed/kubeadm-config-n - Upload kubeadm'\''s configuration of version N'
  'mixed/etcd-snapshot - Take a snapshot of etcd, and keep it where no node leaves'
  'mixed/replace-workers - Replace a share of the workers of group workers by nodes of version N'
  'mixed/replace-workers - Replace a share of the workers of group workers by nodes of version N'
  'mixed/join-control-plane - Let a node of version N join group control-plane'
  'mixed/leader-of-mixed - Check that a process leads'
  'n/leave-control-plane - Let a node of version N+1 leave group control-plane'
  'n/join-control-plane - Let a node of version N join group control-plane'
  'n/leave-control-plane - Let a node of version N+1 leave group control-plane'
  'n/join-control-plane - Let a node of version N join group control-plane'
  'n/leave-control-plane - Let a node of version N+1 leave group control-plane'
  'n/leader-of-n - Check that kube-controller-manager leads'
  'n/ccm-gone - Remove the cloud-controller-manager'
)

# What only the playbooks look at; look yourself before a step:
# - Mark the copy as outdated
# - The app, the cluster and its control-plane nodes are those of the plan; each address leads to its node
# - Services, listeners and targets are recorded before, and compared after each state
# - Every check of preflight.yaml; a read that fails is an error
# shellcheck source=../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh
. "$here/../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh"

etcdctl() { kubectl exec -n kube-system "etcd-${STAYS:?is to be exported: a control-plane node that stays}" -- etcdctl \
  --endpoints=https://127.0.0.1:2379 --cacert=/etc/kubernetes/pki/etcd/ca.crt --cert=/etc/kubernetes/pki/etcd/server.crt --key=/etc/kubernetes/pki/etcd/server.key "$@"; }

# What each kind of step does, and what takes it back.

mixed/kubeadm-config-n() {
  save n-plus-1 configmap/kubeadm-config
  kubectl patch configmap kubeadm-config -n kube-system --type=merge -p "$(jq -Rs '{data: {ClusterConfiguration: .}}' bundles/kubeadm/n/cluster-configuration.yaml)"
  kubectl get configmap kubeadm-config -n kube-system
}

mixed/kubeadm-config-n/back() {
  restore n-plus-1 configmap/kubeadm-config
}

mixed/etcd-snapshot() {
  yourself "by hand: take a snapshot of etcd (etcdctl snapshot save), read it again (etcdctl snapshot status), and copy it to where no node leaves"
}

mixed/replace-workers() {
  yourself "your own commands made nodes of group workers in version N, which are Ready"
  while choose_node 'the next one of the others, or nothing'; do
    kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
    yourself "you ended its machine"
    kubectl delete node "$NODE" --ignore-not-found
  done
  kubectl get nodes -o wide; kubectl get pods -n kube-system -o wide | grep -E 'kube-(apiserver|controller-manager|scheduler)'
}

mixed/replace-workers/back() {
  yourself "your own commands made nodes of group workers in version N+1, which are Ready"
  while choose_node 'the next one of the others, or nothing'; do
    kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
    yourself "you ended its machine"
    kubectl delete node "$NODE" --ignore-not-found
  done
}

mixed/join-control-plane() {
  kubectl get nodes -o wide; kubectl get pods -n kube-system -o wide | grep -E 'kube-(apiserver|controller-manager|scheduler)'
  etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list
  yourself "one member for each control-plane node"
  kubectl --server="https://${ENDPOINT:?is to be exported}" get --raw /version
  yourself "ENDPOINT is controlPlaneEndpoint of kubeadm: it answers, under a name of its certificate, and is no address of a node of the group"
  kubectl get nodes
  yourself "no node of version N is about to leave (SchedulingDisabled); one that is leaves first"
  kubectl patch configmap kubeadm-config -n kube-system --type=merge -p "$(jq -Rs '{data: {ClusterConfiguration: .}}' bundles/kubeadm/n/cluster-configuration.yaml)"
  yourself "your own command made one more node of group control-plane in version N, from the user data of its folder"
  kubectl get nodes -o wide
  choose_node 'the new node'
  ready
  kubectl get pod -n kube-system "kube-controller-manager-$NODE" -o yaml
  yourself "its flags are those of control-plane, version N, as are those of kube-apiserver and kube-scheduler"
  until kubectl get node "$NODE" -o yaml | grep providerID: && ! kubectl get node "$NODE" -o yaml | grep cloudprovider.kubernetes.io/uninitialized; do sleep 2; done
  etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list
  yourself "one member for each control-plane node"
  kubectl get nodes -o json > nodes.json
  npx --package cdk8s-ccm-migration ccm-migration tag verify --cluster-id "${CLUSTER_ID:?is to be exported: the id of the cluster tag}" --nodes nodes.json
  kubectl get nodes -o wide; kubectl get pods -n kube-system -o wide | grep -E 'kube-(apiserver|controller-manager|scheduler)'
}

mixed/join-control-plane/back() {
  yourself "no machine of group control-plane is still coming up (wait until it has joined, or end it)"
  kubectl get nodes -o wide
  kubectl get leases -n kube-system
  choose_node 'a node of version N, and not the leader if there is another'
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  etcdctl endpoint health --cluster
  etcdctl member remove "$(etcdctl member list | awk -F", " -v node="$NODE" '$3 == node { print $1 }')"
  yourself "you ran \`kubeadm reset\` on $NODE, or ended its instance"
  kubectl delete node "$NODE" --ignore-not-found
  kubectl wait node/"$NODE" --for=delete --timeout=300s
  etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list
  yourself "one member for each control-plane node"
}

mixed/leader-of-mixed() {
  held cloud-provider-extraction-migration -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

n/leave-control-plane() {
  kubectl get nodes -o wide; kubectl get pods -n kube-system -o wide | grep -E 'kube-(apiserver|controller-manager|scheduler)'
  etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list
  yourself "one member for each control-plane node"
  yourself "no machine of group control-plane is still coming up (wait until it has joined, or end it)"
  kubectl get nodes -o wide
  kubectl get leases -n kube-system
  choose_node 'a node of version N+1, and not the leader if there is another'
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  kubectl label node "$NODE" ccm-migration/side-
  until [ -z "$(kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o name)" ]; do sleep 2; done
  etcdctl endpoint health --cluster
  etcdctl member remove "$(etcdctl member list | awk -F", " -v node="$NODE" '$3 == node { print $1 }')"
  yourself "you ran \`kubeadm reset\` on $NODE, or ended its instance"
  kubectl delete node "$NODE" --ignore-not-found
  kubectl wait node/"$NODE" --for=delete --timeout=300s
  kubectl get nodes -o wide; kubectl get pods -n kube-system -o wide | grep -E 'kube-(apiserver|controller-manager|scheduler)'
  etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list
  yourself "one member for each control-plane node"
}

n/leave-control-plane/back() {
  kubectl get nodes
  yourself "no node of version N+1 is about to leave (SchedulingDisabled); one that is leaves first"
  kubectl patch configmap kubeadm-config -n kube-system --type=merge -p "$(jq -Rs '{data: {ClusterConfiguration: .}}' bundles/kubeadm/n-plus-1/cluster-configuration.yaml)"
  yourself "your own command made one more node of group control-plane in version N+1, from the user data of its folder"
  kubectl get nodes -o wide
  choose_node 'the new node'
  ready
  kubectl get pod -n kube-system "kube-controller-manager-$NODE" -o yaml
  yourself "its flags are those of control-plane, version N+1, as are those of kube-apiserver and kube-scheduler"
  kubectl label node "$NODE" ccm-migration/side=n-plus-1 --overwrite
  yourself "of each that lacks it"
  until kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done
  kubectl get pod -n kube-system "kube-controller-manager-$NODE" -o yaml
  yourself "its flags are those of control-plane, version N+1, as are those of kube-apiserver and kube-scheduler"
  until kubectl get node "$NODE" -o yaml | grep providerID: && ! kubectl get node "$NODE" -o yaml | grep cloudprovider.kubernetes.io/uninitialized; do sleep 2; done; until kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done
  etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list
  yourself "one member for each control-plane node"
  kubectl get nodes -o json > nodes.json
  npx --package cdk8s-ccm-migration ccm-migration tag verify --cluster-id "${CLUSTER_ID:?is to be exported: the id of the cluster tag}" --nodes nodes.json
}

n/join-control-plane() {
  kubectl get nodes -o wide; kubectl get pods -n kube-system -o wide | grep -E 'kube-(apiserver|controller-manager|scheduler)'
  etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list
  yourself "one member for each control-plane node"
  kubectl --server="https://${ENDPOINT:?is to be exported}" get --raw /version
  yourself "ENDPOINT is controlPlaneEndpoint of kubeadm: it answers, under a name of its certificate, and is no address of a node of the group"
  kubectl get nodes
  yourself "no node of version N is about to leave (SchedulingDisabled); one that is leaves first"
  kubectl patch configmap kubeadm-config -n kube-system --type=merge -p "$(jq -Rs '{data: {ClusterConfiguration: .}}' bundles/kubeadm/n/cluster-configuration.yaml)"
  yourself "your own command made one more node of group control-plane in version N, from the user data of its folder"
  kubectl get nodes -o wide
  choose_node 'the new node'
  ready
  kubectl get pod -n kube-system "kube-controller-manager-$NODE" -o yaml
  yourself "its flags are those of control-plane, version N, as are those of kube-apiserver and kube-scheduler"
  until kubectl get node "$NODE" -o yaml | grep providerID: && ! kubectl get node "$NODE" -o yaml | grep cloudprovider.kubernetes.io/uninitialized; do sleep 2; done
  etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list
  yourself "one member for each control-plane node"
  kubectl get nodes -o json > nodes.json
  npx --package cdk8s-ccm-migration ccm-migration tag verify --cluster-id "${CLUSTER_ID:?is to be exported: the id of the cluster tag}" --nodes nodes.json
  kubectl get nodes -o wide; kubectl get pods -n kube-system -o wide | grep -E 'kube-(apiserver|controller-manager|scheduler)'
}

n/join-control-plane/back() {
  yourself "no machine of group control-plane is still coming up (wait until it has joined, or end it)"
  kubectl get nodes -o wide
  kubectl get leases -n kube-system
  choose_node 'a node of version N, and not the leader if there is another'
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  etcdctl endpoint health --cluster
  etcdctl member remove "$(etcdctl member list | awk -F", " -v node="$NODE" '$3 == node { print $1 }')"
  yourself "you ran \`kubeadm reset\` on $NODE, or ended its instance"
  kubectl delete node "$NODE" --ignore-not-found
  kubectl wait node/"$NODE" --for=delete --timeout=300s
  etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list
  yourself "one member for each control-plane node"
}

n/leader-of-n() {
  held cloud-provider-extraction-migration kube-controller-manager -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

n/ccm-gone() {
  kubectl get pods -n kube-system -o wide | grep kube-controller-manager
  yourself "each of v1.26.15, and Running"
  gone kube-system daemonset.apps/aws-cloud-controller-manager configmap/leader-migration-config rolebinding.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:apiserver-authentication-reader clusterrolebinding.rbac.authorization.k8s.io/system:cloud-controller-manager rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:controller-accounts rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:leader-election role.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager clusterrole.rbac.authorization.k8s.io/system:cloud-controller-manager role.rbac.authorization.k8s.io/cloud-controller-manager:controller-accounts role.rbac.authorization.k8s.io/cloud-controller-manager:leader-election serviceaccount/cloud-controller-manager
  until [ -z "$(kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager -o name || echo unread)" ]; do sleep 2; done
}

n/ccm-gone/back() {
  kubectl apply -f dist/mixed/10-lease-access.k8s.yaml
  kubectl apply -f dist/mixed/20-config.k8s.yaml
  kubectl apply -f dist/mixed/30-ccm.k8s.yaml
  kubectl rollout status daemonset/aws-cloud-controller-manager -n kube-system --timeout=300s
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then begin "$@"; fi
