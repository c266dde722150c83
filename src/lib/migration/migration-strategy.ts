import type { LeaderMigrationStyle } from '../leader-migration';
import { checkNames } from '../options/check-names';
import type { LeaseAccessMode } from '../rbac/lease-access-mode';

/** How the cloud controllers move. */
export enum StrategyKind {
  LEADER_MIGRATION = 'leader-migration',
  CONTROLLERS_OFF_THEN_ON = 'controllers-off-then-on',
  DOWNTIME = 'downtime',
}

/** Which control-plane nodes the cloud-controller-manager runs on while nodes of version N can exist (phases `mixed` and `n-plus-1`). */
export enum CcmPlacement {
  /**
   * Nodes of version N+1 only, by the label `ccm-migration/side=n-plus-1` that each node gets when it is upgraded.
   */
  UPGRADED_NODES = 'upgraded-nodes',
  /** All control-plane nodes, also those of version N. */
  ALL_CONTROL_PLANE_NODES = 'all-control-plane-nodes',
}

/** How kube-controller-manager runs: what a downtime has to stop. */
export enum ControllerManagerRuntime {
  /** As static pods: their manifests are moved out of the static pod path. */
  STATIC_POD = 'static-pod',
  /** As units `kube-controller-manager`: `systemctl stop`. */
  SYSTEMD = 'systemd',
  /**
   * As a Deployment `kube-controller-manager` in `kube-system` of the cluster itself: scaled to 0, and brought back by one pod of its template that
   * makes the others.
   */
  DEPLOYMENT = 'deployment',
}

/** Options of the strategy `leader-migration`. */
export interface LeaderMigrationOptions {
  /**
   * Style of the migration configuration.
   * @default - wildcard; assigned on 1.21, where a wildcard matches no component
   */
  readonly style?: LeaderMigrationStyle;
  /**
   * Name of the migration Lease.
   * @default 'cloud-provider-extraction-migration'
   */
  readonly leaderName?: string;
  /**
   * Whether the configuration lists the controller keys of releases before and from 1.28 in one file.
   * @default false
   */
  readonly bothKeyGenerations?: boolean;
  /**
   * Keys of the provider's own controllers that move too; its programs of both sides have them.
   * @default - none
   */
  readonly providerControllers?: string[];
  /**
   * How access to the migration Lease is given.
   * @default LeaseAccessMode.ADDITIVE
   */
  readonly leaseAccess?: LeaseAccessMode;
  /**
   * Which nodes the cloud-controller-manager runs on in phases `mixed` and `n-plus-1`.
   * @default CcmPlacement.UPGRADED_NODES
   */
  readonly placement?: CcmPlacement;
  /**
   * Whether the plan releases the migration Lease once its holder is proven stopped.
   *
   * A gap of a few seconds instead of the length of a lease.
   * @default false
   */
  readonly releaseLease?: boolean;
}

/** Options of the strategy `controllers-off-then-on`. */
export interface ControllersOffOptions {
  /**
   * Text of a `migration.json` of this migration, where `nodes` were read again after phase `n`.
   * @default - `nodes` are as they were before phase `n`
   */
  readonly migrationFile?: string;
}

/** What the strategies are told, each its own. */
interface StrategyOptions {
  readonly leaderMigration?: LeaderMigrationOptions;
  readonly controllersOff?: ControllersOffOptions;
  readonly runtime?: ControllerManagerRuntime;
}

/**
 * How the cloud controllers move. All but Leader Migration have a declared gap: a time in which no process runs them.
 *
 * @example
 * const strategy = MigrationStrategy.leaderMigration({ leaderName: 'cloud-migration' });
 */
export class MigrationStrategy {
  /**
   * Both components run the controllers under one migration lock: no gap but the time a lock takes to change hands.
   *
   * @param options lock, configuration and placement
   */
  public static leaderMigration(options?: LeaderMigrationOptions): MigrationStrategy {
    checkNames('LeaderMigrationOptions', options);
    return new MigrationStrategy(StrategyKind.LEADER_MIGRATION, { leaderMigration: options });
  }

  /**
   * The way of KKP and KubeOne: `--controllers` switches the controllers off on version N, and the new ones start once all nodes run
   * N+1. Gap: phases `n` and `mixed`.
   *
   * @param options what an earlier synthesis wrote
   */
  public static controllersOffThenOn(options?: ControllersOffOptions): MigrationStrategy {
    checkNames('ControllersOffOptions', options);
    return new MigrationStrategy(StrategyKind.CONTROLLERS_OFF_THEN_ON, { controllersOff: options });
  }

  /**
   * Every kube-controller-manager is stopped, flags change, everything starts again. Also for one node. Gap: the whole change. There is no phase
   * `mixed`.
   *
   * @param runtime how kube-controller-manager runs, so how the plan stops it; `ControllerManagerRuntime.STATIC_POD` if left out
   */
  public static downtime(runtime: ControllerManagerRuntime = ControllerManagerRuntime.STATIC_POD): MigrationStrategy {
    return new MigrationStrategy(StrategyKind.DOWNTIME, { runtime });
  }

  /** `leader-migration`, `controllers-off-then-on` or `downtime`. */
  public readonly name: string;
  /** @internal */
  public readonly _kind: StrategyKind;
  /** @internal empty for the other strategies */
  public readonly _leaderMigration: LeaderMigrationOptions;
  /** @internal empty for the other strategies */
  public readonly _controllersOff: ControllersOffOptions;

  /** @internal where the strategy stops it */
  public readonly _runtime?: ControllerManagerRuntime;

  private constructor(kind: StrategyKind, options: StrategyOptions) {
    this.name = kind;
    this._kind = kind;
    this._leaderMigration = options.leaderMigration ?? {};
    this._controllersOff = options.controllersOff ?? {};
    this._runtime = options.runtime;
  }
}
