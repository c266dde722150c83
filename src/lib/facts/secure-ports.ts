import { CCM, Component, KCM } from '../kubernetes/component';

/** The port on which a component serves where `--secure-port` says no other. */
export const SECURE_PORTS: Partial<Readonly<Record<Component, { readonly port: number; readonly source: string }>>> = {
  [KCM]: { port: 10257, source: 'k8s.io/kubernetes@v1.20.15 and v1.37.1 pkg/cluster/ports/ports.go' },
  [CCM]: { port: 10258, source: 'k8s.io/cloud-provider@v0.20.15 and v0.37.2 ports.go' },
  'kube-scheduler': { port: 10259, source: 'k8s.io/kubernetes@v1.20.15 pkg/scheduler/apis/config/types.go, v1.37.1 pkg/cluster/ports/ports.go' },
  'kube-apiserver': { port: 6443, source: 'k8s.io/kubernetes@v1.20.15 and v1.37.1 pkg/kubeapiserver/options/serving.go' },
};
