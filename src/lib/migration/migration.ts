import { MigrationModel } from './migration-model';
import { MigrationPhase } from './migration-phase';
import { MigrationProps } from './migration-props';
import { MigrationStrategy } from './migration-strategy';
import { CloudProvider } from '../ccm/cloud-provider';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * The migration of one cluster as a value: built and validated once, and taken by everything that writes a part of it. It reads nothing and writes
 * nothing.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/
 * @example
 * const migration = new Migration({
 *   clusterId: 'prod-eu',
 *   fromVersion: KubernetesVersion.of('1.26.15'),
 *   toVersion: KubernetesVersion.of('1.27.16'),
 * });
 */
export class Migration {
  /** Id of the cluster. */
  public readonly clusterId: string;
  /** Version N+1. */
  public readonly toVersion: KubernetesVersion;
  /**
   * Version N.
   * @default - none: only phase `disabled` can be written
   */
  public readonly fromVersion?: KubernetesVersion;
  /** How the controllers move. */
  public readonly strategy: MigrationStrategy;
  /** The cloud. */
  public readonly cloud: CloudProvider;
  /** Phases that there are with this strategy and these versions, in the order in which a migration walks. */
  public readonly phases: MigrationPhase[];
  /** @internal */
  public readonly _model: MigrationModel;
  private readonly props: MigrationProps;

  /** @throws if one of the options is wrong, or two contradict each other or the manifests */
  public constructor(props: MigrationProps) {
    this.props = props;
    this._model = new MigrationModel(props);
    const { clusterId, toVersion, fromVersion, strategy, ccm } = this._model.settings;
    this.clusterId = clusterId;
    this.toVersion = toVersion;
    this.fromVersion = fromVersion;
    this.strategy = strategy;
    this.cloud = ccm._cloud;
    this.phases = [...this._model.phases];
  }

  /** @internal what was given, without defaults */
  public get _given(): MigrationProps {
    return this.props;
  }

  /** @internal whether nodes were handed in */
  public get _hasNodes(): boolean {
    return this.props.nodes !== undefined;
  }

  /** @internal the same for nodes that an installer's own configuration describes; settings of it that were given win */
  public _for(known: Pick<MigrationProps, 'nodes' | 'network' | 'fromVersion' | 'strategy'>): Migration {
    const { network, fromVersion = known.fromVersion } = this.props;
    return new Migration({ ...this.props, ...known, network: { ...known.network, ...network }, fromVersion });
  }
}
