import { execFile, spawnSync } from 'node:child_process';
import { moduleProxies } from './go-cache';
import { ControllerRow } from '../../src/lib/facts/generated';
import { lazy } from '../../src/lib/facts/lazy';
import { ReleaseRange } from '../../src/lib/facts/read-releases';
import { goBinary } from '../go-binary';

/** A flag as the reader found it in a release. */
export interface ReadFlag {
  readonly name: string;
  readonly type: string;
  readonly shorthand?: string;
  readonly default?: string;
  readonly noOptDefault?: string;
  readonly deprecated?: string;
  readonly hidden?: boolean;
  readonly source: string;
}

/** A feature gate as a package of a release registers it. */
export interface ReadGate {
  readonly name: string;
  readonly package: string;
  /** As in featuregate.FeatureSpec: `ALPHA`, `BETA`, `DEPRECATED`, or nothing, which is GA. */
  readonly stage: string;
  readonly default: boolean;
  readonly locked: boolean;
  readonly source: string;
}

/** A package of feature gates, and the components that register them. */
export interface ReadGatePackage {
  readonly package: string;
  readonly components: readonly string[];
  /** Whether its gates are left out: its module cannot be had of each release. */
  readonly unread?: boolean;
  readonly source: string;
}

/** What the reader says about a release. */
export interface ReadRelease {
  readonly flags: { readonly [component: string]: readonly ReadFlag[] };
  readonly gates: readonly ReadGate[];
  readonly gatePackages: readonly ReadGatePackage[];
  /** The cloud config of the AWS provider inside kube-controller-manager; none: it is gone. */
  readonly inTreeAwsConfig?: { readonly source: string; readonly sections: Record<string, Record<string, string>> };
  readonly controllers: readonly ReadController[];
  /** Files of objects that a kube-apiserver makes at start, as upstream's own test has them. */
  readonly bootstrap: readonly { readonly text: string; readonly source: string }[];
  /** Clouds that the components link. */
  readonly clouds: readonly { readonly cloud: string; readonly source: string }[];
  /** What kubeadm reads and deploys. */
  readonly kubeadm: { readonly apis: readonly ReadApi[]; readonly oldest: string; readonly source: string };
}

/** A controller as a controller manager of one release registers it. */
export type ReadController = Omit<ControllerRow, keyof ReleaseRange>;

/** A version of an installer's API. */
export interface ReadApi {
  readonly version: string;
  readonly form: 'map' | 'list';
  readonly experimental?: boolean;
  readonly source: string;
}

/** What the reader says about a release of Cluster API. */
export interface ReadClusterApi {
  readonly supports: readonly { readonly release: string; readonly minors: readonly string[] }[];
  readonly apis: readonly ReadApi[];
  readonly source: string;
}

/** What the reader says about a release of kubernetes/cloud-provider-aws. */
export interface ReadAwsCcm {
  readonly date: string;
  readonly goMod: Record<string, string>;
  /** Operation of AWS, and the first place that calls it. */
  readonly awsCalls: Record<string, string>;
  /** Keys of each section, with their Go types. */
  readonly cloudConfig: Record<string, Record<string, string>>;
  readonly configPath: string;
  readonly taggingFlags: string[];
  /** Their types, as pflag calls them. */
  readonly taggingTypes: Record<string, string>;
  readonly ecrPattern: string;
  readonly publicHosts: string[] | null;
}

/** Why a release cannot be had: the answer of the module proxy. */
export class NotToBeHad {
  public constructor(public readonly reason: string) {}
}

/** Path of the reader, a Go program. */
export const READER = lazy(() => goBinary({ name: 'facts-reader', dir: 'scripts/facts/reader' }));

/** Status with which the reader ends where the sources of a release cannot be had. */
const NOT_HAD = 3;
const LIMITS = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;

/**
 * Asks the reader.
 *
 * @param what releases of Kubernetes by patch (`1.27.16`), and of others by name and tag (`aws-ccm@v1.27.0`)
 * @param offline read only modules that are here already
 */
function read(what: readonly string[], offline: boolean, options: readonly string[] = []): unknown {
  const { status, stdout, stderr } = spawnSync(READER(), [...offline ? ['-offline'] : [], ...options, ...what], {
    ...LIMITS, env: { ...process.env, GOPROXY: moduleProxies() },
  });
  if (status !== 0) throw new Error(`the reader ended with ${status}:\n${stderr}`);
  return JSON.parse(stdout);
}

export function readReleases(releases: readonly string[], offline: boolean): { readonly [release: string]: ReadRelease } {
  return read(releases, offline) as { [release: string]: ReadRelease };
}

/** Asks it about one release, while others are read. */
export async function readWith(env: Readonly<Record<string, string>>, release: string): Promise<ReadRelease | NotToBeHad> {
  return new Promise((resolve, reject) => {
    execFile(READER(), [release], { ...LIMITS, env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      if (!error) resolve((JSON.parse(stdout) as { [name: string]: ReadRelease })[release]);
      else if (error.code === NOT_HAD) resolve(new NotToBeHad(stderr.trim()));
      else reject(new Error(`the reader ended with ${error.code ?? error.signal}:\n${stderr}`));
    });
  });
}

/**
 * @param program `aws-ccm`, `cluster-api` or `kops`
 * @param options of the reader, for this program
 */
export function readTags<T>(program: string, tags: readonly string[], offline: boolean, options?: readonly string[]): ReadonlyMap<string, T> {
  const answers = read(tags.map(tag => `${program}@${tag}`), offline, options) as { [name: string]: T };
  return new Map(tags.map(tag => [tag, answers[`${program}@${tag}`]]));
}
