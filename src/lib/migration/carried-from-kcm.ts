import type { k8s } from 'cdk8s-plus-27';
import { ControlPlaneNodeManifests } from './control-plane-node';
import { Carried } from '../ccm/carried';
import { isOfApi, MountedVolume } from '../ccm/volume';
import { StaticPod } from '../edit/static-pod/static-pod';
import { WEB_IDENTITY_VARIABLE } from '../facts/ccm-environment';
import { pathsOf, ProcessVariable, processVariable, spellingsOf, TRUST_FOLDERS } from '../facts/process-environment';
import { KCM } from '../kubernetes/component';
import { plain } from '../kubernetes/plain';

/** What decides how much of kube-controller-manager a cloud-controller-manager needs. */
export interface CarryingOptions {
  /** Variables that it has already: of its credentials, and those that the user gives. */
  readonly given: readonly k8s.EnvVar[];
  /** Whether the user says how it reaches the API server. */
  readonly hasEndpoint: boolean;
  /** Whether it reads the kubeconfig of a file, and so the same address as kube-controller-manager. */
  readonly isStaticPod: boolean;
  /** Whether its cloud config sends calls to other endpoints than those of AWS. */
  readonly hasOverrides: boolean;
}

const METADATA = '169.254.169.254';
/** The kubelet fills it in: the Service of the API server, or what the manifest sets. */
const API_SERVER = '$(KUBERNETES_SERVICE_HOST)';
/** On the workload, where a reviewer sees what was added to the list. */
export const NO_PROXY_ANNOTATION = 'ccm-migration/no-proxy';
const NAME = 'of-kcm';
const OF_KCM = '_OF_KCM';

/**
 * What the kube-controller-managers of N have besides flags, and a cloud-controller-manager needs to reach its cloud and the API server: variables of
 * the environment, the files that these name, certificates of the host where calls go elsewhere than to AWS, names of hosts and DNS.
 *
 * @throws for a secret as text, a file that is not on the node, and where replicas disagree
 */
export function carriedFromKcm(nodes: readonly ControlPlaneNodeManifests[], options: CarryingOptions): Carried {
  const kcms = nodes.map(({ pods }) => pods.get(KCM)!);
  const [first] = kcms;
  for (const kcm of kcms) refuseWholeSources(kcm, options);
  const variables = variablesOf(first).filter(({ name }) => !isGiven(name, options));
  refuseDisagreement(kcms, options);
  const rows = variables.map(variable => ({ variable, row: processVariable(variable.name)! }));
  for (const { variable, row } of rows) refuse(first, variable, row, options);
  const kept = rows.filter(({ variable: { valueFrom }, row: { use } }) =>
    use !== 'api-server' && (use !== 'secret' || (valueFrom !== undefined && !hasCredentials(options))));
  const files = kept.filter(({ row }) => row.use === 'file').flatMap(({ variable: { name, value } }) => pathsOf(name, value ?? ''));
  const goesElsewhere = options.hasOverrides
    || kept.some(({ variable: { name }, row }) => row.use === 'proxy' || name.startsWith('AWS_ENDPOINT_URL'));
  const folders = goesElsewhere ? trustFoldersOf(first) : [];
  const { env, added } = withNoProxy(kept.map(({ variable }) => variable), options);
  return {
    env: env.map(variable => plain(variable)),
    volumes: mountsFor(first, [...files, ...folders]),
    pod: podOf(first),
    annotations: added.length === 0 ? {} : { [NO_PROXY_ANNOTATION]: `${added.join(', ')} added to what kube-controller-manager has` },
  };
}

/** Variables by which a process reaches anything, in their order; one that is empty is none. */
function variablesOf({ document, containerPath }: StaticPod): readonly k8s.EnvVar[] {
  const all = (document.value([...containerPath, 'env']) ?? []) as unknown as readonly k8s.EnvVar[];
  return (Array.isArray(all) ? all : []).filter(({ name, value, valueFrom }) =>
    processVariable(String(name)) !== undefined && (valueFrom !== undefined || (value ?? '') !== ''));
}

