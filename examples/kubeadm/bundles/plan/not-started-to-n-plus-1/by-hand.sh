#!/usr/bin/env bash
# From 'not-started' to 'n-plus-1', for one person without Ansible. Made by cdk8s-ccm-migration; do not edit, plan again.
# `bash by-hand.sh` opens a shell with step_1, step_2, ... and back_1, back_2, ...: `where` says which is next.
# shellcheck disable=SC1083,SC2016,SC2034

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plan='not-started-to-n-plus-1-518b8ecbe3f9'
app='../../..'

# In their order: kind, node, title.
steps=(
  'n/lease-access - Grant access to the migration Lease'
  'n/kubeadm-config-n ip-10-0-1-10.eu-central-1.compute.internal Upload kubeadm'\''s configuration of version N'
  'n/enable ip-10-0-1-10.eu-central-1.compute.internal Turn Leader Migration on in kube-controller-manager of ip-10-0-1-10.eu-central-1.compute.internal'
  'n/enable ip-10-0-2-10.eu-central-1.compute.internal Turn Leader Migration on in kube-controller-manager of ip-10-0-2-10.eu-central-1.compute.internal'
  'n/enable ip-10-0-3-10.eu-central-1.compute.internal Turn Leader Migration on in kube-controller-manager of ip-10-0-3-10.eu-central-1.compute.internal'
  'n/leader-of-n - Check that kube-controller-manager leads under the migration Lease'
  'mixed/ebs-csi-driver - Check that the EBS CSI driver runs on every node'
  'mixed/ebs-csi-migration - Check that volumes of the in-tree plugin are served by CSI'
  'mixed/node-names - Check that no kubelet changes the name of its node'
  'mixed/cluster-tags - Check the cluster tags before the cloud-controller-manager starts'
  'mixed/apply-mixed - Apply the manifests of '\''mixed'\'''
  'mixed/kubeadm-config-n-plus-1 ip-10-0-1-10.eu-central-1.compute.internal Upload kubeadm'\''s configuration of version N+1'
  'mixed/etcd-snapshot - Take a snapshot of etcd, and verify it'
  'mixed/upgrade ip-10-0-1-10.eu-central-1.compute.internal Upgrade ip-10-0-1-10.eu-central-1.compute.internal to 1.27.16'
  'mixed/leader-of-mixed - Check that a process leads'
  'n-plus-1/upgrade ip-10-0-2-10.eu-central-1.compute.internal Upgrade ip-10-0-2-10.eu-central-1.compute.internal to 1.27.16'
  'n-plus-1/upgrade ip-10-0-3-10.eu-central-1.compute.internal Upgrade ip-10-0-3-10.eu-central-1.compute.internal to 1.27.16'
  'n-plus-1/leader-of-n-plus-1 - Check that cloud-controller-manager leads'
  'n-plus-1/worker ip-10-0-1-101.eu-central-1.compute.internal Turn the kubelet of ip-10-0-1-101.eu-central-1.compute.internal (node group workers) to the external provider'
  'n-plus-1/worker ip-10-0-2-101.eu-central-1.compute.internal Turn the kubelet of ip-10-0-2-101.eu-central-1.compute.internal (node group workers) to the external provider'
  'n-plus-1/settled - Check nodes and Services in state '\''n-plus-1'\'''
)

# What only the playbooks look at; look yourself before a step:
# - Mark the copy as outdated
# - Files are as the plan knows them
# - The static pod runs as its manifest says
# - There is room for a snapshot of etcd
# - The kubelet runs the release
# - The app, the cluster and its control-plane nodes are those of the plan; each address leads to its node
# - Services, listeners and targets are recorded before, and compared after each state
# - Every check of preflight.yaml; a read that fails is an error
# shellcheck source=../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh
. "$here/../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh"

