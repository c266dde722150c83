import type { IConfigMap } from 'cdk8s-plus-27';
import { CONFIG_MAP_KEY } from '../leader-migration';

/** A migration configuration in a ConfigMap, in the namespace of the cloud-controller-manager. */
export interface MountedConfiguration {
  readonly configMapName: string;
  /** Key of the ConfigMap that holds the file. */
  readonly key: string;
  /** Hash of the content, written on the pods so that a change rolls them. Undefined: not known, and a change does not roll the pods. */
  readonly contentHash?: string;
}

/** How a cloud-controller-manager takes part in Leader Migration (phases `mixed` and `n-plus-1`). */
export class CcmLeaderMigration {
  /**
   * With a configuration in a ConfigMap that exists. A change of it does not roll the pods; `LeaderMigrationConfig.leaderMigration` does.
   *
   * @param configMap the ConfigMap, in the namespace of the cloud-controller-manager
   * @param key key that holds the file; default `leadermigration.conf`
   */
  public static fromConfigMap(configMap: IConfigMap, key?: string): CcmLeaderMigration {
    return new CcmLeaderMigration({ configMapName: configMap.name, key: key ?? CONFIG_MAP_KEY });
  }

  /** With the default that is built into the component. */
  public static builtInDefault(): CcmLeaderMigration {
    return new CcmLeaderMigration();
  }

  /** @internal with a configuration whose content is known */
  public static _withConfiguration(config: MountedConfiguration): CcmLeaderMigration {
    return new CcmLeaderMigration(config);
  }

  /** @internal undefined: the built-in default */
  public readonly _config?: MountedConfiguration;

  private constructor(config?: MountedConfiguration) {
    this._config = config;
  }
}