/**
 * All of a ConfigMap or Secret: which variables these are the files of nodes do not say, and a proxy among them would need its exceptions.
 *
 * @throws if the cloud-controller-manager is given nothing of one that its kube-controller-manager has
 */
function refuseWholeSources({ document, containerPath, file }: StaticPod, { given }: CarryingOptions): void {
  const sources = document.value([...containerPath, 'envFrom']) as unknown as readonly k8s.EnvFromSource[] | undefined;
  for (const { configMapRef, secretRef } of Array.isArray(sources) ? sources : []) {
    const [kind, key, name] = configMapRef ? ['ConfigMap', 'configMapKeyRef', configMapRef.name] : ['Secret', 'secretKeyRef', secretRef?.name];
    if (given.some(({ valueFrom }) => (configMapRef ? valueFrom?.configMapKeyRef : valueFrom?.secretKeyRef)?.name === name)) continue;
    throw new Error(`${file}: kube-controller-manager has every variable of ${kind} '${name}' (envFrom), which no file of a node says; give the `
      + `cloud-controller-manager those by which it reaches AWS and its API server in \`run.pod.env\`, each with valueFrom.${key} of '${name}'`);
  }
}

function refuseDisagreement(kcms: readonly StaticPod[], options: CarryingOptions): void {
  const shown = (kcm: StaticPod, name: string) => JSON.stringify(variablesOf(kcm).find(variable => variable.name === name) ?? null);
  const names = new Set(kcms.flatMap(kcm => variablesOf(kcm).map(({ name }) => name)).filter(name => !isGiven(name, options)));
  const [first] = kcms;
  for (const name of names) {
    const other = kcms.find(kcm => shown(kcm, name) !== shown(first, name));
    if (other === undefined) continue;
    throw new Error(`kube-controller-managers disagree on the environment variable ${name}, in ${first.file} and in ${other.file}; make them `
      + 'equal, or give the cloud-controller-manager its own in `run.pod.env`');
  }
}

/** @throws for what cannot be carried, with what to say instead */
function refuse(kcm: StaticPod, { name, value, valueFrom }: k8s.EnvVar, { use }: ProcessVariable, options: CarryingOptions): void {
  const has = `${kcm.file}: kube-controller-manager has ${name}`;
  if (use === 'secret' && valueFrom === undefined && !hasCredentials(options)) {
    throw new Error(`${has}, a secret, which is not written into a manifest; give the cloud-controller-manager AwsCredentials.secret(...), or `
      + 'its own in `run.pod.env`');
  }
  // With a kubeconfig it asks neither.
  if (use === 'api-server' && !options.hasEndpoint && !options.isStaticPod && kcm.flagValue('kubeconfig') === undefined) {
    throw new Error(`${has}, by which it finds its API server; say it of the cloud-controller-manager as \`run.pod.apiServerEndpoint\``);
  }
  if (use === 'proxy' && /^[^@]*:\/\/[^/@:]*:[^/@]*@/.test(value ?? '')) {
    throw new Error(`${has} with a password, which is not written into a manifest; give the cloud-controller-manager its own from a Secret in `
      + '`run.pod.env`');
  }
  const missing = use !== 'file' || kcm.volumes.length === 0 ? undefined
    : pathsOf(name, value ?? '').find(path => kcm.hostPathOf(path) === undefined);
  if (missing !== undefined) {
    throw new Error(`${has}, the file '${missing}', which no volume of it has from its node; give the cloud-controller-manager its own in `
      + '`run.pod.env` and `run.pod.volumes`');
  }
}

/** Whether it has its own, in any spelling that is read. */
function isGiven(name: string, { given }: CarryingOptions): boolean {
  const row = processVariable(name);
  return given.some(own => own.name === name || (row?.isAnyCase === true && processVariable(own.name) === row));
}

