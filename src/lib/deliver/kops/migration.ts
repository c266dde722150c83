import { addsLeaseRole, checkCluster } from './checks';
import { clusterEdits } from './edits';
import { KopsOptions } from './options';
import { mapOf } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { DEFAULT_LEADER_NAME } from '../../facts/built-in-default';
import { kopsRelease, KopsRelease } from '../../facts/kops';
import { nameOf, refuseUnsafeWord } from '../../installers/documents';
import { CCM_DAEMON_SET, LEASE_ROLE } from '../../installers/kops/addons';
import { KopsDocuments, readKops } from '../../installers/kops/documents';
import { machinesOf } from '../../installers/kops/machines';
import { KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { IdentifiedObject, Manifest } from '../../kubernetes/manifest';
import { MIGRATION_PHASES, MigrationPhase } from '../../migration/migration-phase';
import { ObjectReference, objectReference } from '../../migration/to-delete';
import { leaseAccessObjects } from '../../rbac/lease-access';
import { LeaseAccessMode } from '../../rbac/lease-access-mode';
import { InstallerMigration, InstallerMix, InstallerState } from '../installer';

/** What exists of the cluster in one state: what its machines are made from, and what is applied. */
export interface KopsState extends InstallerState {
  readonly version: KubernetesVersion;
}

/** The migration of a cluster that kops makes, as a value. */
export class KopsMigration extends InstallerMigration {
  public readonly cluster: string;
  public readonly documents: KopsDocuments;
  public readonly release: KopsRelease;
  private readonly states = new Map<MigrationPhase, KopsState>();

  /** @throws if an option or an object is wrong, or they contradict each other */
  public constructor(public readonly options: KopsOptions) {
    super();
    refuseUnsafeWord('leaseAccessManifest', options.leaseAccessManifest);
    this.release = kopsRelease(options.kopsRelease);
    this.documents = readKops(options.configs);
    this.cluster = nameOf(this.documents.cluster);
    checkCluster(this.documents, options);
  }

  /** The Cluster of a phase, read back from the text that is written. */
  public clusterOf(phase: MigrationPhase): SourceDocument {
    return this.written(phase).find(({ data }) => data.kind === 'Cluster')!;
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

  public stateAt(phase: MigrationPhase | undefined): KopsState {
    if (phase === undefined) return this.stateOf('the Cluster that was handed in', this.documents.cluster, this.options.fromVersion, []);
    const state = this.states.get(phase) ?? this.stateOf(`phase '${phase}'`, this.clusterOf(phase), this.version(phase), this.applied(phase));
    this.states.set(phase, state);
    return state;
  }

  private stateOf(name: string, cluster: SourceDocument, version: KubernetesVersion, applied: readonly Manifest[]): KopsState {
    const { files, objects } = machinesOf(cluster, this.release, version);
    return { name, version, machines: files, objects: [...applied, ...objects] };
  }

  /** `kops update cluster --yes` has the new objects applied by nodes of the old state, before the first one is replaced. */
  public override rollInto(phase: MigrationPhase): InstallerMix {
    return mixOf([this.stateAt(this.before(phase)), this.stateAt(phase)]);
  }

  public override applied(phase: MigrationPhase): readonly Manifest[] {
    return this.leaseAccess(phase).map(({ manifest }) => manifest);
  }

  /** Objects that kops does not delete when a phase no longer has them: it prunes nothing. In the order in which they may go. */
  public override toDelete(phase: MigrationPhase): readonly ObjectReference[] {
    const here = new Set(this.stateAt(phase).objects.map(idOf));
    const elsewhere = [...MIGRATION_PHASES.map(other => this.stateAt(other)), this.stateAt(undefined)].flatMap(({ objects }) => objects);
    const unique = new Map(elsewhere.filter(object => !here.has(idOf(object))).map(object => [idOf(object), object]));
    const rank = ({ kind, metadata }: Manifest) => (kind === 'DaemonSet' ? 0 : metadata.name === LEASE_ROLE ? 2 : 1);
    return [...unique.values()].sort((a, b) => rank(a) - rank(b)).map(objectReference);
  }

  protected edits(document: SourceDocument, phase: MigrationPhase): readonly SourceEdit[] {
    return document === this.documents.cluster ? clusterEdits(document, phase, this.options, this.release) : [];
  }
}

/** Roles of the groups that were handed in; where none was, every role may be there, and a roll of what is not there does nothing. */
export function rolesHandedIn({ documents: { instanceGroups } }: KopsMigration): ReadonlySet<unknown> {
  return new Set(instanceGroups.length === 0 ? ['APIServer'] : instanceGroups.map(({ data }) => mapOf(data.spec).role));
}

function idOf({ apiVersion, kind, metadata }: Manifest): string {
  return JSON.stringify([apiVersion, kind, metadata.namespace, metadata.name]);
}

/** @param standing states of which nothing but what was applied is left */
export function mixOf(states: readonly KopsState[], standing: readonly KopsState[] = []): InstallerMix {
  const all = [...states, ...withoutMachines(standing)];
  return {
    states: all,
    coexists: [
      ...new Set(states.map(({ name, version }) => `kube-controller-manager ${version} of control-plane nodes of ${name}`)),
      ...new Set(all.filter(({ objects }) => objects.some(({ kind }) => kind === 'DaemonSet'))
        .map(({ name }) => `cloud-controller-manager of ${name}, on every control-plane node`)),
    ],
  };
}

/** What is left of states whose machines are gone: kops prunes nothing. */
export function withoutMachines(states: readonly KopsState[]): KopsState[] {
  return states.map(state => ({ ...state, machines: new Map() }));
}
