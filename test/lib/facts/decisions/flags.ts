import { Schema } from './schema';
import { awsCcmMinors, promotedTags } from '../../../../src/lib/facts/ccm-release-list';
import { API_SERVER_FLAGS } from '../../../../src/lib/facts/decisions/api-server-flags';
import { CCM_FLAGS as CCM_TABLE } from '../../../../src/lib/facts/decisions/ccm-flags';
import { DecisionTable } from '../../../../src/lib/facts/decisions/decision';
import { KCM_FLAGS } from '../../../../src/lib/facts/decisions/kcm-flags';
import { KUBELET_FLAGS } from '../../../../src/lib/facts/decisions/kubelet-flags';
import { decisionOf } from '../../../../src/lib/facts/decisions/undecided';
import { flagInAnyRelease, flagNames } from '../../../../src/lib/facts/flags';
import { FlagRow, generatedFlags } from '../../../../src/lib/facts/generated';
import { takesValue } from '../../../../src/lib/kubernetes/command-line/flag-value';
import { CCM, Component, KCM } from '../../../../src/lib/kubernetes/component';
import { goBool, goDuration } from '../../../../src/lib/kubernetes/go-values';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { access, ccm, ccmAccess, CCM_FLAGS, CcmInput, Files, KCM_26, KCM_27, MIGRATION, node, WILDCARD } from '../../rules/input';

type Added = Partial<Record<Component, readonly string[]>>;

const API_SERVER = [
  '--advertise-address=10.0.0.1', '--authorization-mode=Node,RBAC', '--etcd-servers=https://127.0.0.1:2379',
  '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
];
const PROBE = (port: number) => `livenessProbe: {httpGet: {path: /healthz, port: ${port}, scheme: HTTPS}}`;

function nodeOf(version: string, kcm: readonly string[], kubelet: readonly string[], added: Added, files: Files = {}): Files {
  const { 'kube-apiserver': apiserver = [] } = added;
  const made = node({
    version,
    kcm: [...kcm, ...added[KCM] ?? []],
    // Each occurrence of it adds to a list.
    apiserver: [...API_SERVER.filter(word => !/account-issuer/.test(word) || !/account-issuer/.test(apiserver.join(' '))), ...apiserver],
    kubelet: [...kubelet, ...added.kubelet ?? []],
    mounts: Object.keys(files).map(path => `/${path}`),
    files,
  });
  const withProbe = (path: string, port: number): Files =>
    ({
      [path]: made[path].replace('    volumeMounts:', `    ${PROBE(port)}\n    volumeMounts:`)
        // One without any is taken for a part.
        .replace(/^ {6}\[\]$/m, '    - {name: m, mountPath: /mounted}').replace(/^ {4}\[\]$/m, '  - {name: m, hostPath: {path: /mounted}}'),
    });
  return {
    ...made,
    ...withProbe('etc/kubernetes/manifests/kube-controller-manager.yaml', 10257),
    ...withProbe('etc/kubernetes/manifests/kube-apiserver.yaml', 6443),
  };
}

function ccmOf(options: CcmInput): Files {
  const made = ccm(options);
  return { ...made, 'ccm.yaml': made['ccm.yaml'].replace('        args:', `        ${PROBE(10258)}\n        args:`) };
}

const EXTERNAL = ['--cloud-provider=external'];

function releaseOf(minor: string): string {
  return generatedFlags(KCM).read[minor].at(-1)!;
}

/** Where volumes are served in-tree, with what they need. */
function kcmOf(minor: string): readonly string[] {
  return Number(minor.split('.')[1]) < 25 ? [...KCM_27, '--external-cloud-volume-plugin=aws'] : KCM_27;
}

/** A cluster in the middle of its migration: in-tree nodes, external ones, and a cloud-controller-manager. */
function mixed(added: Added, files: Files = {}): Record<string, Files> {
  return {
    old: nodeOf('1.26.15', [...KCM_26, ...MIGRATION], ['--cloud-provider=aws'], added, { 'etc/leadermigration.conf': WILDCARD, ...files }),
    new: nodeOf('1.27.16', KCM_27, EXTERNAL, added, files),
    dist: { ...ccmOf({ flags: [...CCM_FLAGS, ...MIGRATION, ...added[CCM] ?? []], config: WILDCARD }), ...access(), ...ccmAccess() },
  };
}

/** A cluster of one minor after its migration. */
function migrated(minor: string, added: Added, program?: string): Record<string, Files> {
  const line = awsCcmMinors().find(one => one.minor === minor)!;
  const tag = promotedTags(line).at(-1) ?? line.releases.at(-1)!.tag;
  return {
    new: nodeOf(releaseOf(minor), kcmOf(minor), EXTERNAL, added),
    dist: {
      ...ccmOf({
        image: program ?? `registry.k8s.io/provider-aws/cloud-controller-manager:${tag}`, flags: [...CCM_FLAGS, ...added[CCM] ?? []],
      }),
      ...ccmAccess(),
    },
  };
}