/** Whether it is given credentials that are not the instance role. */
function hasCredentials({ given }: CarryingOptions): boolean {
  return given.some(({ name }) => processVariable(name)?.use === 'secret' || name === WEB_IDENTITY_VARIABLE);
}

/** Where there is a proxy, the API server and the metadata of the instance are not behind it. */
function withNoProxy(variables: readonly k8s.EnvVar[], options: CarryingOptions): { env: readonly k8s.EnvVar[]; added: readonly string[] } {
  if (isGiven('NO_PROXY', options)) return { env: variables, added: [] };
  const has = (name: string) => variables.some(variable => variable.name.toUpperCase() === name);
  const wanted = [...has('HTTPS_PROXY') && !options.isStaticPod ? [API_SERVER] : [], ...has('HTTP_PROXY') ? [METADATA] : []];
  const today = spellingsOf('NO_PROXY').flatMap(name => variables.find(variable => variable.name === name) ?? []).at(0);
  const isReference = today?.valueFrom !== undefined;
  const entries = isReference ? [`$(${today.name}${OF_KCM})`]
    : (today?.value ?? '').split(',').map(entry => entry.trim()).filter(entry => entry !== '');
  const added = entries.includes('*') ? [] : wanted.filter(entry => !entries.includes(entry));
  if (added.length === 0) return { env: variables, added };
  const own: k8s.EnvVar = { name: today?.name ?? 'NO_PROXY', value: [...entries, ...added].join(',') };
  // What a reference says gets a name of its own, which stands before the list that has it.
  const replaced = !isReference ? [own] : [{ ...today, name: `${today.name}${OF_KCM}` }, own];
  return { env: today === undefined ? [...variables, own] : variables.flatMap(one => one === today ? replaced : [one]), added };
}

/** Folders of certificates that the host trusts, and kube-controller-manager sees. */
function trustFoldersOf({ mounts }: StaticPod): readonly string[] {
  return mounts.map(({ mountPath }) => mountPath.replace(/(?<!\/)\/+$/, '')).filter(path => TRUST_FOLDERS.some(folder => path === folder
    || path.startsWith(`${folder}/`)));
}

/** The mounts of kube-controller-manager that hold these paths, each once; of a unit, which sees the whole node, the files themselves. */
function mountsFor(kcm: StaticPod, paths: readonly string[]): readonly MountedVolume[] {
  const found = new Map<string, MountedVolume>();
  for (const path of paths) {
    const mount = [...kcm.mounts].filter(({ mountPath }) => `${path}/`.startsWith(`${mountPath.replace(/(?<!\/)\/+$/, '')}/`))
      .sort((a, b) => b.mountPath.length - a.mountPath.length)[0];
    const hostPath = mount === undefined ? path : kcm.volume(mount.name)?.hostPath;
    const mountPath = mount?.mountPath ?? path;
    if (hostPath === undefined || found.has(mountPath)) continue;
    const name = `${NAME}-${found.size + 1}`;
    found.set(mountPath, { volume: { name, hostPath: { path: hostPath } }, mounts: [{ name, mountPath, readOnly: true }] });
  }
  return [...found.values()].filter(({ volume }) => !isOfApi(volume));
}

/** Names of hosts, and DNS where it is not that of the host: a static pod on the network of its node has that unless it says otherwise. */
function podOf({ document, podPath }: StaticPod): Carried['pod'] {
  const at = (key: string) => document.value([...podPath, key]) as never;
  const dnsPolicy = document.value([...podPath, 'dnsPolicy']);
  return {
    ...document.value([...podPath, 'hostAliases']) !== undefined && { hostAliases: at('hostAliases') },
    ...(dnsPolicy === 'None' || dnsPolicy === 'ClusterFirstWithHostNet') && { dnsPolicy },
    ...document.value([...podPath, 'dnsConfig']) !== undefined && { dnsConfig: at('dnsConfig') },
  };
}
