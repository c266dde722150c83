#!/usr/bin/env bash
# From 'not-started' to 'n', for one person without Ansible. Made by cdk8s-ccm-migration; do not edit, plan again.
# `bash by-hand.sh` opens a shell with step_1, step_2, ... and back_1, back_2, ...: `where` says which is next.
# shellcheck disable=SC1083,SC2016,SC2034

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plan='not-started-to-n-30639dd9bca6'
app='../../..'

# In their order: kind, node, title.
steps=(
  'n/lease-access - Grant access to the migration Lease'
  'n/kubeadm-config-n ip-10-0-1-10.eu-central-1.compute.internal Upload kubeadm'\''s configuration of version N'
  'n/enable ip-10-0-1-10.eu-central-1.compute.internal Turn Leader Migration on in kube-controller-manager of ip-10-0-1-10.eu-central-1.compute.internal'
  'n/enable ip-10-0-2-10.eu-central-1.compute.internal Turn Leader Migration on in kube-controller-manager of ip-10-0-2-10.eu-central-1.compute.internal'
  'n/enable ip-10-0-3-10.eu-central-1.compute.internal Turn Leader Migration on in kube-controller-manager of ip-10-0-3-10.eu-central-1.compute.internal'
  'n/leader-of-n - Check that kube-controller-manager leads under the migration Lease'
)

# What only the playbooks look at; look yourself before a step:
# - Mark the copy as outdated
# - Files are as the plan knows them
# - The static pod runs as its manifest says
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

n/kubeadm-config-n() {
  save not-started configmap/kubeadm-config
  on "mkdir -p /var/lib/ccm-migration/backup"; scp -q bundles/kubeadm/n/cluster-configuration.yaml "root@$NODE:/var/lib/ccm-migration/backup/kubeadm-config.yaml"
  on "kubeadm init phase upload-config kubeadm --config /var/lib/ccm-migration/backup/kubeadm-config.yaml"
  kubectl get configmap kubeadm-config -n kube-system
}

n/kubeadm-config-n/back() {
  restore not-started configmap/kubeadm-config
}

n/enable() {
  ready
  keep not-started /etc/leadermigration.conf /etc/kubernetes/manifests/kube-controller-manager.yaml
  put nodes/n/control-plane-n 0644 root:root /etc/leadermigration.conf
  put nodes/n/control-plane-n 0600 root:root /etc/kubernetes/manifests/kube-controller-manager.yaml
  ready
  runs kube-controller-manager=/etc/kubernetes/manifests/kube-controller-manager.yaml
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz
}

n/enable/back() {
  back not-started /etc/kubernetes/manifests/kube-controller-manager.yaml /etc/leadermigration.conf
  runs kube-controller-manager=/etc/kubernetes/manifests/kube-controller-manager.yaml
  answers 127.0.0.1:10257/healthz
  ready
}

n/leader-of-n() {
  held cloud-provider-extraction-migration kube-controller-manager -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then begin "$@"; fi
