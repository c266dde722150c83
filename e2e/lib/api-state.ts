/** Kinds that a plan writes, or that its steps change. Service accounts are made by controllers, too. */
const KINDS = [
  'configmaps', 'roles', 'rolebindings', 'clusterroles', 'clusterrolebindings', 'daemonsets', 'deployments', 'poddisruptionbudgets',
];

/** Made by the cluster itself whenever it likes, or kept by the plan: its copies, its lock, what its operator may do. */
const OWN_OBJECTS = /^(ccm-migration|kube-root-ca\.crt$|extension-apiserver-authentication$)/;

/** An API server that starts gives roles of its own what its release has, and takes nothing away. */
const OF_THE_API_SERVER = 'kubernetes.io/bootstrapping';

interface ApiObject {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: { readonly unschedulable?: boolean };
  readonly [field: string]: unknown;
}

/** What the API has of the things that a migration changes, by kind and name: the same text for the same content. */
export type ApiState = ReadonlyMap<string, string>;

/** Reads it; `kubectl` returns what it printed. */
export async function apiState(kubectl: (...args: string[]) => Promise<string>): Promise<ApiState> {
  const list = async (...args: string[]) => (JSON.parse(await kubectl('get', ...args, '-o', 'json')) as { items: readonly ApiObject[] }).items;
  const objects = (await list(KINDS.join(','), '-n', 'kube-system'))
    .filter(({ metadata: { name, labels = {} } }) => !OWN_OBJECTS.test(name) && labels[OF_THE_API_SERVER] === undefined);
  const nodes = await list('nodes');
  return new Map([
    ...objects.map(({ kind, metadata, apiVersion, status, ...content }): [string, string] => [`${kind} ${metadata.name}`, JSON.stringify(content)]),
    ...nodes.map(({ metadata: { name, labels = {} }, spec }): [string, string] => [`Node ${name}`, JSON.stringify({
      unschedulable: spec?.unschedulable === true, labels: Object.entries(labels).filter(([key]) => key.startsWith('ccm-migration/')).sort(),
    })]),
  ]);
}

/** What is not the same in both, or in one of them only. */
export function differences(before: ApiState, now: ApiState): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter(key => before.get(key) !== now.get(key)).sort();
}