/** Words of every kind: those that the type of a flag takes are tried. */
const WORDS: readonly string[] = [
  'true', 'false', '-3', '99999', '-1s', '9000h', '/no/such/file', '127.0.0.2', '10.1.0.0/16', 'a=b', 'no-such-value', '0', '3', '0s', '10m', '0.5',
  'a=3', 'a.go:3',
];

/** A value as the words of a command line, and files of its node. */
interface Special {
  readonly words: readonly string[];
  readonly files?: Files;
}

const words = (...given: readonly string[]): readonly Special[] => given.map(word => ({ words: [word] }));

/** Where no word of every kind says what a flag decides. */
const SPECIAL: Readonly<Record<string, readonly Special[]>> = {
  'allocate-node-cidrs': words('--allocate-node-cidrs=false'),
  'audit-log-path': words('--audit-log-path=-'),
  'authorization-always-allow-paths': words('--authorization-always-allow-paths=/a*b'),
  'cidr-allocator-type': words('--cidr-allocator-type=CloudAllocator'),
  'cluster-cidr': words('--cluster-cidr='),
  'config': [{
    words: ['--config=/etc/kubelet.yaml'],
    files: { 'etc/kubelet.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nstaticPodPath: /etc/none\n' },
  }],
  'configure-cloud-routes': words('--configure-cloud-routes=true'),
  'node-cidr-mask-size': words('--node-cidr-mask-size=8'),
  'node-cidr-mask-size-ipv4': words('--node-cidr-mask-size-ipv4=8'),
  'node-cidr-mask-size-ipv6': words('--node-cidr-mask-size-ipv6=8'),
  'enable-admission-plugins': words('--enable-admission-plugins=AlwaysDeny'),
  'enable-leader-migration': words('--enable-leader-migration=false'),
  'etcd-servers-overrides': words('--etcd-servers-overrides=coordination.k8s.io/leases#https://10.7.7.7:2379'),
  'eviction-hard': words('--eviction-hard=memory.available<90%'),
  'eviction-soft': words('--eviction-soft=memory.available<90%'),
  'feature-gates': words('--feature-gates=CSIMigrationAWS=false', '--feature-gates=ControllerManagerLeaderMigration=false'),
  'leader-elect-resource-name': words('--leader-elect-resource-name=cloud-provider-extraction-migration'),
  'manifest-url-header': words('--manifest-url-header=a:b'),
  'node-ip': words('--node-ip=10.5.5.5'),
  'node-labels': words('--node-labels=kubernetes.io/no-such=x'),
  'pod-infra-container-image': words('--pod-infra-container-image=123456789012.dkr.ecr.eu-west-1.amazonaws.com/pause:3.9'),
  'register-with-taints': words('--register-with-taints=example.com/x=y:NoSchedule'),
  ...Object.fromEntries(['allowed-names', 'extra-headers-prefix', 'group-headers', 'username-headers'].map(name =>
    [`requestheader-${name}`, words(`--requestheader-${name}= `)])),
  'reserved-memory': words('--reserved-memory=0:memory=1Gi'),
  'runtime-config': words('--runtime-config=coordination.k8s.io/v1=false'),
  'service-cluster-ip-range': words('--service-cluster-ip-range=10.1.0.0/16,10.2.0.0/16,10.3.0.0/16'),
  'tls-sni-cert-key': words('--tls-sni-cert-key=/no/such/cert,/no/such/key'),
  'webhook-tls-sni-cert-key': words('--webhook-tls-sni-cert-key=/no/such/cert,/no/such/key'),
};

const ROUTES = ['--configure-cloud-routes=true', '--allocate-node-cidrs=true', '--cluster-cidr=10.1.0.0/16'];
const CIDRS = ['--allocate-node-cidrs=true', '--cluster-cidr=10.1.0.0/16'];
const [PAUSE] = SPECIAL['pod-infra-container-image'][0].words;

/** By what an API server looks at its flags of audits. */
const AUDITS = [['log', '--audit-log-path=-'], ['webhook', '--audit-webhook-config-file=/etc/kubernetes/pki/audit.conf']] as const;
const ENDS = [
  'batch-buffer-size', 'batch-max-size', 'batch-throttle-burst', 'batch-throttle-enable', 'batch-throttle-qps', 'format', 'maxage', 'maxbackup',
  'maxsize', 'mode', 'truncate-max-batch-size', 'truncate-max-event-size', 'version',
];
const audited = ([name, by]: typeof AUDITS[number]) => ENDS.map((end): [string, Added] => {
  const other = { 'batch-throttle-burst': 'qps', 'batch-throttle-qps': 'burst' }[end];
  return [`audit-${name}-${end}`, {
    'kube-apiserver': [
      by, ...end.startsWith('batch-') ? [`--audit-${name}-mode=batch`] : [],
      ...end === 'batch-throttle-enable' ? [`--audit-${name}-batch-throttle-qps=0`] : [],
      ...other === undefined ? [] : [`--audit-${name}-batch-throttle-${other}=1`, `--audit-${name}-batch-throttle-enable=true`],
    ],
  }];
});