etcdctl() { kubectl exec -n kube-system etcd-ip-10-0-1-10.eu-central-1.compute.internal -- etcdctl \
  --endpoints=https://127.0.0.1:2379 --cacert=/etc/kubernetes/pki/etcd/ca.crt --cert=/etc/kubernetes/pki/etcd/server.crt --key=/etc/kubernetes/pki/etcd/server.key "$@"; }

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

mixed/ebs-csi-driver() {
  kubectl get csinodes -o 'custom-columns=:.metadata.name,:.spec.drivers[*].name'
  yourself "each has ebs.csi.aws.com"
}

mixed/ebs-csi-migration() {
  kubectl get csinodes -o 'custom-columns=:.metadata.name,:.metadata.annotations.storage\.alpha\.kubernetes\.io/migrated-plugins'
  yourself "each has kubernetes.io/aws-ebs"
}

mixed/node-names() {
  kubectl get nodes -o wide
}

mixed/cluster-tags() {
  kubectl get nodes -o json > nodes.json
  npx --package cdk8s-ccm-migration ccm-migration tag verify --cluster-id "${CLUSTER_ID:?is to be exported: the id of the cluster tag}" --nodes nodes.json
}

mixed/apply-mixed() {
  kubectl apply -f dist/mixed/10-lease-access.k8s.yaml
  kubectl apply -f dist/mixed/20-config.k8s.yaml
  kubectl apply -f dist/mixed/30-ccm.k8s.yaml
  kubectl rollout status daemonset/aws-cloud-controller-manager -n kube-system --timeout=300s
}

mixed/apply-mixed/back() {
  kubectl apply -f dist/n/10-lease-access.k8s.yaml
  gone kube-system daemonset.apps/aws-cloud-controller-manager configmap/leader-migration-config rolebinding.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:apiserver-authentication-reader clusterrolebinding.rbac.authorization.k8s.io/system:cloud-controller-manager rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:controller-accounts rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:leader-election role.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager clusterrole.rbac.authorization.k8s.io/system:cloud-controller-manager role.rbac.authorization.k8s.io/cloud-controller-manager:controller-accounts role.rbac.authorization.k8s.io/cloud-controller-manager:leader-election serviceaccount/cloud-controller-manager
}

mixed/kubeadm-config-n-plus-1() {
  save n configmap/kubeadm-config
  on "mkdir -p /var/lib/ccm-migration/backup"; scp -q bundles/kubeadm/n-plus-1/cluster-configuration.yaml "root@$NODE:/var/lib/ccm-migration/backup/kubeadm-config.yaml"
  on "kubeadm init phase upload-config kubeadm --config /var/lib/ccm-migration/backup/kubeadm-config.yaml"
  kubectl get configmap kubeadm-config -n kube-system
}

mixed/kubeadm-config-n-plus-1/back() {
  restore n configmap/kubeadm-config
}

mixed/etcd-snapshot() {
  etcdctl snapshot save /var/lib/etcd/ccm-migration.db
  etcdctl snapshot status /var/lib/etcd/ccm-migration.db
}

mixed/upgrade() {
  ready
  etcdctl endpoint health --cluster; etcdctl alarm list
  kubectl get --raw=/readyz
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  save n configmap/kubelet-config configmap/kube-proxy daemonset.apps/kube-proxy
  keep n /etc/kubernetes/manifests/kube-apiserver.yaml /etc/kubernetes/manifests/kube-controller-manager.yaml /etc/kubernetes/manifests/kube-scheduler.yaml /var/lib/kubelet/config.yaml
  packages kubeadm 1.27.16
  on "kubeadm upgrade apply v1.27.16 --yes"
  put nodes/mixed/control-plane-n-plus-1 0600 root:root /etc/kubernetes/manifests/kube-apiserver.yaml
  runs kube-apiserver=/etc/kubernetes/manifests/kube-apiserver.yaml
  answers 127.0.0.1:6443/readyz
  kubectl label node "$NODE" ccm-migration/side=n-plus-1 --overwrite
  until kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done
  put nodes/mixed/control-plane-n-plus-1 0600 root:root /etc/kubernetes/manifests/kube-controller-manager.yaml /etc/kubernetes/manifests/kube-scheduler.yaml
  packages kubelet 1.27.16
  keep n /var/lib/kubelet/kubeadm-flags.env
  put nodes/mixed/control-plane-n-plus-1 0644 root:root /var/lib/kubelet/kubeadm-flags.env
  on "cat /var/lib/kubelet/kubeadm-flags.env"
  yourself "--hostname-override=$NODE, or none and a host of that name"
  on "systemctl daemon-reload && systemctl restart kubelet"
  ready
  kubectl uncordon "$NODE"
  runs kube-apiserver=/etc/kubernetes/manifests/kube-apiserver.yaml kube-controller-manager=/etc/kubernetes/manifests/kube-controller-manager.yaml kube-scheduler=/etc/kubernetes/manifests/kube-scheduler.yaml kubelet=/var/lib/kubelet/kubeadm-flags.env
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz 127.0.0.1:10259/healthz 127.0.0.1:10258/healthz
}

mixed/upgrade/back() {
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  packages kubelet 1.26.15
  back n /var/lib/kubelet/kubeadm-flags.env /var/lib/kubelet/config.yaml
  on "systemctl daemon-reload && systemctl restart kubelet"
  back n /etc/kubernetes/manifests/kube-scheduler.yaml /etc/kubernetes/manifests/kube-controller-manager.yaml
  runs kube-controller-manager=/etc/kubernetes/manifests/kube-controller-manager.yaml
  answers 127.0.0.1:10257/healthz
  kubectl label node "$NODE" ccm-migration/side-
  until [ -z "$(kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o name || echo unread)" ]; do sleep 2; done; until on "! ps -eo args= -ww | grep -E '^([^ ]*/)?aws-cloud-controller-manager( |\$)'"; do sleep 2; done
  restore n configmap/kubelet-config configmap/kube-proxy daemonset.apps/kube-proxy
  back n /etc/kubernetes/manifests/kube-apiserver.yaml
  runs kube-apiserver=/etc/kubernetes/manifests/kube-apiserver.yaml kube-controller-manager=/etc/kubernetes/manifests/kube-controller-manager.yaml kube-scheduler=/etc/kubernetes/manifests/kube-scheduler.yaml kubelet=/var/lib/kubelet/kubeadm-flags.env
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz 127.0.0.1:10259/healthz
  ready
  kubectl uncordon "$NODE"
}

mixed/leader-of-mixed() {
  held cloud-provider-extraction-migration -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

n-plus-1/upgrade() {
  ready
  etcdctl endpoint health --cluster; etcdctl alarm list
  kubectl get --raw=/readyz
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  keep mixed /etc/kubernetes/manifests/kube-apiserver.yaml /etc/kubernetes/manifests/kube-controller-manager.yaml /etc/kubernetes/manifests/kube-scheduler.yaml /var/lib/kubelet/config.yaml
  packages kubeadm 1.27.16
  on "kubeadm upgrade node"
  put nodes/n-plus-1/control-plane-n-plus-1 0600 root:root /etc/kubernetes/manifests/kube-apiserver.yaml
  runs kube-apiserver=/etc/kubernetes/manifests/kube-apiserver.yaml
  answers 127.0.0.1:6443/readyz
  kubectl label node "$NODE" ccm-migration/side=n-plus-1 --overwrite
  until kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done
  put nodes/n-plus-1/control-plane-n-plus-1 0600 root:root /etc/kubernetes/manifests/kube-controller-manager.yaml /etc/kubernetes/manifests/kube-scheduler.yaml
  packages kubelet 1.27.16
  keep mixed /var/lib/kubelet/kubeadm-flags.env
  put nodes/n-plus-1/control-plane-n-plus-1 0644 root:root /var/lib/kubelet/kubeadm-flags.env
  on "cat /var/lib/kubelet/kubeadm-flags.env"
  yourself "--hostname-override=$NODE, or none and a host of that name"
  on "systemctl daemon-reload && systemctl restart kubelet"
  ready
  kubectl uncordon "$NODE"
  runs kube-apiserver=/etc/kubernetes/manifests/kube-apiserver.yaml kube-controller-manager=/etc/kubernetes/manifests/kube-controller-manager.yaml kube-scheduler=/etc/kubernetes/manifests/kube-scheduler.yaml kubelet=/var/lib/kubelet/kubeadm-flags.env
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz 127.0.0.1:10259/healthz 127.0.0.1:10258/healthz
}

n-plus-1/upgrade/back() {
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  packages kubelet 1.26.15
  back mixed /var/lib/kubelet/kubeadm-flags.env /var/lib/kubelet/config.yaml
  on "systemctl daemon-reload && systemctl restart kubelet"
  back mixed /etc/kubernetes/manifests/kube-scheduler.yaml /etc/kubernetes/manifests/kube-controller-manager.yaml
  runs kube-controller-manager=/etc/kubernetes/manifests/kube-controller-manager.yaml
  answers 127.0.0.1:10257/healthz
  kubectl label node "$NODE" ccm-migration/side-
  until [ -z "$(kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o name || echo unread)" ]; do sleep 2; done; until on "! ps -eo args= -ww | grep -E '^([^ ]*/)?aws-cloud-controller-manager( |\$)'"; do sleep 2; done
  back mixed /etc/kubernetes/manifests/kube-apiserver.yaml
  runs kube-apiserver=/etc/kubernetes/manifests/kube-apiserver.yaml kube-controller-manager=/etc/kubernetes/manifests/kube-controller-manager.yaml kube-scheduler=/etc/kubernetes/manifests/kube-scheduler.yaml kubelet=/var/lib/kubelet/kubeadm-flags.env
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz 127.0.0.1:10259/healthz
  ready
  kubectl uncordon "$NODE"
}

n-plus-1/leader-of-n-plus-1() {
  held cloud-provider-extraction-migration cloud-controller-manager -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

n-plus-1/worker() {
  ready
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  keep mixed /var/lib/kubelet/config.yaml
  packages kubeadm 1.27.16
  on "kubeadm upgrade node"
  packages kubelet 1.27.16
  keep mixed /var/lib/kubelet/kubeadm-flags.env
  put nodes/n-plus-1/worker-n-plus-1 0644 root:root /var/lib/kubelet/kubeadm-flags.env
  on "cat /var/lib/kubelet/kubeadm-flags.env"
  yourself "--hostname-override=$NODE, or none and a host of that name"
  on "systemctl daemon-reload && systemctl restart kubelet"
  ready
  kubectl uncordon "$NODE"
  runs kubelet=/var/lib/kubelet/kubeadm-flags.env
}

n-plus-1/worker/back() {
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  packages kubelet 1.26.15
  back mixed /var/lib/kubelet/kubeadm-flags.env /var/lib/kubelet/config.yaml
  on "systemctl daemon-reload && systemctl restart kubelet"
  runs kubelet=/var/lib/kubelet/kubeadm-flags.env
  ready
  kubectl uncordon "$NODE"
}

n-plus-1/settled() {
  kubectl get nodes -o wide
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then begin "$@"; fi
