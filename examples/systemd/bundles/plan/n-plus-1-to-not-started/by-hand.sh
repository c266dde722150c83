#!/usr/bin/env bash
# From 'n-plus-1' to 'not-started', for one person without Ansible. Made by cdk8s-ccm-migration; do not edit, plan again.
# `bash by-hand.sh` opens a shell with step_1, step_2, ... and back_1, back_2, ...: `where` says which is next.
# shellcheck disable=SC1083,SC2016,SC2034

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plan='n-plus-1-to-not-started-7061eebcb5af'
app='../../..'

# In their order: kind, node, title.
steps=(
  'mixed/etcd-snapshot - Take a snapshot of etcd, and verify it'
  'mixed/worker-back ip-10-0-2-101.eu-central-1.compute.internal Bring the kubelet of ip-10-0-2-101.eu-central-1.compute.internal (node group workers) back'
  'mixed/worker-back ip-10-0-1-101.eu-central-1.compute.internal Bring the kubelet of ip-10-0-1-101.eu-central-1.compute.internal (node group workers) back'
  'mixed/rollback ip-10-0-3-10.eu-central-1.compute.internal Bring ip-10-0-3-10.eu-central-1.compute.internal back to 1.26.15'
  'mixed/leader-of-mixed - Check that a process leads'
  'n/rollback ip-10-0-2-10.eu-central-1.compute.internal Bring ip-10-0-2-10.eu-central-1.compute.internal back to 1.26.15'
  'n/rollback ip-10-0-1-10.eu-central-1.compute.internal Bring ip-10-0-1-10.eu-central-1.compute.internal back to 1.26.15'
  'n/leader-of-n - Check that kube-controller-manager leads'
  'n/ccm-gone - Remove the cloud-controller-manager'
  'not-started/restore ip-10-0-1-10.eu-central-1.compute.internal Restore the manifests of ip-10-0-1-10.eu-central-1.compute.internal from before the migration'
  'not-started/restore ip-10-0-2-10.eu-central-1.compute.internal Restore the manifests of ip-10-0-2-10.eu-central-1.compute.internal from before the migration'
  'not-started/restore ip-10-0-3-10.eu-central-1.compute.internal Restore the manifests of ip-10-0-3-10.eu-central-1.compute.internal from before the migration'
  'not-started/lease-access-gone - Remove access to the migration Lease'
  'not-started/lease-gone-cloud-provider-extraction-migration - Delete the migration Lease'
)

# What only the playbooks look at; look yourself before a step:
# - There is room for a snapshot of etcd
# - Files are as the plan knows them
# - The kubelet runs the release
# - Copies of the files exist
# - The app, the cluster and its control-plane nodes are those of the plan; each address leads to its node
# - Services, listeners and targets are recorded before, and compared after each state
# - Every check of preflight.yaml; a read that fails is an error
# shellcheck source=../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh
. "$here/../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh"

