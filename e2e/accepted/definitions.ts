import { join } from 'node:path';
import { goModule } from '../../test/go-module';

/** Files of CustomResourceDefinitions, by the Go module that has them. */
const DEFINITIONS: Readonly<Record<string, readonly string[]>> = {
  'github.com/argoproj/argo-cd/v2@v2.14.11': ['manifests/crds/applicationset-crd.yaml'],
  'github.com/fluxcd/kustomize-controller@v1.6.0': ['config/crd/bases/kustomize.toolkit.fluxcd.io_kustomizations.yaml'],
  'github.com/prometheus-operator/prometheus-operator@v0.79.2': ['servicemonitors', 'prometheusrules']
    .map(plural => `example/prometheus-operator-crd/monitoring.coreos.com_${plural}.yaml`),
  'sigs.k8s.io/cluster-api@v1.9.4': [
    'config/crd/bases/addons.cluster.x-k8s.io_clusterresourcesets.yaml',
    'config/crd/bases/cluster.x-k8s.io_clusters.yaml',
    'config/crd/bases/cluster.x-k8s.io_machinedeployments.yaml',
    'bootstrap/kubeadm/config/crd/bases/bootstrap.cluster.x-k8s.io_kubeadmconfigtemplates.yaml',
    'controlplane/kubeadm/config/crd/bases/controlplane.cluster.x-k8s.io_kubeadmcontrolplanes.yaml',
  ],
  'sigs.k8s.io/cluster-api-provider-aws/v2@v2.13.0': ['awsclusters', 'awsmachinetemplates']
    .map(plural => `config/crd/bases/infrastructure.cluster.x-k8s.io_${plural}.yaml`),
};

/** Paths of the definitions that the manifests need beside what an API server knows by itself. */
export function definitionFiles(): string[] {
  return Object.entries(DEFINITIONS).flatMap(([module, files]) => files.map(file => join(goModule(module), file)));
}
