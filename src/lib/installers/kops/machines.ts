import { addonObjects } from './addons';
import { componentFlags, KopsFlags } from './component-flags';
import { isIpv6Only } from './networking';
import { Data, isMap, mapOf } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { KopsRelease } from '../../facts/kops';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Manifest } from '../../kubernetes/manifest';
import { nameOf } from '../documents';
import { staticPod } from '../static-pod';

/** What a Cluster becomes: a control-plane node that is made from it, and what is applied to the cluster. */
export interface KopsMachines {
  /** Files of a control-plane node below `/`, as far as the migration is about them. */
  readonly files: ReadonlyMap<string, { readonly text: string }>;
  readonly objects: readonly Manifest[];
}

const MANIFESTS = 'etc/kubernetes/manifests';

/** What a release of kops makes of a Cluster: files of a control-plane node, and objects. */
export function machinesOf(cluster: SourceDocument, release: KopsRelease, version: KubernetesVersion): KopsMachines {
  const spec = mapOf(cluster.value(['spec']));
  const components = componentFlags(nameOf(cluster), spec, release, version);
  const apiServer = { ...components.apiServer, ...authorizationMode(spec) };
  const cloudConfig = release.inTreeCloudConfig.slice(1);
  const node = `control-plane/${nameOf(cluster)}`;
  const files: [string, string][] = [
    // nodeup writes them with this ending.
    [`${MANIFESTS}/kube-controller-manager.manifest`, podOf('kube-controller-manager', components.kcm, version, release)],
    [`${MANIFESTS}/kube-apiserver.manifest`, podOf('kube-apiserver', apiServer, version, release)],
    ['etc/sysconfig/kubelet', `DAEMON_ARGS="${line(components.masterKubelet)}"\n`],
    [cloudConfig, cloudConfigText(mapOf(spec.cloudConfig), [])],
    // Also on nodes that are in-tree: the cloud-controller-manager of a later Cluster starts there.
    ['etc/kubernetes/cloud.config', cloudConfigText(mapOf(spec.cloudConfig), nodeIpFamilies(spec))],
  ];
  return {
    files: new Map(files.map(([path, text]) => [`${node}/${path}`, { text }])),
    objects: addonObjects(components.ccm, imageOf(spec), release, version),
  };
}

/** The image of the cloud-controller-manager that the user set. */
export function imageOf(spec: { readonly [key: string]: Data }): string | undefined {
  const { image } = mapOf(spec.cloudControllerManager);
  return typeof image === 'string' ? image : undefined;
}

/**
 * k8s.io/kops@v1.24.1 and v1.35.0 pkg/model/components/apiserver.go; without `authorization` it is AlwaysAllow,
 * pkg/apis/kops/v1alpha2/defaults.go. What the user set wins.
 */
function authorizationMode({ authorization, kubeAPIServer }: { readonly [key: string]: Data }): KopsFlags {
  const { alwaysAllow, rbac } = mapOf(authorization);
  const { authorizationMode: own } = mapOf(kubeAPIServer);
  return { 'authorization-mode': typeof own === 'string' ? own : isMap(rbac) && !isMap(alwaysAllow) ? 'Node,RBAC' : 'AlwaysAllow' };
}

function podOf(component: string, flags: KopsFlags, version: KubernetesVersion, { inTreeCloudConfig, registry }: KopsRelease): string {
  const command = [`/usr/local/bin/${component}`, ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`)];
  const mounts = flags['cloud-config'] === undefined ? [] : [{ name: 'cloudconfig', path: inTreeCloudConfig }];
  return staticPod(component, `${registry}/${component}:v${version}`, { command }, mounts);
}

function line(flags: KopsFlags): string {
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`).join(' ');
}

/**
 * k8s.io/kops@v1.24.1 nodeup/pkg/model/cloudconfig.go:105-121.
 *
 * @param families that are written for the cloud-controller-manager only: in-tree providers do not know the key
 */
function cloudConfigText(config: { readonly [key: string]: Data }, families: readonly unknown[]): string {
  const pairs = [
    ['DisableSecurityGroupIngress', config.disableSecurityGroupIngress], ['ElbSecurityGroup', config.elbSecurityGroup],
    ...families.map(family => ['NodeIPFamilies', family] as const),
  ] as const;
  const lines = pairs.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => `${name} = ${String(value)}`);
  return ['[global]', ...lines, ''].join('\n');
}

/** k8s.io/kops@v1.24.1 pkg/model/components/cloudconfiguration.go:55-57. */
function nodeIpFamilies(spec: { readonly [key: string]: Data }): readonly unknown[] {
  const { nodeIPFamilies } = mapOf(spec.cloudConfig);
  if (Array.isArray(nodeIPFamilies) && nodeIPFamilies.length > 0) return nodeIPFamilies;
  return isIpv6Only(spec) ? ['ipv6', 'ipv4'] : [];
}
