import { FlagFact, FlagRow, generatedFlags } from './generated';
import { inTreeClouds } from './in-tree-clouds';
import { lazy } from './lazy';
import { ReadReleases, readReleases } from './read-releases';
import { FactTable } from './table';
import { CCM, Component, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { grouped } from '../kubernetes/once-for';

/** The flags of one component, by name. */
interface KnownFlags {
  readonly read: ReadReleases;
  readonly byName: ReadonlyMap<string, readonly FlagRow[]>;
  /** What was asked before, by release and name: all nodes of a cluster have the same flags. Only of names that there are. */
  readonly asked: Map<string, Answer>;
}

type Answer = FlagFact | 'unread' | undefined;

const KNOWN: Readonly<Record<Component, () => KnownFlags>> = {
  [KCM]: lazy(() => known(KCM)),
  [CCM]: lazy(() => known(CCM)),
  'kube-apiserver': lazy(() => known('kube-apiserver')),
  'kube-scheduler': lazy(() => known('kube-scheduler')),
  'kubelet': lazy(() => known('kubelet')),
};

function known(component: Component): KnownFlags {
  const { read, rows } = generatedFlags(component);
  return { read: readReleases(read), byName: grouped(rows, row => dashed(row.flag)), asked: new Map() };
}

/**
 * Leading dashes gone, and underscores turned into dashes: component-base normalizes both sides, k8s.io/component-base@v0.26.15 cli/flag/flags.go
 * WordSepNormalizeFunc.
 */
function dashed(flag: string): string {
  // Most names are as they should be: each flag of each process is asked for.
  const name = flag.startsWith('--') ? flag.slice('--'.length) : flag;
  return name.includes('_') ? name.replace(/_/g, '-') : name;
}

/**
 * A flag as a component of that release registers it. `undefined`: the release does not have it; a cloud-controller-manager can have it from its
 * provider. `unread`: that release was not read, so nothing is known about it; or some releases around it have the flag, and it is not known
 * whether this one has.
 *
 * @param flag with or without the leading dashes, without a value
 */
export function flagOf(component: Component, flag: string, version: KubernetesVersion): Answer {
  const of = KNOWN[component]();
  const name = dashed(flag);
  const rows = of.byName.get(name);
  if (rows === undefined) return answer(of, component, [], version);
  const key = `${version._facts.toString()} ${name}`;
  const before = of.asked.get(key);
  if (before !== undefined) return before;
  const found = answer(of, component, rows, version);
  of.asked.set(key, found);
  return found;
}

function answer({ read }: KnownFlags, component: Component, rows: readonly FlagRow[], version: KubernetesVersion): Answer {
  // The patch releases of a cloud-controller-manager are its own project's; its flags are those of a library, of which it takes any patch release.
  const asked = component === CCM ? KubernetesVersion.of(version._facts.minorVersion) : version;
  const around = [...new Set(read.rowsAround(rows, asked))];
  if (!read.isBetweenRead(asked)) return 'unread';
  const found = around.filter(row => row !== undefined);
  if (found.length === 0) return undefined;
  return found.length < around.length ? 'unread' : common(found);
}

/** What the releases around one say of its flag. What they do not agree on is left out; a flag of another type is another flag. */
function common(rows: readonly FlagRow[]): FlagFact | 'unread' {
  const newest = rows.at(-1)!;
  const agree = (of: (row: FlagRow) => string | undefined) => rows.every(row => of(row) === of(newest));
  if (!agree(({ type }) => type) || !agree(({ noOptDefault }) => noOptDefault)) return 'unread';
  return { ...newest, flag: dashed(newest.flag), default: agree(row => row.default) ? newest.default : undefined };
}

/**
 * Whether a release may lack a flag: it was not read, or is between two that differ, and a release next to it does not have the flag. A
 * cloud-controller-manager may have it from its provider.
 */
export function mayLackFlag(component: Component, flag: string, version: KubernetesVersion): boolean {
  if (component === CCM || flagOf(component, flag, version) !== 'unread') return false;
  const { read, byName } = KNOWN[component]();
  return read.rowsAround(byName.get(dashed(flag)) ?? [], version).includes(undefined);
}

/** What becomes of a flag that a release has. */
export interface FlagOutlook {
  /** The first release from which on none has it. */
  readonly goneIn?: string;
  /** What the component says of it, and the release from which on, where that is a later one. */
  readonly deprecated?: { readonly says: string; readonly from?: string };
}

/**
 * Kubelet says this of every flag that has a field in its configuration file, and has said so in each release since 1.20, of which most go on: it
 * announces nothing.
 */
const FIELD_OF_CONFIGURATION = /^This parameter should be set via the config file specified by the Kubelet's --config flag\./;

/** What the releases after one do with a flag; `undefined`: that one does not have it, it is not known whether it has, or nothing becomes of it. */
export function flagOutlook(component: Component, flag: string, version: KubernetesVersion): FlagOutlook | undefined {
  const now = flagOf(component, flag, version);
  if (now === undefined || now === 'unread') return undefined;
  const { read, byName } = KNOWN[component]();
  const rows = byName.get(dashed(flag))!;
  const newest = rows.at(-1)!;
  const goneIn = read.after(newest);
  const isSaid = ({ deprecated }: FlagFact) => deprecated !== undefined && !FIELD_OF_CONFIGURATION.test(deprecated);
  const deprecated = isSaid(now) ? { says: now.deprecated! }
    : isSaid(newest) ? { says: newest.deprecated!, from: rows.find((_, index) => rows.slice(index).every(isSaid))!.from } : undefined;
  if (goneIn === undefined && (deprecated === undefined || !isSaid(newest))) return undefined;
  return { goneIn, deprecated };
}

/** All flags of a component in that release; empty where it was not read. */
export function flagsOf(component: Component, version: KubernetesVersion): readonly FlagFact[] {
  return [...KNOWN[component]().byName.keys()].map(name => flagOf(component, name, version)).filter(fact => fact !== undefined && fact !== 'unread');
}

/** Names of all flags that a component has in some release. */
export function flagNames(component: Component): readonly string[] {
  return [...KNOWN[component]().byName.keys()];
}

/** What is known of a flag in any release, oldest first. */
export function flagInAnyRelease(component: Component, flag: string): readonly FlagFact[] {
  return KNOWN[component]().byName.get(dashed(flag)) ?? [];
}

/**
 * Whether a component has a flag in that release. `undefined`: not known, because that release was not read, or because the flag may be one of the
 * provider of a cloud-controller-manager.
 *
 * @param flag with or without the leading dashes, without a value
 */
export function hasFlag(component: Component, flag: string, version: KubernetesVersion): boolean | undefined {
  const fact = flagOf(component, flag, version);
  if (fact === 'unread') return undefined;
  if (fact) return true;
  return component === CCM && !KNOWN[component]().byName.has(dashed(flag)) ? undefined : false;
}

/**
 * `any`: not checked at start. `in-tree`: nothing, `external`, or an in-tree cloud of the release. `deprecated`: the same, and an in-tree cloud only
 * with the gates `DisableCloudProviders` and `DisableKubeletCloudCredentialProviders` both set to false. `external`: nothing or `external`. `gone`:
 * no flag.
 */
type CloudProviderCheck = 'any' | 'in-tree' | 'deprecated' | 'external' | 'gone';

export const CLOUD_PROVIDER_CHECKS: ReadonlyMap<Component, FactTable<CloudProviderCheck>> = new Map<Component, FactTable<CloudProviderCheck>>([
  [KCM, new FactTable<CloudProviderCheck>('--cloud-provider of kube-controller-manager', [
    {
      from: '1.20',
      to: '1.30',
      readAt: ['1.20.15', '1.30.14'],
      value: 'in-tree',
      source: 'k8s.io/kubernetes@v1.26.15 pkg/cloudprovider/providers/providers.go',
    },
    {
      from: '1.31',
      readAt: ['1.31.14', '1.37.1'],
      value: 'external',
      source: 'k8s.io/kubernetes@v1.32.13 cmd/kube-controller-manager/app/options/options.go:458-460',
    },
  ])],
  // The CCM knows the providers that its binary registers, and must be given one: `--cloud-provider cannot be empty`.
  [CCM, new FactTable<CloudProviderCheck>('--cloud-provider of cloud-controller-manager', [
    {
      from: '1.20',
      readAt: ['1.20.15', '1.37.1'],
      value: 'any',
      source: 'k8s.io/cloud-provider@v0.20.15 options/options.go:234, v0.36.6 options/options.go:274',
    },
  ])],
  ['kube-apiserver', new FactTable<CloudProviderCheck>('--cloud-provider of kube-apiserver', [
    {
      from: '1.20',
      to: '1.28',
      readAt: ['1.20.15', '1.28.15'],
      value: 'any',
      source: 'k8s.io/kubernetes@v1.28.15 pkg/kubeapiserver/options/cloudprovider.go, no validation',
    },
    {
      from: '1.29',
      to: '1.30',
      readAt: ['1.29.15', '1.30.14'],
      value: 'deprecated',
      source: 'k8s.io/kubernetes@v1.29.15 and v1.30.14 pkg/kubeapiserver/options/cloudprovider.go:40-65, cloudprovider.IsDeprecatedInternal',
    },
    {
      from: '1.31',
      to: '1.32',
      readAt: ['1.31.14', '1.32.13'],
      value: 'external',
      source: 'k8s.io/kubernetes@v1.31.14 pkg/kubeapiserver/options/cloudprovider.go; no in-tree cloud is registered',
    },
    {
      from: '1.33',
      readAt: ['1.33.13', '1.37.1'],
      value: 'gone',
      source: 'k8s.io/kubernetes@v1.33.13, pkg/kubeapiserver/options/cloudprovider.go deleted',
    },
  ])],
  ['kube-scheduler', new FactTable<CloudProviderCheck>('--cloud-provider of kube-scheduler', [
    { from: '1.20', readAt: ['1.20.15', '1.37.1'], value: 'gone', source: 'k8s.io/kubernetes@v1.20.15 cmd/kube-scheduler/app/options, never had it' },
  ])],
  ['kubelet', new FactTable<CloudProviderCheck>('--cloud-provider of kubelet', [
    {
      from: '1.20',
      to: '1.30',
      readAt: ['1.20.15', '1.30.14'],
      value: 'in-tree',
      source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/options/options.go, cmd/kubelet/app/server.go',
    },
    { from: '1.31', readAt: ['1.31.14', '1.37.1'], value: 'external', source: 'k8s.io/kubernetes@v1.32.13 cmd/kubelet/app/server.go:655-658' },
  ])],
]);

/**
 * Values of `--cloud-provider` that the component starts with: `any` when it does not check, `undefined` when the flag is gone. An empty string
 * stands for the flag not being passed. In-tree names of 1.29 and 1.30 need the gate `DisableCloudProviders` set to false, and in kube-apiserver
 * `DisableKubeletCloudCredentialProviders` too.
 */
export function cloudProviderValues(component: Component, version: KubernetesVersion): readonly string[] | 'any' | undefined {
  switch (CLOUD_PROVIDER_CHECKS.get(component)!.at(version)) {
    case 'any': return 'any';
    case 'gone': return undefined;
    case 'external': return ['', 'external'];
    case 'deprecated':
    case 'in-tree': return ['', 'external', ...inTreeClouds(version)];
  }
}

/**
 * Flags that a component accepts several times, each time meaning one more value.
 * Source: k8s.io/kubernetes@v1.26.15 pkg/kubeapiserver/options/authentication.go:311, 322 and 338; k8s.io/apiserver@v0.26.15
 * pkg/server/options/serving.go:200.
 */
export const REPEATABLE_FLAGS: readonly string[] = ['oidc-required-claim', 'service-account-issuer', 'service-account-key-file', 'tls-sni-cert-key'];
