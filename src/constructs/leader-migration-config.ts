import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { ILeaderMigrationConfig } from '../lib/ccm/ccm-options';
import { LOCK_NAMESPACE } from '../lib/facts/locks';
import { CCM } from '../lib/kubernetes/component';
import { KubernetesVersion } from '../lib/kubernetes/kubernetes-version';
import {
  buildLeaderMigrationConfiguration, CONFIG_MAP_KEY, CONFIG_MAP_NAME, configMapManifest, LeaderMigrationStyle, serializeLeaderMigrationConfiguration,
} from '../lib/leader-migration';
import { contentHash } from '../lib/migration/index-file';

/** Options for `LeaderMigrationConfig`. */
export interface LeaderMigrationConfigProps {
  /** Version of the cloud-controller-manager that reads it. */
  readonly kubernetesVersion: KubernetesVersion;
  /**
   * Version of kube-controller-manager on the other side of the migration. The API version is then one that both read.
   * @default - the newest API version of `kubernetesVersion`
   */
  readonly otherVersion?: KubernetesVersion;
  /**
   * Style. `built-in-default` has no file, so it needs no ConfigMap and is refused.
   * @default - wildcard; assigned on 1.21
   */
  readonly style?: LeaderMigrationStyle;
  /**
   * Name of the Lease used as migration lock. Both components must use the same one.
   * @default 'cloud-provider-extraction-migration'
   */
  readonly leaderName?: string;
  /**
   * Whether node IPAM moves too. Not for AWS, whose cloud-controller-manager has no such controller.
   * @default false
   */
  readonly nodeIpam?: boolean;
  /**
   * Whether the controller keys of releases before and from 1.28 are both listed.
   * @default false
   */
  readonly bothKeyGenerations?: boolean;
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
 * new LeaderMigrationConfig(this, 'Config', { kubernetesVersion: KubernetesVersion.of('1.27') });
 */
export class LeaderMigrationConfig extends Construct implements ILeaderMigrationConfig {
  /**
   * A ConfigMap that exists already.
   *
   * @param scope parent
   * @param id id below the parent
   * @param configMapName its name
   * @param key key that holds the file; default `leadermigration.conf`
   */
  public static fromConfigMapName(scope: Construct, id: string, configMapName: string, key?: string): ILeaderMigrationConfig {
    class Existing extends Construct implements ILeaderMigrationConfig {
      public readonly configMapName = configMapName;
      public readonly key = key ?? CONFIG_MAP_KEY;
    }
    return new Existing(scope, id);
  }

  /** Name of the ConfigMap. */
  public readonly configMapName: string;
  /** Key of the ConfigMap that holds the file. */
  public readonly key: string = CONFIG_MAP_KEY;
  /** Hash of the content, written on the pods so that a change rolls them. */
  public readonly contentHash?: string;
  /** Text of the file. */
  public readonly content: string;

  public constructor(scope: Construct, id: string, props: LeaderMigrationConfigProps) {
    super(scope, id);
    this.configMapName = props.configMapName ?? CONFIG_MAP_NAME;
    const configuration = buildLeaderMigrationConfiguration({
      version: props.kubernetesVersion,
      otherVersion: props.otherVersion,
      component: CCM,
      assignedTo: CCM,
      style: props.style,
      leaderName: props.leaderName,
      nodeIpam: props.nodeIpam,
      bothKeyGenerations: props.bothKeyGenerations,
    });
    if (!configuration) throw new Error('style \'built-in-default\' has no file, so it needs no ConfigMap; leave the construct out and set `leaderMigration` on the cloud-controller-manager');
    this.content = serializeLeaderMigrationConfiguration(configuration);
    this.contentHash = contentHash(this.content);
    new ApiObject(this, 'Resource', configMapManifest(this.configMapName, props.namespace ?? LOCK_NAMESPACE, this.content));
  }
}