etcdctl() { ssh -n root@ip-10-0-1-10.eu-central-1.compute.internal command etcdctl --endpoints=https://127.0.0.1:2379 --cacert=/etc/kubernetes/pki/etcd/ca.crt --cert=/etc/kubernetes/pki/apiserver-etcd-client.crt --key=/etc/kubernetes/pki/apiserver-etcd-client.key "$@"; }

# What each kind of step does, and what takes it back.

mixed/etcd-snapshot() {
  etcdctl snapshot save /var/lib/etcd/ccm-migration.db
  etcdctl snapshot status /var/lib/etcd/ccm-migration.db
}

mixed/worker-back() {
  ready
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  packages kubelet 1.26.15
  keep n-plus-1 /etc/systemd/system/kubelet.service
  put nodes/mixed/worker-n 0644 root:root /etc/systemd/system/kubelet.service
  on "systemctl daemon-reload && systemctl restart kubelet"
  ready
  kubectl uncordon "$NODE"
  runs kubelet=/etc/systemd/system/kubelet.service
}

mixed/worker-back/back() {
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  packages kubelet 1.27.16
  back n-plus-1 /etc/systemd/system/kubelet.service
  on "systemctl daemon-reload && systemctl restart kubelet"
  runs kubelet=/etc/systemd/system/kubelet.service
  ready
  kubectl uncordon "$NODE"
}

mixed/rollback() {
  ready
  etcdctl endpoint health --cluster; etcdctl alarm list
  kubectl get --raw=/readyz
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  packages kubelet 1.26.15
  yourself "you brought the programs of kube-apiserver, kube-controller-manager, kube-scheduler on $NODE to 1.26.15"
  keep n-plus-1 /etc/systemd/system/kubelet.service
  put nodes/mixed/control-plane-n 0644 root:root /etc/systemd/system/kubelet.service
  on "systemctl daemon-reload && systemctl restart kubelet"
  keep n-plus-1 /etc/leadermigration.conf /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  put nodes/mixed/control-plane-n 0644 root:root /etc/leadermigration.conf /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  on "systemctl daemon-reload && systemctl restart kube-scheduler"
  runs kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  answers 127.0.0.1:10257/healthz
  kubectl label node "$NODE" ccm-migration/side-
  until [ -z "$(kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o name || echo unread)" ]; do sleep 2; done; until on "! ps -eo args= -ww | grep -E '^([^ ]*/)?aws-cloud-controller-manager( |\$)'"; do sleep 2; done
  keep n-plus-1 /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  on "rm -f /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf"
  on "systemctl daemon-reload && systemctl restart kube-apiserver"
  ready
  kubectl uncordon "$NODE"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf kubelet=/etc/systemd/system/kubelet.service
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz 127.0.0.1:10259/healthz
  until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
  until on "/proc/\$(systemctl show -p MainPID --value kube-apiserver)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-scheduler)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
}

mixed/rollback/back() {
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  back n-plus-1 /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  packages kubelet 1.27.16
  yourself "you brought the programs of kube-apiserver, kube-controller-manager, kube-scheduler on $NODE to 1.27.16"
  on "systemctl daemon-reload && systemctl restart kube-apiserver"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d
  answers 127.0.0.1:6443/readyz
  kubectl label node "$NODE" ccm-migration/side=n-plus-1 --overwrite
  until kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done
  back n-plus-1 /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf /etc/leadermigration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  on "systemctl daemon-reload && systemctl restart kube-scheduler"
  back n-plus-1 /etc/systemd/system/kubelet.service
  on "systemctl daemon-reload && systemctl restart kubelet"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d kubelet=/etc/systemd/system/kubelet.service
  until on "/proc/\$(systemctl show -p MainPID --value kube-apiserver)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-scheduler)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz 127.0.0.1:10259/healthz
  ready
  kubectl uncordon "$NODE"
}

mixed/leader-of-mixed() {
  held cloud-provider-extraction-migration -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

n/rollback() {
  ready
  etcdctl endpoint health --cluster; etcdctl alarm list
  kubectl get --raw=/readyz
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  packages kubelet 1.26.15
  yourself "you brought the programs of kube-apiserver, kube-controller-manager, kube-scheduler on $NODE to 1.26.15"
  keep mixed /etc/systemd/system/kubelet.service
  put nodes/n/control-plane-n 0644 root:root /etc/systemd/system/kubelet.service
  on "systemctl daemon-reload && systemctl restart kubelet"
  keep mixed /etc/leadermigration.conf /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  put nodes/n/control-plane-n 0644 root:root /etc/leadermigration.conf /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  on "systemctl daemon-reload && systemctl restart kube-scheduler"
  runs kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  answers 127.0.0.1:10257/healthz
  kubectl label node "$NODE" ccm-migration/side-
  until [ -z "$(kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o name || echo unread)" ]; do sleep 2; done; until on "! ps -eo args= -ww | grep -E '^([^ ]*/)?aws-cloud-controller-manager( |\$)'"; do sleep 2; done
  keep mixed /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  on "rm -f /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf"
  on "systemctl daemon-reload && systemctl restart kube-apiserver"
  ready
  kubectl uncordon "$NODE"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf kubelet=/etc/systemd/system/kubelet.service
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz 127.0.0.1:10259/healthz
  until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
  until on "/proc/\$(systemctl show -p MainPID --value kube-apiserver)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-scheduler)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
}

n/rollback/back() {
  kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=600s
  back mixed /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  packages kubelet 1.27.16
  yourself "you brought the programs of kube-apiserver, kube-controller-manager, kube-scheduler on $NODE to 1.27.16"
  on "systemctl daemon-reload && systemctl restart kube-apiserver"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d
  answers 127.0.0.1:6443/readyz
  kubectl label node "$NODE" ccm-migration/side=n-plus-1 --overwrite
  until kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager --field-selector "spec.nodeName=$NODE" -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done
  back mixed /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf /etc/leadermigration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  on "systemctl daemon-reload && systemctl restart kube-scheduler"
  back mixed /etc/systemd/system/kubelet.service
  on "systemctl daemon-reload && systemctl restart kubelet"
  runs kube-apiserver=/etc/systemd/system/kube-apiserver.service.d kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d kubelet=/etc/systemd/system/kubelet.service
  until on "/proc/\$(systemctl show -p MainPID --value kube-apiserver)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done; until on "/proc/\$(systemctl show -p MainPID --value kube-scheduler)/exe --version" | grep -xF 'Kubernetes v1.27.16'; do sleep 2; done
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz 127.0.0.1:10259/healthz
  ready
  kubectl uncordon "$NODE"
}

n/leader-of-n() {
  held cloud-provider-extraction-migration kube-controller-manager -n kube-system
  kubectl get events -A --field-selector involvedObject.kind=Service
  yourself "no SyncLoadBalancerFailed that is newer than the step"
}

n/ccm-gone() {
  until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
  gone kube-system daemonset.apps/aws-cloud-controller-manager configmap/leader-migration-config rolebinding.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:apiserver-authentication-reader clusterrolebinding.rbac.authorization.k8s.io/system:cloud-controller-manager rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:controller-accounts rolebinding.rbac.authorization.k8s.io/cloud-controller-manager:leader-election role.rbac.authorization.k8s.io/leader-migration:cloud-controller-manager clusterrole.rbac.authorization.k8s.io/system:cloud-controller-manager role.rbac.authorization.k8s.io/cloud-controller-manager:controller-accounts role.rbac.authorization.k8s.io/cloud-controller-manager:leader-election serviceaccount/cloud-controller-manager
  until [ -z "$(kubectl get pods -n kube-system -l k8s-app=aws-cloud-controller-manager -o name || echo unread)" ]; do sleep 2; done
}

n/ccm-gone/back() {
  kubectl apply -f dist/mixed/10-lease-access.k8s.yaml
  kubectl apply -f dist/mixed/20-config.k8s.yaml
  kubectl apply -f dist/mixed/30-ccm.k8s.yaml
  kubectl rollout status daemonset/aws-cloud-controller-manager -n kube-system --timeout=300s
}

not-started/restore() {
  ready
  back not-started /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf /etc/leadermigration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  ready
  runs kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d
  answers 127.0.0.1:6443/readyz 127.0.0.1:10257/healthz
  until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
}

not-started/restore/back() {
  keep n /etc/leadermigration.conf /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  put nodes/n/control-plane-n 0644 root:root /etc/leadermigration.conf /etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  on "systemctl daemon-reload && systemctl restart kube-controller-manager"
  runs kube-controller-manager=/etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf
  answers 127.0.0.1:10257/healthz
  keep n /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf
  on "rm -f /etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf"
  ready
}

not-started/lease-access-gone() {
  until on "/proc/\$(systemctl show -p MainPID --value kube-controller-manager)/exe --version" | grep -xF 'Kubernetes v1.26.15'; do sleep 2; done
  gone kube-system rolebinding.rbac.authorization.k8s.io/leader-migration:kube-controller-manager role.rbac.authorization.k8s.io/leader-migration:kube-controller-manager
}

not-started/lease-access-gone/back() {
  kubectl apply -f dist/n/10-lease-access.k8s.yaml
}

not-started/lease-gone-cloud-provider-extraction-migration() {
  unheld 17 cloud-provider-extraction-migration -n kube-system
  kubectl delete lease cloud-provider-extraction-migration -n kube-system --ignore-not-found
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then begin "$@"; fi
