import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** `--external-cloud-volume-plugin` of kube-controller-manager. */
export interface ExternalCloudVolumePlugin {
  /** Whether the flag exists. */
  readonly exists: boolean;
  /** Whether the component reads it: with `--cloud-provider=external` it then makes this in-tree provider for the volume and nodeipam controllers. */
  readonly used: boolean;
  /** Whether `aws` can be made. */
  readonly worksWithAws: boolean;
  /** How the component ends with `aws`; none: it goes on. */
  readonly errorWithAws?: string;
}

export const EXTERNAL_CLOUD_VOLUME_PLUGIN = new FactTable<ExternalCloudVolumePlugin>('--external-cloud-volume-plugin', [
  {
    from: '1.20',
    to: '1.26',
    readAt: ['1.20.15', '1.26.15'],
    value: { exists: true, used: true, worksWithAws: true },
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/cloudproviders.go:45-52',
  },
  {
    from: '1.27',
    to: '1.31',
    readAt: ['1.27.16', '1.31.14'],
    value: { exists: true, used: true, worksWithAws: false, errorWithAws: 'cloud provider could not be initialized: unknown cloud provider "aws"' },
    source: 'k8s.io/kubernetes@v1.27.16 cmd/kube-controller-manager/app/cloudproviders.go:57',
  },
  {
    from: '1.32',
    readAt: ['1.32.13', '1.37.1'],
    value: { exists: true, used: false, worksWithAws: false },
    source: 'k8s.io/kubernetes@v1.32.13, no reference left in cmd/kube-controller-manager',
  },
]);

/** `--external-cloud-volume-plugin` in this release. */
export function externalCloudVolumePlugin(version: KubernetesVersion): ExternalCloudVolumePlugin {
  return EXTERNAL_CLOUD_VOLUME_PLUGIN.at(version);
}

/**
 * Who serves EBS volumes. `in-tree`: the plugin inside the components. `csi-by-default`: the EBS CSI driver, unless CSIMigrationAWS is set to false.
 * `csi-only`: the EBS CSI driver, whatever the flags.
 */
export type EbsVolumes = 'in-tree' | 'csi-by-default' | 'csi-only';

export const EBS_VOLUMES = new FactTable<EbsVolumes>('who serves EBS volumes', [
  {
    from: '1.20',
    to: '1.22',
    readAt: ['1.20.15', '1.22.17'],
    value: 'in-tree',
    source: 'k8s.io/kubernetes@v1.22.17 pkg/features/kube_features.go, CSIMigrationAWS beta, off',
  },
  {
    from: '1.23',
    to: '1.24',
    readAt: ['1.23.17', '1.24.17'],
    value: 'csi-by-default',
    source: 'k8s.io/kubernetes@v1.23.17 pkg/features/kube_features.go, CSIMigrationAWS beta, on',
  },
  {
    from: '1.25',
    readAt: ['1.25.16', '1.37.1'],
    value: 'csi-only',
    source: 'k8s.io/kubernetes@v1.25.16 pkg/features/kube_features.go, CSIMigrationAWS locked; v1.27.16 has no pkg/volume/awsebs',
  },
]);

/** Who serves EBS volumes in this release. */
export function ebsVolumes(version: KubernetesVersion): EbsVolumes {
  return EBS_VOLUMES.at(version);
}
