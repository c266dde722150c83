import { argsOf, layerOf, Rke2Documents, Rke2Roles, SELECTOR_FILES, selects, textsOf, valueOf } from './documents';
import { listOf, mapOf } from '../../edit/yaml/data';
import { KUBEADM_FLAGS } from '../../facts/inputs/kubelet-files';
import { POD_FOLDERS } from '../../facts/inputs/node-paths';
import { rke2Has, rke2KcmFlags } from '../../facts/rke2';
import { KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { nameOf } from '../documents';
import { MadeFile } from '../made-file';
import { PodMount, staticPod } from '../static-pod';

/** What stands before the flags of k3s: rancher/rke2@v1.26.15+rke2r1 pkg/podexecutor/staticpod.go:415-441. */
const FIRST_FLAGS = ['--flex-volume-plugin-dir=/var/lib/kubelet/volumeplugins', '--terminated-pod-gc-threshold=1000', '--permit-port-sharing=true'];
/** What Rancher sets on machines without the role worker: rancher/rancher@v2.8.5 pkg/capr/planner/planner.go:855-869. */
const TAINTS: Readonly<Record<string, string>> = {
  'control-plane': 'node-role.kubernetes.io/control-plane:NoSchedule', 'etcd': 'node-role.kubernetes.io/etcd:NoExecute',
};

/** Files of the machines, in the folders of their nodes. @param release `v1.26.15+rke2r1` */
export function machineFiles(documents: Rke2Documents, release: string): Map<string, MadeFile> {
  return new Map(documents.machines.flatMap(roles => filesOf(documents, roles, release).map(([path, file]): [string, MadeFile] =>
    [`${isServer(roles) ? 'control-plane' : 'worker'}/${roles.join('-')}${path}`, file])));
}

export const isServer = (roles: Rke2Roles) => roles.includes('control-plane');
/** Kubernetes in a release of RKE2. */
export const kubernetesOf = (release: string) => KubernetesVersion.of(release.replace(/^v/, '').split('+')[0]);

function filesOf(documents: Rke2Documents, roles: Rke2Roles, release: string): readonly (readonly [string, MadeFile])[] {
  const taints = documents.cluster && !roles.includes('worker') ? roles.map(role => TAINTS[role]) : [];
  const registered = [...taints, ...textsOf(documents, roles, 'node-taint')].join(',');
  const kubelet = [
    `--pod-manifest-path=${POD_FOLDERS[1]}`,
    ...registered === '' ? [] : [`--register-with-taints=${registered}`],
    ...providerFlags(documents, roles),
    ...argsOf(documents, roles, 'kubelet').map(({ name, value }) => `--${name}=${value}`),
  ];
  return [
    ...isServer(roles) ? [[`${POD_FOLDERS[1]}/${KCM}.yaml`, { text: kcmPod(documents, roles, release) }] as const] : [],
    [KUBEADM_FLAGS, { text: `KUBELET_KUBEADM_ARGS="${kubelet.join(' ').replaceAll('"', '\\"')}"\n` }],
    ...filesBeside(documents, roles),
  ];
}

/** @throws for any other provider, and without one: then RKE2 runs a cloud-controller-manager of its own */
function providerFlags(documents: Rke2Documents, roles: Rke2Roles): string[] {
  const name = valueOf(documents, roles, 'cloud-provider-name');
  if (name === 'aws' || name === 'external') {
    return [`--cloud-provider=${name}`, `--cloud-config=${String(valueOf(documents, roles, 'cloud-provider-config') ?? '')}`];
  }
  const { document, path } = layerOf(documents, roles, 'cloud-provider-name');
  throw document.errorAt([...path, 'cloud-provider-name'], `cloud-provider-name of ${roles.join(', ')} is `
    + `${JSON.stringify(name ?? null)}; what RKE2 runs is known for aws and external only: check the pods in ${POD_FOLDERS[1]} of each server`);
}

/** Flags of kube-controller-manager in RKE2's order. A flag of the user replaces one of k3s, and stands beside those of the cloud provider. */
export function kcmFlags(documents: Rke2Documents, roles: Rke2Roles, version: KubernetesVersion): string[] {
  const args = argsOf(documents, roles, KCM);
  const own = {
    ...rke2KcmFlags(version),
    'cluster-cidr': textsOf(documents, roles, 'cluster-cidr').join(',') || '10.42.0.0/16',
    'service-cluster-ip-range': textsOf(documents, roles, 'service-cidr').join(',') || '10.43.0.0/16',
  };
  const kept = Object.entries(own).filter(([flag]) => args.every(({ name }) => name !== flag)).map(([name, value]) => ({ name, value }));
  const sorted = [...kept, ...args].sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
  return [...FIRST_FLAGS, ...providerFlags(documents, roles), ...sorted.map(({ name, value }) => `--${name}=${value}`)];
}

/** A value of a flag that is a file is mounted by itself. @throws if a file is mounted as a folder */
function kcmPod(documents: Rke2Documents, roles: Rke2Roles, release: string): string {
  const version = kubernetesOf(release);
  const args = kcmFlags(documents, roles, version);
  const files = [...new Set(args.flatMap(arg => /^--(?!flex-volume)[\w-]+=(\/.+)$/.exec(arg)?.[1] ?? []))].sort();
  const takesFiles = rke2Has('mountsFiles', version);
  const extra = textsOf(documents, roles, `${KCM}-extra-mount`).map((text, index): PodMount => {
    const [path, mountPath, mode, type] = text.split(':');
    if (takesFiles || !files.includes(path)) {
      return { name: `extra-mount-${index}`, path, mountPath, type: takesFiles ? type : 'DirectoryOrCreate', readOnly: mode === 'ro' };
    }
    const { document, path: at } = layerOf(documents, roles, `${KCM}-extra-mount`);
    throw document.errorAt([...at, `${KCM}-extra-mount`, index], `'${text}' is a file, and RKE2 ${version} mounts it as a folder, `
      + 'so that kube-controller-manager does not start; take it out: a file that a flag names is mounted by itself');
  });
  const image = `${String(valueOf(documents, roles, 'system-default-registry') ?? 'index.docker.io')}/rancher/hardened-kubernetes`;
  const env = textsOf(documents, roles, `${KCM}-extra-env`).map(text => ({ name: text.split('=')[0], value: text.slice(text.indexOf('=') + 1) }));
  return staticPod(KCM, `${image}:${release.replace('+', '-')}`, { command: [KCM], args, env }, [
    ...files.map((path, index) => ({ name: `file${index}`, path, type: 'File' })), ...extra,
  ]);
}

/** Files that Rancher puts on machines; of RKE2's own files, the configuration of Leader Migration that lies beside them. */
function filesBeside(documents: Rke2Documents, roles: Rke2Roles): (readonly [string, MadeFile])[] {
  const { cluster, all } = documents;
  if (!cluster) {
    const configuration = all.find(({ data }) => data.kind === 'LeaderMigrationConfiguration');
    const named = isServer(roles) ? argsOf(documents, roles, KCM).find(({ name }) => name === 'leader-migration-config') : undefined;
    return configuration && named ? [[named.value, { text: configuration.text }]] : [];
  }
  const entries = listOf(cluster.value(SELECTOR_FILES)).filter((_, index) => selects(cluster, [...SELECTOR_FILES, index])(roles));
  return entries.flatMap(entry => listOf(mapOf(entry).fileSources)).flatMap(source => {
    const { name, items } = mapOf(mapOf(source).configMap ?? mapOf(source).secret);
    const stored = all.find(one => one.data.kind === 'ConfigMap' && nameOf(one) === name && mapOf(source).configMap !== undefined);
    return listOf(items).map(mapOf).map(({ key, path }): readonly [string, MadeFile] => {
      const text = stored?.value(['data', String(key)]);
      return [String(path), typeof text === 'string' ? { text } : { unreadable: `it is from '${String(name)}', which is not in the input` }];
    });
  });
}