/** What stands beside a flag, with a value and without: it says nothing by itself. */
const BESIDE: Readonly<Record<string, Added>> = {
  ...Object.fromEntries(AUDITS.flatMap(audited)),
  'audit-log-path': { 'kube-apiserver': ['--audit-log-mode=no-such-mode'] },
  'allocate-node-cidrs': { [KCM]: ROUTES, [CCM]: ROUTES },
  'cluster-cidr': { [KCM]: ROUTES, [CCM]: ROUTES },
  'configure-cloud-routes': { [KCM]: ['--allocate-node-cidrs=true'] },
  'cluster-name': { [KCM]: ROUTES, [CCM]: ROUTES },
  'enable-priority-and-fairness': { 'kube-apiserver': ['--max-requests-inflight=10'] },
  'image-credential-provider-bin-dir': { kubelet: [PAUSE, '--image-credential-provider-config=/etc/ecr.yaml'] },
  'image-credential-provider-config': { kubelet: [PAUSE, '--image-credential-provider-bin-dir=/bin'] },
  'kube-api-qps': { [KCM]: ['--kube-api-burst=0'], [CCM]: ['--kube-api-burst=0'] },
  'log-file': Object.fromEntries([KCM, CCM, 'kube-apiserver', 'kubelet'].map(component => [component, ['--logtostderr=false']])),
  'node-cidr-mask-size': { [KCM]: CIDRS, [CCM]: CIDRS.slice(1) },
  'node-cidr-mask-size-ipv4': { [KCM]: CIDRS, [CCM]: CIDRS.slice(1) },
  'node-cidr-mask-size-ipv6': { [KCM]: ['--allocate-node-cidrs=true', '--cluster-cidr=fd00::/56'], [CCM]: ['--cluster-cidr=fd00::/56'] },
  'node-ip': { [KCM]: ['--master=https://10.5.5.5:6443'] },
};

/** Flags that decide in the newest releases that have them only. */
const LATER = ['cidr-allocator-type'];

function schema(component: Component, table: DecisionTable): Schema {
  const rowsOf = (name: string) => flagInAnyRelease(component, name) as readonly FlagRow[];
  const has = (name: string, minor: string) => rowsOf(name).some(({ from, to }) =>
    KubernetesVersion.of(from).minor <= Number(minor) && Number(minor) <= KubernetesVersion.of(to).minor);
  return {
    table,
    released: () => flagNames(component),
    input: (name, value) => {
      const given = wordsFor(name, value);
      const beside = BESIDE[name] ?? {};
      const added: Added = { ...beside, [component]: [...beside[component] ?? [], ...given.words] };
      const minor = KubernetesVersion.of(rowsOf(name).at(-1)!.to).minorVersion;
      // Another node has none of them, so that API servers differ.
      if (component === 'kube-apiserver') return { other: nodeOf(releaseOf(minor), kcmOf(minor), EXTERNAL, beside), ...migrated(minor, added) };
      // Node IPAM is in no program of AWS.
      if (component === CCM && name === 'allocate-node-cidrs') {
        return migrated('1.36', { ...added, [CCM]: ['--controllers=*,node-ipam-controller', ...added[CCM]!] }, 'example.com/ccm:v1.36.0');
      }
      const isMixed = has(name, '26') && has(name, '27') && !LATER.includes(name);
      return isMixed ? mixed(added, given.files) : migrated(minor, added);
    },
    values: name => {
      const row = decisionOf(table, name)!;
      const { type, default: usual = '' } = rowsOf(name).at(-1)!;
      const parse = type === 'duration' ? goDuration : type === 'bool' ? goBool : (word: string) => word;
      const isOther = (word: string) => parse(word) !== parse(usual);
      const typed = WORDS.filter(word => takesValue(type, word) === true && isOther(word));
      const special = SPECIAL[name] ?? [];
      if ('notDecided' in row) return [...special, ...typed.filter(word => !isUsual(row.usual, word))];
      return 'decides' in row || typed.length === 0 ? [...special, ...typed] : typed;
    },
  };
}

function wordsFor(name: string, value: unknown): Special {
  if (value === undefined) return { words: [] };
  return typeof value === 'object' ? value as Special : { words: [`--${name}=${String(value)}`] };
}

function isUsual(usual: readonly unknown[] | ((value: unknown) => boolean) = [], value: unknown): boolean {
  return typeof usual === 'function' ? usual(value) : usual.includes(value);
}

export const FLAG_SCHEMAS: readonly Schema[] = [
  schema('kube-apiserver', API_SERVER_FLAGS), schema(KCM, KCM_FLAGS), schema(CCM, CCM_TABLE), schema('kubelet', KUBELET_FLAGS),
];
