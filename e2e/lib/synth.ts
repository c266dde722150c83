import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Duration } from 'cdk8s';
import { FAST } from './input';
import {
  AwsCcm, CloudControllerMigration, KubernetesVersion, LeaderElectionOptions, Migration, MigrationOutput, MigrationPhase, MigrationProps,
  MigrationStrategy, NodeFolder,
} from '../../src';

/** Where the example has its cloud config. */
export const CLOUD_CONFIG = '/etc/kubernetes/cloud.conf';

/** What of a migration a scenario chooses. */
export type MigrationChoice = Pick<MigrationProps, 'ccm' | 'nodeReplacement' | 'strategy'>;

/** A cluster that has its cloud-controller-manager already, and upgrades it. */
export interface SteadyState {
  /** Release of Kubernetes, where the last release of the cloud-controller-manager is reached. */
  readonly kubernetes: string;
  /** Releases of the cloud-controller-manager: `v1.36.1`. */
  readonly from: string;
  readonly to: string;
  /** Those in between, each beside its release of Kubernetes; the cluster begins with that of the first. */
  readonly through?: readonly { readonly kubernetes: string; readonly release: string }[];
  /** Ids by which `upgrade` says no, and which the plan accepts. */
  readonly accepted?: readonly string[];
  /** Where the images are, where upstream's registry has not all of them. @default - upstream's */
  readonly imageRepository?: string;
}

/** Holds an image of each tag, promoted or not. */
export const MIRROR_OF_IMAGES = 'mirror.test/provider-aws/cloud-controller-manager';

/** Release of Kubernetes that the cluster begins with. */
export function firstKubernetes({ kubernetes, through = [] }: SteadyState): string {
  return through[0]?.kubernetes ?? kubernetes;
}

/** Name of the strategy that a scenario chooses: a value of a class does not travel between processes. */
export function strategyOf({ strategy = MigrationStrategy.leaderMigration() }: MigrationChoice = {}): string {
  return strategy.name;
}

/** The migration that scenarios start from. */
export function migrationOf(input: string, choice: MigrationChoice = {}): Migration {
  return new Migration({
    clusterId: 'prod-eu',
    fromVersion: KubernetesVersion.of('1.26.15'),
    toVersion: KubernetesVersion.of('1.27.16'),
    nodes: NodeFolder.read(input),
    ...choice,
  });
}

/** Writes every phase, as the kubeadm example does: `dist/<phase>` and `nodes/<phase>` below a folder. */
export function synthesize(folder: string, input: string, choice: MigrationChoice): void {
  const migration = migrationOf(input, choice);
  for (const phase of migration.phases) {
    const app = new App({ outdir: join(folder, 'dist', phase) });
    new CloudControllerMigration(app, 'migration', { migration, phase, chartPrefix: '' });
    app.synth();
    MigrationOutput.write(app, folder);
  }
}

/** Where what was synthesized before lies, below the folder of a cluster whose cloud-controller-manager is upgraded. */
export const BEFORE = 'before';

/** What a plan of the command line is given of an upgrade: what was synthesized before, and what is accepted. */
export function upgradeFlags(folder: string): readonly string[] {
  const accepted = join(folder, ACCEPTED);
  return [...earlierApps(folder).flatMap(one => ['--upgrade-from', one]), ...existsSync(accepted) ? ['--accepted', accepted] : []];
}

const ACCEPTED = 'accepted.yaml';

/** The folders of what was synthesized before, in their order. */
function earlierApps(folder: string): readonly string[] {
  return readdirSync(folder).filter(name => name === BEFORE || name.startsWith(`${BEFORE}-`)).sort().map(name => join(folder, name));
}

/**
 * Writes the steady state with the cloud-controller-manager of today, and in folders below with those of before.
 *
 * @param inputOf the folder of the nodes with a release of Kubernetes
 */
export function synthesizeUpgrade(folder: string, inputOf: (kubernetes: string) => string, state: SteadyState): void {
  const { kubernetes: last, from, to, through = [], accepted, imageRepository } = state;
  if (accepted) writeFileSync(join(folder, ACCEPTED), JSON.stringify({ accepted: accepted.map(rule => ({ rule, reason: 'known here' })) }));
  const before = [{ kubernetes: firstKubernetes(state), release: from }, ...through]
    .map((one, index) => ({ ...one, outdir: join(folder, index === 0 ? BEFORE : `${BEFORE}-${index}`) }));
  for (const { kubernetes, release, outdir } of [...before, { kubernetes: last, release: to, outdir: folder }]) {
    synthesizeSteadyState(outdir, {
      toVersion: KubernetesVersion.of(kubernetes),
      upgradedNodes: NodeFolder.read(inputOf(kubernetes)),
      ccm: AwsCcm.of({ release, imageRepository, run: { leaderElection: fastElection() } }),
    });
  }
}

/** Lease times of a run, for a cloud-controller-manager that copies none. */
export function fastElection(): LeaderElectionOptions {
  return {
    leaseDuration: Duration.seconds(FAST.leaseSeconds),
    renewDeadline: Duration.seconds(FAST.renewSeconds),
    retryPeriod: Duration.seconds(FAST.retrySeconds),
  };
}

/** Writes phase `disabled` of a release that has no release before it here, for the network and the cloud config of the example. */
export function synthesizeSteadyState(folder: string, choice: Pick<MigrationProps, 'ccm' | 'toVersion' | 'upgradedNodes'>): void {
  const app = new App({ outdir: join(folder, 'dist', MigrationPhase.DISABLED) });
  const migration = new Migration({
    clusterId: 'prod-eu',
    cloudConfigPath: CLOUD_CONFIG,
    network: { clusterName: 'prod-eu', clusterCidr: '100.96.0.0/11', allocateNodeCidrs: true, configureCloudRoutes: true },
    ...choice,
  });
  new CloudControllerMigration(app, 'migration', { migration, phase: MigrationPhase.DISABLED, chartPrefix: '' });
  app.synth();
  MigrationOutput.write(app, folder);
}
