import type { IConfigMap } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { writeObject } from './api-object';
import { plus } from './cdk8s-plus';
import { checkPart } from './part-check';
import { MIGRATION } from './required-props';
import { RuleProps } from './shared-props';
import { CcmLeaderMigration } from '../lib/ccm/leader-migration-config';
import { LOCK_NAMESPACE } from '../lib/facts/locks';
import { CCM } from '../lib/kubernetes/component';
import { CONFIG_MAP_KEY, CONFIG_MAP_NAME, configMapManifest } from '../lib/leader-migration';
import type { Migration } from '../lib/migration/migration';
import { checkNames } from '../lib/options/check-names';
import { contentHash } from '../lib/text/content-hash';
import { checkRequired } from '../lib/text/required-props';

/** Options for `LeaderMigrationConfig`. */
export interface LeaderMigrationConfigProps extends RuleProps {
  /** The migration: it knows the releases on both sides, the Lease and the style. */
  readonly migration: Migration;
  /**
   * Name of the ConfigMap.
   * @default 'leader-migration-config'
   */
  readonly configMapName?: string;
  /**
   * Namespace of the ConfigMap.
   * @default 'kube-system'
   */
  readonly namespace?: string;
}

/**
 * ConfigMap with the LeaderMigrationConfiguration that the cloud-controller-manager reads (phases `mixed` and `n-plus-1`).
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/
 * @example
 * new LeaderMigrationAccess(this, 'Access', { migration, phase: MigrationPhase.MIXED });
 * const config = new LeaderMigrationConfig(this, 'Config', { migration });
 * new AwsCloudControllerManager(this, 'Ccm', { kubernetesVersion: migration.toVersion, leaderMigration: config.leaderMigration });
 */
export class LeaderMigrationConfig extends Construct {
  /** For the cloud-controller-manager that reads it. Its content is part of the pods, so that a change rolls them. */
  public readonly leaderMigration: CcmLeaderMigration;
  /** Text of the file. */
  public readonly content: string;
  private readonly configMapName: string;
  private configMapMade?: IConfigMap;

  /** @throws if the migration has no such file: another strategy, or the default that is built into the component */
  public constructor(scope: Construct, id: string, props: LeaderMigrationConfigProps) {
    super(scope, id);
    checkNames('LeaderMigrationConfigProps', props);
    checkRequired(props, { migration: MIGRATION });
    const content = props.migration._model.configuration(CCM)?.text;
    if (content === undefined) {
      throw new Error(`the migration of '${props.migration.clusterId}' has no configuration file (strategy '${props.migration.strategy.name}'`
        + `${props.migration.fromVersion ? ', or style \'built-in-default\'' : ' without `fromVersion`'}), so it needs no ConfigMap; leave the `
          + 'construct out');
    }
    this.content = content;
    this.configMapName = props.configMapName ?? CONFIG_MAP_NAME;
    this.leaderMigration = CcmLeaderMigration._withConfiguration({
      configMapName: this.configMapName, key: CONFIG_MAP_KEY, contentHash: contentHash(content),
    });
    writeObject(this, 'Resource', configMapManifest(this.configMapName, props.namespace ?? LOCK_NAMESPACE, content));
    checkPart(this, props);
  }

  /** The ConfigMap, for what a platform composes with it. */
  public get configMap(): IConfigMap {
    return this.configMapMade ??= plus().ConfigMap.fromConfigMapName(this, 'Reference', this.configMapName);
  }
}
