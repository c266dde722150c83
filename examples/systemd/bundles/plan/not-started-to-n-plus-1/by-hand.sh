#!/usr/bin/env bash
# From 'not-started' to 'n-plus-1', for one person without Ansible. Made by cdk8s-ccm-migration; do not edit, plan again.
# `bash by-hand.sh` opens a shell with step_1, step_2, ... and back_1, back_2, ...: `where` says which is next.
# shellcheck disable=SC1083,SC2016,SC2034

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plan='not-started-to-n-plus-1-a65fa892e5d4'
app='../../..'

# In their order: kind, node, title.
steps=(
  'n/lease-access - Grant access to the migration Lease'
  'n/enable ip-10-0-1-10.eu-central-1.compute.internal Turn Leader Migration on in kube-controller-manager of ip-10-0-1-10.eu-central-1.compute.internal'
  'n/enable ip-10-0-2-10.eu-central-1.compute.internal Turn Leader Migration on in kube-controller-manager of ip-10-0-2-10.eu-central-1.compute.internal'
  'n/enable ip-10-0-3-10.eu-central-1.compute.internal Turn Leader Migration on in kube-controller-manager of ip-10-0-3-10.eu-central-1.compute.internal'
  'n/leader-of-n - Check that kube-controller-manager leads under the migration Lease'
  'mixed/ebs-csi-driver - Check that the EBS CSI driver runs on every node'
  'mixed/ebs-csi-migration - Check that volumes of the in-tree plugin are served by CSI'
  'mixed/node-names - Check that no kubelet changes the name of its node'
  'mixed/cluster-tags - Check the cluster tags before the cloud-controller-manager starts'
  'mixed/apply-mixed - Apply the manifests of '\''mixed'\'''
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
# - There is room for a snapshot of etcd
# - Files are as the plan knows them
# - The kubelet runs the release
# - The app, the cluster and its control-plane nodes are those of the plan; each address leads to its node
# - Services, listeners and targets are recorded before, and compared after each state
# - Every check of preflight.yaml; a read that fails is an error
# shellcheck source=../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh
. "$here/../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh"

etcdctl() { ssh -n root@ip-10-0-1-10.eu-central-1.compute.internal command etcdctl --endpoints=https://127.0.0.1:2379 --cacert=/etc/kubernetes/pki/etcd/ca.crt --cert=/etc/kubernetes/pki/apiserver-etcd-client.crt --key=/etc/kubernetes/pki/apiserver-etcd-client.key "$@"; }

# What each kind of step does, and what takes it back.

n/lease-access() {
  kubectl apply -f dist/n/10-lease-access.k8s.yaml
  until kubectl auth can-i get lease/cloud-provider-extraction-migration -n kube-system --as system:kube-controller-manager && kubectl auth can-i update lease/cloud-provider-extraction-migration -n kube-system --as system:kube-controller-manager; do sleep 2; done
}

n/lease-access/back() {
  gone kube-system rolebinding.rbac.authorization.k8s.io/leader-migration:kube-controller-manager role.rbac.authorization.k8s.io/leader-migration:kube-controller-manager
}

n/enable() {
  ready
  keep not-started /etc/leadermigration.conf /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  put nodes/n/control-plane-n 0644 root:root /etc/leadermigration.conf /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  keep not-started /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  on "rm -f /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf"
  ready
  runs kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz
  until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
}

n/enable/back() {
  back not-started /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf /etc/leadermigration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  runs kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d
  until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
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

mixed/etcd-snapshot() {
  etcdctl snapshot save /var/lib/etcd/ccm-migration.db
  etcdctl snapshot status /var/lib/etcd/ccm-migration.db
}

mixed/upgrade() {
  ready
  etcdctl endpoint health --cluster; etcdctl alarm list
  kubectl get --raw=/readyz
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  keep n /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  put nodes/mixed/control-plane-n-plus-1 0644 root:root /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  packages kubelet 1.27.16
  yourself "you brought the programs of kube-apiserver, kube-controller-manager, kube-scheduler on $NODE to 1.27.16"
  on "systemctl daemon-reload && systemctl restart kube-apiserver"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  until on "/proc/\$(systemctl show -p MainPID --value kube-apiserver)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done
  answers 127.0.0.1:6443/readyz
  kubectl label node "$NODE" ccm-migration/side=n-plus-1 --overwrite
  until kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done
  keep n /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  put nodes/mixed/control-plane-n-plus-1 0644 root:root /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  on "systemctl daemon-reload && systemctl restart kube-scheduler"
  keep n /etc/systemd/system/kubelet.service
  put nodes/mixed/control-plane-n-plus-1 0644 root:root /etc/systemd/system/kubelet.service
  on "cat /etc/systemd/system/kubelet.service"
  yourself "--hostname-override=$NODE, or none and a host of that name"
  on "systemctl daemon-reload && systemctl restart kubelet"
  ready
  kubectl uncordon "$NODE"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf kubelet=/etc/systemd/system/kubelet.service
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz 127.0.0.1:10259/healthz 127.0.0.1:10258/healthz
  until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done
  until on "/proc/\$(systemctl show -p MainPID --value kube-apiserver)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-scheduler)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done; until kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done
}

mixed/upgrade/back() {
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  packages kubelet 1.26.15
  yourself "you brought the programs of kube-apiserver, kube-controller-manager, kube-scheduler on $NODE to 1.26.15"
  back n /etc/systemd/system/kubelet.service
  on "systemctl daemon-reload && systemctl restart kubelet"
  back n /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  on "systemctl daemon-reload && systemctl restart kube-scheduler"
  runs kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d
  answers 127.0.0.1:10257/healthz
  kubectl label node "$NODE" ccm-migration/side-
  until [ -z "$(kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o name || echo unread)" ]; do sleep 2; done; until on "! ps -eo args= -ww | grep -E '^([^ ]*/)?aws-cloud-controller-manager( |\$)'"; do sleep 2; done
  back n /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  on "systemctl daemon-reload && systemctl restart kube-apiserver"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d kubelet=/etc/systemd/system/kubelet.service
  until on "/proc/\$(systemctl show -p MainPID --value kube-apiserver)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-scheduler)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
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
  keep mixed /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  put nodes/n-plus-1/control-plane-n-plus-1 0644 root:root /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  packages kubelet 1.27.16
  yourself "you brought the programs of kube-apiserver, kube-controller-manager, kube-scheduler on $NODE to 1.27.16"
  on "systemctl daemon-reload && systemctl restart kube-apiserver"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  until on "/proc/\$(systemctl show -p MainPID --value kube-apiserver)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done
  answers 127.0.0.1:6443/readyz
  kubectl label node "$NODE" ccm-migration/side=n-plus-1 --overwrite
  until kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done
  keep mixed /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  put nodes/n-plus-1/control-plane-n-plus-1 0644 root:root /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  on "systemctl daemon-reload && systemctl restart kube-scheduler"
  keep mixed /etc/systemd/system/kubelet.service
  put nodes/n-plus-1/control-plane-n-plus-1 0644 root:root /etc/systemd/system/kubelet.service
  on "cat /etc/systemd/system/kubelet.service"
  yourself "--hostname-override=$NODE, or none and a host of that name"
  on "systemctl daemon-reload && systemctl restart kubelet"
  ready
  kubectl uncordon "$NODE"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf kubelet=/etc/systemd/system/kubelet.service
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz 127.0.0.1:10259/healthz 127.0.0.1:10258/healthz
  until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done
  until on "/proc/\$(systemctl show -p MainPID --value kube-apiserver)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-scheduler)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done; until kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done
}

n-plus-1/upgrade/back() {
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  packages kubelet 1.26.15
  yourself "you brought the programs of kube-apiserver, kube-controller-manager, kube-scheduler on $NODE to 1.26.15"
  back mixed /etc/systemd/system/kubelet.service
  on "systemctl daemon-reload && systemctl restart kubelet"
  back mixed /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  on "systemctl daemon-reload && systemctl restart kube-scheduler"
  runs kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d
  answers 127.0.0.1:10257/healthz
  kubectl label node "$NODE" ccm-migration/side-
  until [ -z "$(kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o name || echo unread)" ]; do sleep 2; done; until on "! ps -eo args= -ww | grep -E '^([^ ]*/)?aws-cloud-controller-manager( |\$)'"; do sleep 2; done
  back mixed /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  on "systemctl daemon-reload && systemctl restart kube-apiserver"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d kubelet=/etc/systemd/system/kubelet.service
  until on "/proc/\$(systemctl show -p MainPID --value kube-apiserver)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-scheduler)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
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
  packages kubelet 1.27.16
  keep mixed /etc/systemd/system/kubelet.service
  put nodes/n-plus-1/worker-n-plus-1 0644 root:root /etc/systemd/system/kubelet.service
  on "cat /etc/systemd/system/kubelet.service"
  yourself "--hostname-override=$NODE, or none and a host of that name"
  on "systemctl daemon-reload && systemctl restart kubelet"
  ready
  kubectl uncordon "$NODE"
  runs kubelet=/etc/systemd/system/kubelet.service
}

n-plus-1/worker/back() {
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  packages kubelet 1.26.15
  back mixed /etc/systemd/system/kubelet.service
  on "systemctl daemon-reload && systemctl restart kubelet"
  runs kubelet=/etc/systemd/system/kubelet.service
  ready
  kubectl uncordon "$NODE"
}

n-plus-1/settled() {
  kubectl get nodes -o wide
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then begin "$@"; fi
