
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

/** Flags of kubectl and helm whose value may be the next word. */
export const WITH_VALUE = new RegExp('^(?:-[nlfpotkcs]|--(?:namespace|selector|filename|kustomize|patch|patch-file|type|output|replicas'
  + '|timeout|context|kubeconfig|cluster|user|server|token|as|as-group|field-selector|grace-period|cascade|current-replicas|resource-version|min|max'
  + '|cpu-percent|subresource|field-manager|kube-context|container|to-revision|image|overrides|request-timeout|endpoints|cacert|cert|key))$');

/** Tools that change a cluster, or a machine, by what the input does not have. */
export const INSTALLER_COMMANDS: readonly RegExp[] = [
  /^flux (?:bootstrap|install|create|reconcile)\b/, /^argocd (?:app|appset|proj|admin|cluster)\b/, /^helmfile\b/,
  /^clusterctl (?:init|move|upgrade)\b/,
  /^kapp deploy\b/, /^(?:terraform|tofu|terragrunt) apply\b/, /^pulumi up\b/, /^ansible-(?:playbook|pull)\b/,
  /^(?:salt-call|chef-client|chef-solo)\b/,
  /^puppet (?:agent|apply)\b/, /^(?:tk|werf|skaffold|kpt|ytt|timoni|cnab|porter) (?:apply|deploy|converge|live|run|install)\b/,
  /^kubeadm (?:upgrade|reset)\b/, /^kubeadm init phase (?:control-plane|kubelet-start|addon|all)\b/,
];

const FETCHES = '(?:curl|wget|aws|gsutil|gcloud|az|oras|crane|scp|ssh|nc|vault|base64|openssl|gunzip|zcat)\\b';

const SHELL = '(?:sudo\\s+(?:-\\S{1,200}\\s+){0,20})?(?:\\S{0,200}\\/)?(?:(?:ba|da|z|k)?sh|python[\\d.]*|perl)(?=\\s|$|["\';)])';

/** A program that comes out of a pipe, or of another command. */
export const RUN_FROM_ELSEWHERE: readonly RegExp[] = [
  new RegExp(`\\|\\s*${SHELL}(?!\\s+-c\\b)`),
  new RegExp(`(?:${SHELL}|(?:^|[\\s;&])(?:source|\\.))\\s+(?:-\\S{1,200}\\s+){0,20}<\\(`),
  new RegExp(`(?:${SHELL}\\s+-\\w*c|\\beval)\\s+["']?(?:\\$\\(|\`)\\s*(?:sudo\\s+)?${FETCHES}`),
];

/** Objects that start nothing: `kubectl delete pod` starts a pod again. */
export const INERT_OBJECTS = new RegExp('^(?:pods?|po|leases?|events?|ns|namespaces?|sa|serviceaccounts?|services?|svc|token|pdb'
  + '|poddisruptionbudgets?|(?:cluster)?roles?|(?:cluster)?rolebindings?)(?:$|[/.,])', 'i');

/** Publishers whose addresses say what is there. */
export const PUBLIC_ADDRESS = new RegExp('^https:\\/\\/(?:[\\w.-]+\\.)?(?:github\\.com|githubusercontent\\.com|github\\.io|k8s\\.io|tigera\\.io'
  + '|projectcalico\\.org|cert-manager\\.io)\\/');

/** What writes a file, or takes one away. */
export const WRITERS = new RegExp('(?:^|[\\s"\'/@(])(?:sed|perl|yq|awk|cp|mv|rm|ln|tee|dd|install|curl|wget|rsync|scp|tar|unzip|patch|unlink'
  + '|truncate|sponge|envsubst|mount|umount)\\s');

/** What leaves the folder as it is. */
export const READERS = new RegExp('^(?:sudo\\s+)?(?:\\[\\[?|test|cat|ls|stat|file|head|tail|e?grep|diff|cmp|wc|md5sum|sha256sum|mkdir|chmod'
  + '|chown|echo|cd|find(?!.*-(?:exec|delete)))\\s');
