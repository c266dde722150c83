import { isMap, listOf, mapOf, shownOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { kubeadmApiServerFlags, kubeadmKcmFlags } from '../../facts/kubeadm-static-pods';
import { Component, KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { SaidVersions, versionAsRead, versionProblem } from '../../model/component-version';
import { ComponentView, Doubt, PlacedFlag } from '../../view/model';
import { ReadComponent, withFiles } from '../component/component-reader';
import { environmentSources, expand, readEnvironment } from '../component/environment';
import { MountedVolume, trimPath } from '../component/pod-facts';
import { readWords, unknownVersion } from '../component/read-words';
import { ObjectAt, placeAt } from '../documents/documents';
import { NodeFolderPath } from '../input/layout';

export function isClusterConfiguration({ kind, apiVersion }: ObjectAt): boolean {
  return kind === 'ClusterConfiguration' && apiVersion.startsWith('kubeadm.k8s.io/');
}

/** A static pod can refer to no object of the API; the name of each pod ends with that of its node. */
const ENVIRONMENT = environmentSources('kube-system');

/** Where each component's settings are, and the component. */
const SECTIONS: readonly (readonly [string, Component])[] = [['controllerManager', KCM], ['apiServer', 'kube-apiserver']];

/** Where the configuration says what kubeadm passes as a flag. */
const FIELDS: Readonly<Partial<Record<string, SourcePath>>> = { 'cluster-name': ['clusterName'], 'cluster-cidr': ['networking', 'podSubnet'] };

export interface KubeadmContext {
  readonly dir: string;
  /** Kind of node that kubeadm makes with it. */
  readonly kind: string;
  readonly nodes: readonly NodeFolderPath[];
  /** Why the kubelets of these do not start what kubeadm writes. */
  readonly stops: readonly Doubt[];
  readonly said: SaidVersions;
}

/** The components as kubeadm will write them: what a node that does not exist yet, or the next `kubeadm upgrade`, gets. */
export function readClusterConfiguration(object: ObjectAt, context: KubeadmContext): readonly ReadComponent[] {
  const { data, file, document, base } = object;
  const written = stringOf(data.kubernetesVersion);
  const said = written === undefined ? 'kubernetesVersion is not set' : `kubernetesVersion is '${written}'`;
  const release = KubernetesVersion._readStart(written);
  const version = versionAsRead(release ?? context.said.kubernetesVersion, context.said);
  const problem = versionProblem(version);
  const etcdServers = listOf(mapOf(mapOf(data.etcd).external).endpoints).map(String).join(',');
  return SECTIONS.map(([section, component]): ReadComponent => {
    const path = [...base, section];
    const place = placeAt(file, document, path);
    const podSubnet = stringOf(mapOf(data.networking).podSubnet);
    const own = component === KCM ? kubeadmKcmFlags({ clusterName: stringOf(data.clusterName), podSubnet }) : kubeadmApiServerFlags(etcdServers);
    const extra = placedArgs(object, [...path, 'extraArgs']);
    // From v1beta4 on, a container has an environment, which the kubelet puts into its words as for any pod.
    const environment = readEnvironment({ env: mapOf(data[section]).extraEnvs ?? [] }, ENVIRONMENT);
    const replaced = new Set(extra.map(({ name }) => name));
    const placeOf = (name: string) => {
      const at = FIELDS[name];
      return at === undefined || document.value([...base, ...at]) === undefined ? place : placeAt(file, document, [...base, ...at]);
    };
    const args = [...own.filter(([name]) => !replaced.has(name)).map(([name, value]) => ({ name, value, place: placeOf(name) })), ...extra];
    const words = args.map(arg => ({ ...expand(`--${arg.name}=${arg.value ?? ''}`, environment), place: arg.place }));
    const { flags, ends, unknowns } = readWords(component, words, problem === undefined ? version : undefined);
    const mounts = listOf(mapOf(data[section]).extraVolumes).filter(isMap).map((volume): MountedVolume => ({
      mountPath: trimPath(shownOf(volume.mountPath)), hostPath: shownOf(volume.hostPath),
    }));
    const files = { nodes: context.nodes, configMaps: new Map(), namespace: 'kube-system' };
    const draft: ComponentView = {
      component,
      object: `kubeadm ClusterConfiguration ${section}`,
      place,
      origin: 'kubeadm',
      kind: context.kind,
      flags,
      ends,
      version: problem === undefined ? version : undefined,
      ...context.stops.length > 0 && { stops: context.stops },
      isBeyondTables: version !== undefined && problem !== undefined,
      unknowns: [
        ...problem === undefined ? [] : [unknownVersion(component, placeAt(file, document, [...base, 'kubernetesVersion']), version,
          release === undefined ? `${said}, and --kubernetes-version is not given` : problem,
          'Set kubernetesVersion to a release, or pass --kubernetes-version.')],
        ...unknowns,
      ],
    };
    return withFiles(
      draft, mounts, files, { dir: context.dir, label: `kubeadm configuration of ${context.kind}`, replication: { kind: 'per-node' } },
    );
  });
}

/** A map to v1beta3, a list of name and value from v1beta4. */
export function placedArgs({ file, document }: ObjectAt, path: SourcePath): readonly PlacedFlag[] {
  const args = document.value(path);
  if (Array.isArray(args)) {
    return args.flatMap(
      (arg, index) =>
        isMap(arg) ? [{ name: shownOf(arg.name), value: String(arg.value ?? ''), place: placeAt(file, document, [...path, index]) }] : [],
    );
  }
  return Object.entries(mapOf(args)).map(([name, value]) => ({ name, value: String(value), place: placeAt(file, document, [...path, name]) }));
}
