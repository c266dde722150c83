import { Kind, NON_MASQUERADE_CIDR, POD_CIDR } from './kinds';
import { ReadKops, ReadKopsCase } from './read';
import { KopsBehaviour, KopsGate, KopsImagesRow } from '../../../src/lib/facts/generated';

/** Where the images of the cloud-controller-manager lie, whatever the registry. */
const IMAGE = /^(.*)\/provider-aws\/cloud-controller-manager:(v.*)$/;
const COMPONENTS = ['kcm', 'apiServer', 'kubelet'] as const;

/**
 * What a release does, of what its code made of the Clusters.
 *
 * @throws where that is nothing that the table has a word for
 */
export function behaviourOf(tag: string, read: ReadKops): KopsBehaviour & { readonly ccmImages: KopsImagesRow['images'] } {
  const ask = new Cases(tag, read);
  const images = ask.minors.map(minor => IMAGE.exec(ask.at('external', minor).image ?? ''));
  const has = (component: 'kcm' | 'ccm', flag: string, value?: string) =>
    (one: ReadKopsCase) => one[component]?.[flag] !== undefined && (value === undefined || one[component][flag] === value);
  const withMigration = (component: 'kcm' | 'ccm') => has(component, 'enable-leader-migration', 'true');
  const isIpam = (component: 'kcm' | 'ccm') => ask.always('ipv6', has(component, 'allocate-node-cidrs', 'false'));
  const ipam = read.ipv6PodCidr === 'refused' ? [] : (['kcm', 'ccm'] as const).filter(isIpam);
  const isBuilt = has('ccm', 'cluster-name');
  return {
    kubernetes: { from: ask.minors[0], to: ask.minors.at(-1)! },
    ...defined({
      externalFrom: ask.since('plain', one => one.ccm !== undefined),
      kcmLeaderMigration: ask.range('plain', withMigration('kcm')),
      ccmLeaderMigration: ask.range('external', withMigration('ccm')),
      leaseRole: ask.range('external', one => one.leaseRole === true),
      ccmLeaderElection: ask.always('external', has('ccm', 'leader-elect')) ? true : undefined,
      ccmClusterCidr: ask.same('external', one => cidrOf(tag, one.ccm?.['cluster-cidr'])),
      ipv6PodCidr: read.ipv6PodCidr,
      kopsControllerIpam: ipam.length > 0 ? ipam : undefined,
    }),
    tokenCleaner: ask.always('tokens', one => one.kcm!.controllers?.split(',').includes('tokencleaner') === true),
    ...defined({
      ccmNeedsProvider: ask.always('external', isBuilt) && !ask.always('unnamed', isBuilt) ? true : undefined,
      csiFrom: ask.since('plain', one => gatesOf(one.kubelet).length > 0),
    }),
    csiGates: csiGates(ask),
    ...defined({ instanceIdFrom: ask.since('external', one => one.instanceIds === true) }),
    ccmPlacement: read.placement,
    inTreeCloudConfig: read.cloudConfig,
    ...defined({ registry: only(tag, 'registry', images.flatMap(found => found?.[1] ?? [])) }),
    ccmImages: Object.fromEntries(ask.minors.flatMap((minor, index) => (images[index] ? [[minor, images[index][2]]] : []))),
    masterRole: read.masterRole,
  };
}

function minorOfKubernetes(version: string): number {
  return Number(version.split('.')[1]);
}

/** Answers by kind and minor. */
class Cases {
  public readonly minors: readonly number[];

  public constructor(private readonly tag: string, private readonly read: ReadKops) {
    this.minors = read.cases.filter(({ kind }) => kind === 'plain').map(({ kubernetes }) => minorOfKubernetes(kubernetes)).sort((a, b) => a - b);
  }

  public at(kind: Kind, minor: number): ReadKopsCase {
    const found = this.read.cases.find(one => one.kind === kind && minorOfKubernetes(one.kubernetes) === minor);
    if (!found) throw new Error(`kops ${this.tag}: the reader says nothing about '${kind}' of 1.${minor}`);
    return found;
  }

  /** Minors of which something holds, which must follow each other. */
  public range(kind: Kind, holds: (one: ReadKopsCase) => boolean): { readonly from: number; readonly to: number } | undefined {
    const having = this.minors.filter(minor => holds(this.at(kind, minor)));
    if (having.length === 0) return undefined;
    if (having.length !== having.at(-1)! - having[0] + 1) {
      throw new Error(`kops ${this.tag}: '${kind}' has it for ${having.join(', ')}; the facts have ranges without holes`);
    }
    return { from: having[0], to: having.at(-1)! };
  }

  /** The first minor of those that have something, up to the newest; of the oldest one that the table names, since older ones are not supported. */
  public since(kind: Kind, holds: (one: ReadKopsCase) => boolean): number | undefined {
    const range = this.range(kind, holds);
    if (range && range.to !== this.minors.at(-1)) throw new Error(`kops ${this.tag}: '${kind}' has it to 1.${range.to} only`);
    return range?.from;
  }

  public always(kind: Kind, holds: (one: ReadKopsCase) => boolean): boolean {
    const range = this.range(kind, holds);
    if (range && range.to - range.from + 1 !== this.minors.length) {
      throw new Error(`kops ${this.tag}: '${kind}' has it for 1.${range.from} to 1.${range.to}; the facts have all minors, or none`);
    }
    return range !== undefined;
  }

  public same<T>(kind: Kind, value: (one: ReadKopsCase) => T): T | undefined {
    return only(this.tag, kind, this.minors.map(minor => value(this.at(kind, minor))));
  }
}

/** The one value of a list; none: it is empty. */
function only<T>(tag: string, what: string, values: readonly T[]): T | undefined {
  const distinct = [...new Set(values)];
  if (distinct.length > 1) throw new Error(`kops ${tag}: '${what}' differs from minor to minor: ${distinct.join(', ')}`);
  return distinct[0];
}

function cidrOf(tag: string, cidr: string | undefined): KopsBehaviour['ccmClusterCidr'] {
  if (cidr === undefined) return undefined;
  if (cidr === POD_CIDR) return 'podCIDR';
  if (cidr === NON_MASQUERADE_CIDR) return 'nonMasqueradeCIDR';
  throw new Error(`kops ${tag}: --cluster-cidr of the cloud-controller-manager is '${cidr}', which is neither range of the Cluster`);
}

/** Gates of AWS that are on. */
function gatesOf(flags: ReadKopsCase['kubelet']): readonly string[] {
  const pairs = flags?.['feature-gates']?.split(',') ?? [];
  return pairs.filter(pair => pair.includes('AWS') && pair.endsWith('=true')).map(pair => pair.split('=')[0]);
}

/** The gates that come with the driver, by their components and minors. */
function csiGates(ask: Cases): readonly KopsGate[] {
  const names = [...new Set(ask.minors.flatMap(minor => COMPONENTS.flatMap(component => gatesOf(ask.at('driver', minor)[component]))))].sort();
  return names.flatMap((name) => {
    const having = (one: ReadKopsCase) => COMPONENTS.filter(component => gatesOf(one[component]).includes(name));
    const sets = [...new Set(ask.minors.map(minor => having(ask.at('driver', minor)).join()))].filter(set => set !== '');
    return sets.map((set): KopsGate => {
      const { from, to } = ask.range('driver', one => having(one).join() === set)!;
      return {
        name,
        components: set.split(',') as KopsGate['components'],
        ...from === ask.minors[0] ? {} : { from },
        ...to === ask.minors.at(-1) ? {} : { to },
      };
    });
  });
}

function defined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
