#!/usr/bin/env bash
# From 'n-plus-1' to 'not-started', for one person without Ansible. Made by cdk8s-ccm-migration; do not edit, plan again.
# `bash by-hand.sh` opens a shell with step_1, step_2, ... and back_1, back_2, ...: `where` says which is next.
# shellcheck disable=SC1083,SC2016,SC2034

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plan='n-plus-1-to-not-started-497d72eb31f1'
app='../../..'

# In their order: kind, node, title.
steps=(
  'mixed/rollback - Bring Deployment kube-controller-manager back to 1.26.15'
  'mixed/leader-of-mixed - Check that a process leads'
  'n/ccm-gone - Remove the cloud-controller-manager'
  'n/leader-of-n - Check that kube-controller-manager leads'
  'not-started/restore - Restore Deployment kube-controller-manager from before the migration'
  'not-started/lease-access-gone - Remove access to the migration Lease'
  'not-started/lease-gone-cloud-provider-extraction-migration - Delete the migration Lease'
)

# What only the playbooks look at; look yourself before a step:
# - The app, the cluster and its control-plane nodes are those of the plan; each address leads to its node
# - Services, listeners and targets are recorded before, and compared after each state
# - Every check of preflight.yaml; a read that fails is an error
# shellcheck source=../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh
. "$here/../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh"

# What each kind of step does, and what takes it back.

mixed/rollback() {
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/mixed/40-management-kcm.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/kube-controller-manager -n prod-eu --timeout=300s
}

mixed/rollback/back() {
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/n-plus-1/40-management-kcm.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/kube-controller-manager -n prod-eu --timeout=300s
}

mixed/leader-of-mixed() {
  held cloud-provider-extraction-migration -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

n/ccm-gone() {
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/kube-controller-manager -n prod-eu --timeout=300s
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" delete deployment.apps/aws-cloud-controller-manager -n prod-eu --cascade=foreground --ignore-not-found
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" delete configmap/leader-migration-config -n prod-eu --cascade=foreground --ignore-not-found
  gone kube-system rolebinding.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:apiserver-authentication-reader clusterrolebinding.rbac.authorization.k8s.io/system:cloud-controller-manager rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:controller-accounts rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:leader-election role.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager clusterrole.rbac.authorization.k8s.io/system:cloud-controller-manager role.rbac.authorization.k8s.io/cloud-controller-manager:controller-accounts role.rbac.authorization.k8s.io/cloud-controller-manager:leader-election
  until [ -z "$(kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" get pods -n prod-eu -l k8s-app=aws-cloud-controller-manager -o name || echo unread)" ]; do sleep 2; done
}

n/ccm-gone/back() {
  kubectl apply -f dist/mixed/10-lease-access.k8s.yaml
  kubectl apply -f dist/mixed/15-ccm-access.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/mixed/20-management-config.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/mixed/30-management-ccm.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/aws-cloud-controller-manager -n prod-eu --timeout=300s
}

n/leader-of-n() {
  held cloud-provider-extraction-migration kube-controller-manager -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

not-started/restore() {
  sed -E '/^  (resourceVersion|uid|creationTimestamp):/d' copies/not-started/deployment.apps-kube-controller-manager.yaml | kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" replace -f -
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/kube-controller-manager -n prod-eu --timeout=300s
}

not-started/restore/back() {
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/n/40-management-kcm.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/kube-controller-manager -n prod-eu --timeout=300s
}

not-started/lease-access-gone() {
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" rollout status deployment/kube-controller-manager -n prod-eu --timeout=300s
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" delete configmap/kube-controller-manager-leader-migration -n prod-eu --cascade=foreground --ignore-not-found
  gone kube-system rolebinding.rbac.authorization.k8s.io/leader-migration:kube-controller-manager role.rbac.authorization.k8s.io/leader-migration:kube-controller-manager
}

not-started/lease-access-gone/back() {
  kubectl apply -f dist/n/10-lease-access.k8s.yaml
  kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" apply -f dist/n/40-management-kcm.k8s.yaml
}

not-started/lease-gone-cloud-provider-extraction-migration() {
  unheld 17 cloud-provider-extraction-migration -n kube-system
  kubectl delete lease cloud-provider-extraction-migration -n kube-system --ignore-not-found
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then begin "$@"; fi
