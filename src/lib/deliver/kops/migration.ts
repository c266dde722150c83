import { addsLeaseRole, checkCluster } from './checks';
import { clusterEdits } from './edits';
import { KopsOptions } from './options';
import { mapOf } from '../../edit/yaml/data';
import { parseSources, SourceDocument } from '../../edit/yaml/source-document';
import { editSource } from '../../edit/yaml/source-edit';
import { DEFAULT_LEADER_NAME } from '../../facts/built-in-default';
import { kopsRelease, KopsRelease } from '../../facts/kops';
import { nameOf, refuseUnsafeWord } from '../../installers/documents';
import { CCM_DAEMON_SET, LEASE_ROLE } from '../../installers/kops/addons';
import { KopsDocuments, readKops } from '../../installers/kops/documents';
import { machinesOf, KopsMachines } from '../../installers/kops/machines';
import { KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { IdentifiedObject, Manifest } from '../../kubernetes/manifest';
import { MigrationPhase } from '../../migration/migration-phase';
import { leaseAccessObjects } from '../../rbac/lease-access';
import { LeaseAccessMode } from '../../rbac/lease-access-mode';

/** A file that was handed in, as a phase has it. */
export interface KopsFile {
  readonly path: string;
  readonly content: string;
}

/** What exists of the cluster in one state: what its machines are made from, and what is applied. */
export interface KopsState {
  /** `the Cluster that was handed in`, `phase 'n'` */
  readonly name: string;
  readonly version: KubernetesVersion;
  readonly machines: KopsMachines;
  /** What is applied: by kops, and where kops adds none, access to the migration Lease. */
  readonly objects: readonly Manifest[];
}

/** The migration of a cluster that kops makes, as a value. */
export class KopsMigration {
  public readonly documents: KopsDocuments;
  public readonly release: KopsRelease;
  private readonly states = new Map<MigrationPhase, KopsState>();

  /** @throws if an option or an object is wrong, or they contradict each other */
  public constructor(public readonly options: KopsOptions) {
    refuseUnsafeWord('leaseAccessManifest', options.leaseAccessManifest);
    this.release = kopsRelease(options.kopsRelease);
    this.documents = readKops(options.configs);
    checkCluster(this.documents, options);
  }

  public get name(): string {
    return nameOf(this.documents.cluster);
  }

  /** The given files with the changes of the phase; every other line stays byte for byte. */
  public files(phase: MigrationPhase): KopsFile[] {
    return [...this.documents.files].map(([path, documents]) => ({
      path,
      content: editSource(documents.map(document => ({ document, edits: document === this.documents.cluster ? this.edits(document, phase) : [] }))),
    }));
  }

  /** The Cluster of a phase, read back from the text that is written. */
  public cluster(phase: MigrationPhase): SourceDocument {
    return this.files(phase).flatMap(({ path, content }) => parseSources(content, { file: path })).find(({ data }) => data.kind === 'Cluster')!;
  }

  /** Access to the migration Lease that kops does not give: its own Role comes with 1.23. Applied before the first roll. */
  public leaseAccess(phase: MigrationPhase): IdentifiedObject[] {
    const { fromVersion } = this.options;
    if (phase === MigrationPhase.DISABLED || addsLeaseRole(this.release, fromVersion)) return [];
    return leaseAccessObjects({
      mode: LeaseAccessMode.ADDITIVE,
      component: KCM,
      version: fromVersion,
      leaseName: DEFAULT_LEADER_NAME,
      namespace: 'kube-system',
      granted: true,
      createGranted: true, // by the ClusterRole that Kubernetes ships
      ccmSubject: { kind: 'ServiceAccount', name: CCM_DAEMON_SET, namespace: 'kube-system' },
    });
  }

  public version(phase: MigrationPhase): KubernetesVersion {
    return phase === MigrationPhase.N ? this.options.fromVersion : this.options.toVersion;
  }

  /** What a phase makes machines from, and what is applied. */
  public state(phase: MigrationPhase): KopsState {
    const state = this.states.get(phase) ?? this.makeState(phase);
    this.states.set(phase, state);
    return state;
  }

  private makeState(phase: MigrationPhase): KopsState {
    const machines = machinesOf(this.cluster(phase), this.release, this.version(phase));
    return {
      name: `phase '${phase}'`,
      version: this.version(phase),
      machines,
      objects: [...this.leaseAccess(phase).map(({ manifest }) => manifest), ...machines.objects],
    };
  }

  /** Before the first phase. */
  public asHandedIn(): KopsState {
    const machines = machinesOf(this.documents.cluster, this.release, this.options.fromVersion);
    return { name: 'the Cluster that was handed in', version: this.options.fromVersion, machines, objects: machines.objects };
  }

  /** Objects that kops does not delete when a phase no longer has them: it prunes nothing. In the order in which they may go. */
  public toDelete(phase: MigrationPhase): Manifest[] {
    const here = new Set(this.state(phase).objects.map(idOf));
    const elsewhere = [...Object.values(MigrationPhase).map(other => this.state(other)), this.asHandedIn()].flatMap(({ objects }) => objects);
    const unique = new Map(elsewhere.filter(object => !here.has(idOf(object))).map(object => [idOf(object), object]));
    const rank = ({ kind, metadata }: Manifest) => (kind === 'DaemonSet' ? 0 : metadata.name === LEASE_ROLE ? 2 : 1);
    return [...unique.values()].sort((a, b) => rank(a) - rank(b));
  }

  private edits(document: SourceDocument, phase: MigrationPhase) {
    return clusterEdits(document, phase, this.options, this.release);
  }
}

/** Roles of the groups that were handed in; where none was, every role may be there, and a roll of what is not there does nothing. */
export function rolesHandedIn({ documents: { instanceGroups } }: KopsMigration): ReadonlySet<unknown> {
  return new Set(instanceGroups.length === 0 ? ['APIServer'] : instanceGroups.map(({ data }) => mapOf(data.spec).role));
}

function idOf({ apiVersion, kind, metadata }: Manifest): string {
  return JSON.stringify([apiVersion, kind, metadata.namespace, metadata.name]);
}
