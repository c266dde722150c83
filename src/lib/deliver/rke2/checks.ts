import { Rke2Options } from './options';
import { layerOf, Rke2Documents, valueOf } from '../../installers/rke2/documents';

/** @throws with the first thing that stands against a migration, its place, and what to do */
export function checkRke2(documents: Rke2Documents, { migration: { fromVersion, toVersion }, rke2Release }: Rke2Options): void {
  if (!fromVersion) throw new Error('`fromVersion` is not given: after the migration there is nothing to do; give the version that runs today');
  if (!new RegExp(`^v${toVersion}\\+rke2r\\d+$`).test(rke2Release)) {
    throw new Error(`rke2Release is '${rke2Release}', expected a release of RKE2 with Kubernetes ${toVersion}, like 'v${toVersion}+rke2r1'`);
  }
  const { cluster, machines } = documents;
  const release = String(cluster?.value(['spec', 'kubernetesVersion']));
  if (cluster && !release.startsWith(`v${fromVersion}+rke2r`)) {
    throw cluster.errorIn(['spec', 'kubernetesVersion'], `is '${release}', expected 'v${fromVersion}+rke2r1' or another release of RKE2 with `
      + 'fromVersion. From 1.27 on none has aws in-tree: kubelet and kube-controller-manager end at it (rancher/rancher#45930)');
  }
  const other = machines.find(roles => valueOf(documents, roles, 'cloud-provider-name') !== 'aws');
  if (!other) return;
  const { document, path } = layerOf(documents, other, 'cloud-provider-name');
  throw document.errorAt([...path, 'cloud-provider-name'], `cloud-provider-name of ${other.join(', ')} is `
    + `${JSON.stringify(valueOf(documents, other, 'cloud-provider-name') ?? null)}, expected 'aws'; hand in the settings of before the migration`);
}
