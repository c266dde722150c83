import { CLUSTER_TOPOLOGY } from './consumers';
import { KubernetesVersion, Migration, MigrationPhase } from '../src';
import { ClusterApiMigration } from '../src/lib/deliver/cluster-api/migration';
import { Data, DataMap, mapOf } from '../src/lib/edit/yaml/data';
import { parseSources } from '../src/lib/edit/yaml/source-document';
import { isClusterClass, isTopologyCluster, MadeObject, madeOf } from '../src/lib/installers/cluster-api/topology/topology';
import { CLUSTER_CLASS_INPUT, V1BETA2_CLASS, WITH_MACHINE_POOL } from '../test/fixtures/cluster-class';
import { describeReader, Reader } from '../test/reader';

interface Workers {
  readonly [name: string]: { readonly version: string; readonly bootstrap: Data; readonly machines: Data };
}

/** What Cluster API makes of one state of its objects. */
interface Made {
  readonly controlPlane: DataMap;
  readonly infrastructure: DataMap;
  readonly machines: DataMap;
  readonly deployments?: Workers;
  readonly pools?: Workers;
  readonly error?: string;
}

type Files = { readonly [file: string]: string };

const PHASES = Object.values(MigrationPhase);

/** Asks about states that follow each other, each rolled out before the next. */
function asked(reader: Reader, states: readonly Files[]): readonly Made[] {
  const named = (files: Files, index: number) => Object.entries(files).map(([file, text]): [string, string] => [`${index}/${file}`, text]);
  const files = Object.fromEntries(states.flatMap(named));
  return reader.json<Made[]>({ args: states.map((state, index) => named(state, index).map(([file]) => file).join(',')), files });
}

/** The same by our own reading; workers whose upgrade is deferred are of version N. */
function ours(files: Files): Made {
  const documents = Object.entries(files).flatMap(([file, text]) => parseSources(text, { file }));
  const { objects, workers } = madeOf({
    cluster: documents.find(isTopologyCluster)!, clusterClass: documents.find(isClusterClass)!, documents,
  }, { deferred: 'v1.26.15' });
  const of = (kind: string) => objects.find(({ document }) => document.data.kind === kind)!;
  const { machineTemplate: _machines, ...controlPlane } = mapOf(of('KubeadmControlPlane').document.data.spec);
  const spec = ({ document }: MadeObject) => mapOf(mapOf(mapOf(document.data.spec).template).spec);
  const ofWorkers = (part: string, isPool: boolean): Workers => Object.fromEntries(
    [...new Set(objects.filter(({ role }) => role.part === part).map(({ topologyName }) => topologyName!))].map(name => {
      const [bootstrap, machines] = objects.filter(({ topologyName, role }) => topologyName === name && role.part === part)
        .map(object => isPool ? mapOf(object.document.data.spec) as Data : spec(object) as Data);
      const worker = workers.find(({ data }) => String(mapOf(data.metadata).name).endsWith(`-${name}`))!;
      return [name, { version: String(mapOf(mapOf(mapOf(worker.data.spec).template).spec).version), bootstrap, machines }];
    }));
  return {
    controlPlane,
    infrastructure: mapOf(of('AWSCluster').document.data.spec),
    machines: spec(objects.find(({ document, role }) => role.part === 'controlPlane' && document.data.kind === 'AWSMachineTemplate')!),
    deployments: ofWorkers('machineDeploymentClass', false),
    pools: ofWorkers('machinePoolClass', true),
  };
}

function migrationOf(configs: Files): ClusterApiMigration {
  const migration = new Migration({ clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') });
  return new ClusterApiMigration({ migration, clusterApiRelease: '1.9', configs, upgradedImages: { 'team-worker': 'ami-2' } });
}

function filesOf(of: ClusterApiMigration, phase: MigrationPhase): Files {
  return Object.fromEntries(of.files(phase).map(({ path, content }) => [path, content]));
}

const filled = (made: Made): Made => ({ ...made, deployments: made.deployments ?? {}, pools: made.pools ?? {} });

describeReader('the topology controller of Cluster API 1.13', CLUSTER_TOPOLOGY, reader => {
  it.each([
    ['MachineDeployments', CLUSTER_CLASS_INPUT], ['machine pools', WITH_MACHINE_POOL], ['v1beta2', V1BETA2_CLASS],
  ])('makes what we read of a class with %s', (_, files) => {
    expect(filled(asked(reader, [files])[0])).toEqual(ours(files));
  });

  it.each([['MachineDeployments', CLUSTER_CLASS_INPUT], ['machine pools', WITH_MACHINE_POOL]])('takes each phase, and rolls what the plan '
    + 'says: %s', (_, input) => {
    const of = migrationOf(input);
    const states = [input, ...PHASES.map(phase => filesOf(of, phase))];
    // The last phase twice: of several MachineDeployments one gets the new version after the other.
    const made = asked(reader, [...states, states[4]]).map(filled);
    expect(made.map(({ error }) => error)).toEqual(states.map(() => undefined).concat(undefined));
    const [today, n, mixed, nPlus1, , disabled] = made;
    expect([today, n, mixed].map(state => ({ ...state }))).toEqual(states.slice(0, 3).map(ours));
    expect(disabled).toEqual(ours(states[4]));
    // What rolls: the control plane twice, the workers once.
    expect(n.controlPlane).not.toEqual(today.controlPlane);
    expect([n.deployments, n.pools, n.machines]).toEqual([today.deployments, today.pools, today.machines]);
    expect(mixed.controlPlane).not.toEqual(n.controlPlane);
    expect([mixed.deployments, mixed.pools]).toEqual([n.deployments, n.pools]);
    expect(nPlus1.controlPlane).toEqual(mixed.controlPlane);
    // A MachineDeployment that waits for its turn is as it was, flags and image too.
    for (const [name, worker] of Object.entries({ ...nPlus1.deployments, ...nPlus1.pools })) {
      const before = { ...mixed.deployments, ...mixed.pools }[name];
      const after = { ...disabled.deployments, ...disabled.pools }[name];
      expect(worker).toEqual(worker.version === 'v1.26.15' ? before : after);
    }
  });

  it('rolls nothing of a cluster whose class gets the variable and the patches', () => {
    const changed = { ...CLUSTER_CLASS_INPUT, 'class.yaml': filesOf(migrationOf(CLUSTER_CLASS_INPUT), MigrationPhase.N)['class.yaml'] };
    const [before, after] = asked(reader, [CLUSTER_CLASS_INPUT, changed]);
    expect(after).toEqual(before);
  });

  it('refuses a patch of an item in a list, as we do', () => {
    const files = { ...CLUSTER_CLASS_INPUT, 'class.yaml': CLUSTER_CLASS_INPUT['class.yaml'].replace('spec/region\n', 'spec/network/subnets/3\n') };
    expect(asked(reader, [files])[0].error).toContain('subnets');
    expect(() => ours(files)).toThrow('is refused by Cluster API');
  });
});
