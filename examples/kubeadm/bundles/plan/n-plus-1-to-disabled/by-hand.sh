#!/usr/bin/env bash
# From 'n-plus-1' to 'disabled', for one person without Ansible. Made by cdk8s-ccm-migration; do not edit, plan again.
# `bash by-hand.sh` opens a shell with step_1, step_2, ... and back_1, back_2, ...: `where` says which is next.
# shellcheck disable=SC1083,SC2016,SC2034

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plan='n-plus-1-to-disabled-c3752e3bbe0c'
app='../../..'

# In their order: kind, node, title.
steps=(
  'disabled/no-node-of-n - Check that every control-plane node runs version N+1'
  'disabled/disable - Roll the cloud-controller-manager without Leader Migration'
  'disabled/lease-unused - Check that no process uses the migration Lease'
  'disabled/lease-access-gone - Remove access to the migration Lease and its configuration'
  'disabled/lease-gone-cloud-provider-extraction-migration - Delete the migration Lease'
  'disabled/clean ip-10-0-1-10.eu-central-1.compute.internal Remove what the migration left on ip-10-0-1-10.eu-central-1.compute.internal'
  'disabled/clean ip-10-0-2-10.eu-central-1.compute.internal Remove what the migration left on ip-10-0-2-10.eu-central-1.compute.internal'
  'disabled/clean ip-10-0-3-10.eu-central-1.compute.internal Remove what the migration left on ip-10-0-3-10.eu-central-1.compute.internal'
  'disabled/labels-gone - Remove the labels of upgraded nodes'
  'disabled/settled - Check nodes and Services in state '\''disabled'\'''
)

# What only the playbooks look at; look yourself before a step:
# - The app, the cluster and its control-plane nodes are those of the plan; each address leads to its node
# - Services, listeners and targets are recorded before, and compared after each state
# - Every check of preflight.yaml; a read that fails is an error
# shellcheck source=../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh
. "$here/../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh"

# What each kind of step does, and what takes it back.

disabled/no-node-of-n() {
  kubectl get pods -n kube-system -o wide | grep kube-controller-manager
  yourself "each of v1.27.16, and Running"
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

disabled/disable() {
  kubectl apply -f dist/disabled/30-ccm.k8s.yaml
  kubectl rollout status daemonset/aws-cloud-controller-manager -n kube-system --timeout=300s
}

disabled/disable/back() {
  kubectl apply -f dist/n-plus-1/10-lease-access.k8s.yaml
  kubectl apply -f dist/n-plus-1/20-config.k8s.yaml
  kubectl apply -f dist/n-plus-1/30-ccm.k8s.yaml
}

disabled/lease-unused() {
  unheld 17 cloud-provider-extraction-migration -n kube-system
  held cloud-controller-manager -n kube-system
}

disabled/lease-access-gone() {
  kubectl get pods -n kube-system -o wide | grep kube-controller-manager
  yourself "each of v1.27.16, and Running"
  unheld 17 cloud-provider-extraction-migration -n kube-system
  gone kube-system configmap/leader-migration-config rolebinding.rbac.authorization.k8s.io/leader-migration:kube-controller-manager rolebinding.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager role.rbac.authorization.k8s.io/leader-migration:kube-controller-manager role.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager
}

disabled/lease-access-gone/back() {
  kubectl apply -f dist/n-plus-1/10-lease-access.k8s.yaml
  kubectl apply -f dist/n-plus-1/20-config.k8s.yaml
}

disabled/lease-gone-cloud-provider-extraction-migration() {
  unheld 17 cloud-provider-extraction-migration -n kube-system
  kubectl delete lease cloud-provider-extraction-migration -n kube-system --ignore-not-found
}

disabled/clean() {
  keep n-plus-1 /etc/leadermigration.conf
  on "rm -f /etc/leadermigration.conf"
}

disabled/clean/back() {
  back n-plus-1 /etc/leadermigration.conf
}

disabled/labels-gone() {
  for NODE in $(kubectl get nodes -l node-role.kubernetes.io/control-plane -o jsonpath={..metadata.name}); do
    kubectl label node "$NODE" ccm-migration/side-
  done
}

disabled/labels-gone/back() {
  for NODE in $(kubectl get nodes -l node-role.kubernetes.io/control-plane -o jsonpath={..metadata.name}); do
    kubectl label node "$NODE" ccm-migration/side=n-plus-1 --overwrite
  done
}

disabled/settled() {
  kubectl get nodes -o wide
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then begin "$@"; fi
