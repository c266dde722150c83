#!/usr/bin/env bash
# From 'not-started' to 'n-plus-1', for one person without Ansible. Made by cdk8s-ccm-migration; do not edit, plan again.
# `bash by-hand.sh` opens a shell with step_1, step_2, ... and back_1, back_2, ...: `where` says which is next.
# shellcheck disable=SC1083,SC2016,SC2034

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plan='not-started-to-n-plus-1-7ac5c6066b70'
app='../../..'

# In their order: kind, node, title.
steps=(
  'n/lease-access - Grant access to the migration Lease'
  'n/enable - Turn Leader Migration on in Deployment kube-controller-manager'
  'n/leader-of-n - Check that kube-controller-manager leads'
  'mixed/ebs-csi-driver - Check that the EBS CSI driver runs on every node'
  'mixed/ebs-csi-migration - Check that volumes of the in-tree plugin are served by CSI'
  'mixed/cluster-tags - Check the cluster tags before the cloud-controller-manager starts'
  'mixed/api-server - Wait for the API server of 1.27.16'
  'mixed/kubeconfig - Check that the cloud-controller-manager has its kubeconfig'
  'mixed/apply-mixed - Apply the manifests of '\''mixed'\'''
  'mixed/leader-of-mixed - Check that a process leads'
  'n-plus-1/api-server - Wait for the API server of 1.27.16'
  'n-plus-1/upgrade - Upgrade Deployment kube-controller-manager to 1.27.16'
  'n-plus-1/leader-of-n-plus-1 - Check that cloud-controller-manager leads'
  'n-plus-1/settled - Check nodes and Services in state '\''n-plus-1'\'''
)

# What only the playbooks look at; look yourself before a step:
# - The app, the cluster and its control-plane nodes are those of the plan; each address leads to its node
# - Services, listeners and targets are recorded before, and compared after each state
# - Every check of preflight.yaml; a read that fails is an error
# shellcheck source=../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh
. "$here/../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh"

# What each kind of step does, and what takes it back.

n/lease-access() {
  kubectl apply -f dist/n/10-lease-access.k8s.yaml
  until kubectl auth can-i get lease/cloud-provider-extraction-migration -n kube-system --as system:kube-controller-manager && kubectl auth can-i update lease/cloud-provider-extraction-migration -n kube-system --as system:kube-controller-manager; do sleep 2; done
}

n/lease-access/back() {
  gone kube-system rolebinding.rbac.authorization.k8s.io/leader-migration:kube-controller-manager role.rbac.authorization.k8s.io/leader-migration:kube-controller-manager
}

n/enable() {
  mkdir -p copies/not-started
  [ -s copies/not-started/deployment.apps-kube-controller-manager.yaml ] || kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" get deployment.apps/kube-controller-manager -n prod-eu -o yaml > copies/not-started/deployment.apps-kube-controller-manager.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/n/40-management-kcm.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/kube-controller-manager -n prod-eu --timeout=300s
}

n/enable/back() {
  sed -E '/^  (resourceVersion|uid|creationTimestamp):/d' copies/not-started/deployment.apps-kube-controller-manager.yaml | kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" replace -f -
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/kube-controller-manager -n prod-eu --timeout=300s
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" delete configmap/kube-controller-manager-leader-migration -n prod-eu --cascade=foreground --ignore-not-found
}

n/leader-of-n() {
  held cloud-provider-extraction-migration kube-controller-manager -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

mixed/ebs-csi-driver() {
  kubectl get csinodes -o 'custom-columns=:.metadata.name,:.spec.drivers[*].name'
  yourself "each has ebs.csi.aws.com"
}

mixed/ebs-csi-migration() {
  kubectl get csinodes -o 'custom-columns=:.metadata.name,:.metadata.annotations.storage\.alpha\.kubernetes\.io/migrated-plugins'
  yourself "each has kubernetes.io/aws-ebs"
}

mixed/cluster-tags() {
  kubectl get nodes -o json > nodes.json
  npx --package cdk8s-ccm-migration ccm-migration tag verify --cluster-id "${CLUSTER_ID:?is to be exported: the id of the cluster tag}" --nodes nodes.json
}

mixed/api-server() {
  echo 'bring the API servers to v1.27.16, as your control plane is upgraded; this waits for them'
  until kubectl version | grep -E "Server Version: v1\.27\.16([-+]|$)"; do sleep 10; done
}

mixed/kubeconfig() {
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" get secret cloud-controller-manager-kubeconfig -n prod-eu
}

mixed/apply-mixed() {
  kubectl apply -f dist/mixed/10-lease-access.k8s.yaml
  kubectl apply -f dist/mixed/15-ccm-access.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/mixed/20-management-config.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/mixed/30-management-ccm.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/aws-cloud-controller-manager -n prod-eu --timeout=300s
}

mixed/apply-mixed/back() {
  kubectl apply -f dist/n/10-lease-access.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/n/40-management-kcm.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" delete deployment.apps/aws-cloud-controller-manager -n prod-eu --cascade=foreground --ignore-not-found
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" delete configmap/leader-migration-config -n prod-eu --cascade=foreground --ignore-not-found
  gone kube-system rolebinding.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:apiserver-authentication-reader clusterrolebinding.rbac.authorization.k8s.io/system:cloud-controller-manager rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:controller-accounts rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:leader-election role.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager clusterrole.rbac.authorization.k8s.io/system:cloud-controller-manager role.rbac.authorization.k8s.io/cloud-controller-manager:controller-accounts role.rbac.authorization.k8s.io/cloud-controller-manager:leader-election
}

mixed/leader-of-mixed() {
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/aws-cloud-controller-manager -n prod-eu --timeout=300s
  held cloud-provider-extraction-migration -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

n-plus-1/api-server() {
  echo 'bring the API servers to v1.27.16, as your control plane is upgraded; this waits for them'
  until kubectl version | grep -E "Server Version: v1\.27\.16([-+]|$)"; do sleep 10; done
}

n-plus-1/upgrade() {
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/n-plus-1/40-management-kcm.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/kube-controller-manager -n prod-eu --timeout=300s
}

n-plus-1/upgrade/back() {
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/mixed/40-management-kcm.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/kube-controller-manager -n prod-eu --timeout=300s
}

n-plus-1/leader-of-n-plus-1() {
  held cloud-provider-extraction-migration cloud-controller-manager -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

n-plus-1/settled() {
  kubectl get nodes -o wide
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then begin "$@"; fi
