/**
 * What a command does to what runs: it looks at it, or starts it again as it is; it makes it of what it is given; it changes it; it takes it away, or
 * stops it.
 */
export type Effect = 'looks' | 'applies' | 'changes' | 'deletes';

type Verbs = Partial<Readonly<Record<Effect, string>>>;

const KUBECTL: Verbs = {
  looks: 'get describe logs wait top auth label annotate events port-forward explain diff cordon uncordon drain taint rollout/status rollout/history '
    + 'rollout/restart',
  applies: 'apply create run',
  changes: 'autoscale edit patch replace rollout set',
  deletes: 'delete scale',
};
const ANY = '*';

/** **The table of commands**: program, verb, effect. A verb of two words is written with a slash; `*` is any. */
const COMMANDS: Readonly<Record<string, Verbs>> = {
  kubectl: KUBECTL,
  oc: KUBECTL,
  helm: {
    looks: 'status history get list ls repo search show pull lint',
    applies: 'install upgrade template',
    changes: 'rollback',
    deletes: 'uninstall delete del un',
  },
  systemctl: {
    looks: 'status restart try-restart reload is-active is-enabled is-failed show cat daemon-reload reset-failed',
    changes: 'start stop enable disable mask unmask kill reenable edit revert set-property',
  },
  crictl: { looks: 'logs ps stop inspect pods' },
  etcdctl: { looks: 'get watch', changes: 'put', deletes: 'del' },
  ...Object.fromEntries(['journalctl', 'pgrep', 'pkill', 'killall', 'grep', 'egrep', 'stern'].map(tool => [tool, { looks: ANY }])),
};

export const TOOLS = Object.keys(COMMANDS);

const EFFECTS = new Map(Object.entries(COMMANDS).flatMap(([tool, verbs]) =>
  byWord(verbs).map(([verb, effect]) => [`${tool} ${verb}`, effect] as const)));

function byWord(verbs: Verbs): readonly (readonly [string, Effect])[] {
  return Object.entries(verbs).flatMap(([effect, words]) => words.split(' ').map(word => [word, effect as Effect] as const));
}

/** What a verb of a tool does, by the word behind it too; undefined: it is none of the table. */
export function effectOf(tool: string, verb: string, object?: string): Effect | undefined {
  return [ANY, `${verb}/${object ?? ''}`, verb].map(one => EFFECTS.get(`${tool} ${one}`)).find(effect => effect !== undefined);
}

/** What a request to the API server does, by its method or by what clients of programs call it, in small letters. */
export const REQUESTS: ReadonlyMap<string, Effect> = new Map(byWord({
  applies: 'post create', changes: 'patch put replace update updatescale apply', deletes: 'delete deletecollection',
}));

/** Objects that make pods: what `kubectl delete all` takes, and no accounts, roles or configuration. */
export const WORKLOADS: readonly string[] = ['DaemonSet', 'Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'];

/** What a workload may depend on, and locks. */
const OTHERS = ['ServiceAccount', 'ConfigMap', 'Secret', 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding', 'Namespace', 'PriorityClass',
  'RuntimeClass', 'PersistentVolumeClaim', 'Lease', 'Endpoints'];
/** Names that kubectl takes beside those: kubectl api-resources. */
const SHORT = 'ds DaemonSet,deploy Deployment,sts StatefulSet,rs ReplicaSet,rc ReplicationController,sa ServiceAccount,cm ConfigMap,ns Namespace,'
  + 'pc PriorityClass,pvc PersistentVolumeClaim,ep Endpoints,endpoint Endpoints';
const KINDS = new Map([...SHORT.split(',').map(pair => pair.split(' ') as [string, string]),
  ...[...WORKLOADS, ...OTHERS].map(kind => [kind.toLowerCase(), kind] as const)]);

/** The kinds that a word of kubectl, of an address or of a client stands for, as Kubernetes writes them; of those in the table. */
export function kindsCalled(type: string): readonly string[] {
  const plain = type.toLowerCase().replaceAll('_', '').replace(/\.[\s\S]*/, '');
  if (plain === 'all') return WORKLOADS;
  const kind = [plain, plain.replace(/s$/, ''), plain.replace(/es$/, '')].map(name => KINDS.get(name)).find(one => one !== undefined);
  return kind === undefined ? [] : [kind];
}
