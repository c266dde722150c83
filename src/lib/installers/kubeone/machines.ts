import { SourceDocument } from '../../edit/yaml/source-document';
import { KubeOneRelease } from '../../facts/kubeone';
import { KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Manifest } from '../../kubernetes/manifest';
import { controllersFlag, flagWords } from '../controllers-off';
import { MadeFile } from '../made-file';
import { staticPod } from '../static-pod';

/**
 * What a control-plane node does.
 * - `in-tree`: before.
 * - `off`: after the first run: still in-tree, with the three controllers off.
 * - `external`: after the second run, and in a cluster that was made so: without a cloud provider.
 */
export type KubeOneStage = 'in-tree' | 'off' | 'external';

const CLOUD_CONFIG = '/etc/kubernetes/cloud-config';

/** Flags of kube-controller-manager, as kubeadm makes them of what KubeOne tells it, and as far as the migration is about them. */
export function kcmFlags(name: string, release: KubeOneRelease, stage: KubeOneStage): Readonly<Record<string, string>> {
  const gates = stage === 'in-tree' ? [] : stage === 'off' ? release.gates.first : release.gates.second;
  return {
    'controllers': controllersFlag(stage === 'off'),
    'leader-elect': 'true',
    'use-service-account-credentials': 'true',
    ...stage === 'external' ? {} : { 'cloud-provider': 'aws', 'cloud-config': CLOUD_CONFIG, 'cluster-name': name, 'configure-cloud-routes': 'false' },
    ...gates.length === 0 ? {} : { 'feature-gates': gates.join(',') },
  };
}

/** Flags of the cloud-controller-manager. */
export function ccmFlags(name: string, { ccmCloudConfig }: KubeOneRelease): Readonly<Record<string, string>> {
  return {
    'cluster-name': name,
    'cloud-provider': 'aws',
    'use-service-account-credentials': 'false',
    'configure-cloud-routes': 'false',
    ...ccmCloudConfig ? { 'cloud-config': '/etc/kubernetes/cloud/cloud-config' } : {},
    'v': '2',
  };
}

/** Files of a control-plane node. */
export function nodeFiles(
  cluster: SourceDocument, release: KubeOneRelease, version: KubernetesVersion, stage: KubeOneStage,
): Map<string, MadeFile> {
  const name = String(cluster.value(['name']) ?? '');
  const external = stage === 'external';
  const mounts = external ? [] : [{ name: 'cloud-config', path: CLOUD_CONFIG, type: 'FileOrCreate' }];
  const command = [KCM, ...flagWords(kcmFlags(name, release, stage))];
  const given = cluster.value(['cloudProvider', 'cloudConfig']);
  const files: [string, string][] = [
    [`etc/kubernetes/manifests/${KCM}.yaml`, staticPod(KCM, `registry.k8s.io/${KCM}:v${version}`, { command }, mounts)],
    ['var/lib/kubelet/kubeadm-flags.env', `KUBELET_KUBEADM_ARGS="--cloud-provider=${external ? 'external' : 'aws'}"\n`],
    // KubeOne writes a default where the document has none: kubermatic/kubeone@v1.6.0 pkg/apis/kubeone/v1beta2/defaults.go:332.
    [CLOUD_CONFIG.slice(1), typeof given === 'string' && given !== '' ? given : `[global]\nKubernetesClusterID="${name}"\n`],
  ];
  return new Map(files.map(([path, text]) => [`control-plane/${name || 'cluster'}/${path}`, { text }]));
}

/** The addon, which KubeOne applies when every control-plane node has had its run. kubermatic/kubeone@v1.6.0 addons/ccm-aws/ccm-aws.yaml. */
export function ccmDaemonSet(cluster: SourceDocument, release: KubeOneRelease, version: KubernetesVersion): Manifest {
  const name = String(cluster.value(['name']) ?? '');
  const labels = { 'k8s-app': 'aws-cloud-controller-manager' };
  const config = release.ccmCloudConfig;
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'aws-cloud-controller-manager', namespace: 'kube-system', labels },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          ...config ? { dnsPolicy: 'Default' } : {},
          nodeSelector: { 'node-role.kubernetes.io/control-plane': '' },
          serviceAccountName: 'cloud-controller-manager',
          tolerations: [
            { effect: 'NoSchedule', key: 'node.cloudprovider.kubernetes.io/uninitialized', value: 'true' },
            { effect: 'NoSchedule', key: 'node-role.kubernetes.io/master' },
            { effect: 'NoSchedule', key: 'node-role.kubernetes.io/control-plane' },
          ],
          containers: [{
            name: 'aws-cloud-controller-manager',
            // Its minor is that of the cluster; nothing else decides.
            image: `registry.k8s.io/provider-aws/cloud-controller-manager:v${version.minorVersion}.0`,
            args: flagWords(ccmFlags(name, release)),
            ...config ? { volumeMounts: [{ mountPath: '/etc/kubernetes/cloud', name: 'cloud-config', readOnly: true }] } : {},
          }],
          ...config ? { volumes: [{ name: 'cloud-config', secret: { secretName: 'cloud-config' } }] } : {},
        },
      },
    },
  };
}
