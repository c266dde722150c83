import { csiGates, inTreeGates } from './csi-gates';
import { withoutEnded } from './endings';
import { isGateOff, withGateOn, withoutUnknownGates } from './list-flags';
import { StrategyKind } from './migration-strategy';
import { CloudProvider } from '../ccm/cloud-provider';
import { CurrentFlag, Flag } from '../ccm/flag';
import { withControllersOff } from '../edit/controllers-flag';
import { CloudController } from '../facts/controllers';
import type { NodeComponent } from '../facts/endings';
import { LEADER_MIGRATION_GATE, mustBeSet } from '../facts/feature-gates';
import { cloudProviderValues, flagNames, hasFlag } from '../facts/flags';
import { inTreeClouds } from '../facts/in-tree-clouds';
import { flagsLeftUnused } from '../facts/shared-flags';
import { externalCloudVolumePlugin } from '../facts/volumes';
import { CCM, Component, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeSide } from '../kubernetes/node';
import { LEADER_MIGRATION_FILE } from '../leader-migration';

/** What one command line and its pod must change for a side of the migration. The same for a static pod, a kubeadm configuration and a kubelet. */
export interface ComponentChanges {
  /** Replaced in place, or added. */
  readonly setFlags: readonly Flag[];
  readonly removeFlags: readonly string[];
  /** Files of the node that the container must see, at the same path. */
  readonly mountFiles: readonly MountedFile[];
  /** Files whose mount and volume go, unless something else uses them. */
  readonly unmountFiles: readonly string[];
}

export interface MountedFile {
  /** Name of the volume. */
  readonly name: string;
  readonly path: string;
}

/** What the changes depend on. */
export interface SideSettings {
  /** Name of the in-tree cloud provider, for example `aws`. */
  readonly cloud: string;
  readonly strategy: StrategyKind;
  /** Version that nodes of this side run. */
  readonly version: KubernetesVersion;
  /** Version N; undefined: not known. */
  readonly before?: KubernetesVersion;
  /** Whether a configuration file is written; false for the built-in default. */
  readonly configurationFile: boolean;
  /** The controllers that move. */
  readonly moved: readonly CloudController[];
  /** Whether in-tree volumes stay in use, through `--external-cloud-volume-plugin`. */
  readonly externalVolumePlugin: boolean;
  /** Whether volumes of the in-tree plugin move to CSI. */
  readonly csiMigration?: boolean;
  /** Cloud config that kube-controller-manager of N reads, where one is written for it. */
  readonly cloudConfigFile?: string;
}

const NOTHING: ComponentChanges = { setFlags: [], removeFlags: [], mountFiles: [], unmountFiles: [] };

/** The controllers that move unless something else serves them, by their logical names. */
export const MIGRATED_CONTROLLERS: readonly CloudController[] = ['service', 'route', 'cloud-node-lifecycle'];

/** Name of the volume that holds the migration configuration file. */
const CONFIG_VOLUME = 'leader-migration-config';

/**
 * What a component of a side must change.
 *
 * @param current the flags it has today
 */
export function componentChanges(component: Component, side: NodeSide, settings: SideSettings, current: CurrentFlag): ComponentChanges {
  if (side === NodeSide.N) {
    const changes = component === 'kube-controller-manager' ? withCloudConfig(kcmOfN(settings, current), settings, current) : NOTHING;
    return withVolumeGates(component, settings, changes, current, false);
  }
  const changes = component === 'kube-controller-manager' ? kcmOfNPlus1(settings, current) : externalCloudProvider(component, settings, current);
  const keepsInTree = settings.externalVolumePlugin && settings.cloud === CloudProvider.AWS.name;
  return withVolumeGates(component, settings, component === CCM ? changes : dropEnded(component, settings, changes, current), current, keepsInTree);
}

/** @param keepsInTree whether EBS volumes stay with the in-tree plugin */
function withVolumeGates(
  component: Component, settings: SideSettings, changes: ComponentChanges, current: CurrentFlag, keepsInTree: boolean,
): ComponentChanges {
  const changed = changes.setFlags.find(({ name }) => name === 'feature-gates');
  const gates = (changed?.value ?? (changes.removeFlags.includes('feature-gates') ? undefined : current('feature-gates'))) ?? '';
  const { csiMigration, version } = settings;
  const flag = csiMigration ? csiGates(component, version, gates) : keepsInTree ? inTreeGates(component, version, gates) : undefined;
  if (!flag) return changes;
  return {
    ...changes,
    setFlags: [...changes.setFlags.filter(one => one !== changed), flag],
    removeFlags: changes.removeFlags.filter(name => name !== flag.name),
  };
}

/** kube-controller-manager of N: it runs the cloud controllers, under the migration lock or not at all. */
function kcmOfN(settings: SideSettings, current: CurrentFlag): ComponentChanges {
  switch (settings.strategy) {
    case StrategyKind.DOWNTIME:
      return NOTHING;
    case StrategyKind.CONTROLLERS_OFF_THEN_ON: {
      const moved = settings.moved.filter(controller => MIGRATED_CONTROLLERS.includes(controller));
      return {
        ...NOTHING,
        setFlags: [{
          name: 'controllers', value: withControllersOff(current('controllers') ?? '*', KCM, moved, settings.version),
        }],
      };
    }
    case StrategyKind.LEADER_MIGRATION: {
      const setFlags: Flag[] = [{ name: 'enable-leader-migration', value: 'true' }];
      const gates = leaderMigrationGates(settings.version, current('feature-gates'));
      const gateFlags = gates ? [{ name: 'feature-gates', value: gates }] : [];
      if (!settings.configurationFile) {
        return {
          setFlags: [...setFlags,
            ...gateFlags],
          removeFlags: ['leader-migration-config'],
          mountFiles: [],
          unmountFiles: [LEADER_MIGRATION_FILE],
        };
      }
      setFlags.push({ name: 'leader-migration-config', value: LEADER_MIGRATION_FILE }, ...gateFlags);
      return { ...NOTHING, setFlags, mountFiles: [{ name: CONFIG_VOLUME, path: LEADER_MIGRATION_FILE }] };
    }
  }
}

/** With the cloud config that is written for it, unless it reads that file already. */
function withCloudConfig(changes: ComponentChanges, { cloudConfigFile: path }: SideSettings, current: CurrentFlag): ComponentChanges {
  if (path === undefined || current('cloud-config') === path) return changes;
  return {
    ...changes,
    setFlags: [...changes.setFlags, { name: 'cloud-config', value: path }],
    mountFiles: [...changes.mountFiles, { name: 'cloud-config', path }],
  };
}

/** kube-controller-manager of N+1: external, and never with Leader Migration, or it would take the migration lock and run nothing under it. */
function kcmOfNPlus1(settings: SideSettings, current: CurrentFlag): ComponentChanges {
  const external = externalCloudProvider('kube-controller-manager', settings, current);
  const setFlags = [...external.setFlags];
  let { removeFlags, unmountFiles } = external;
  // One that it has today has the cloud config for it too, and keeps both where the release has such volumes.
  const hasPlugin = current('external-cloud-volume-plugin') === settings.cloud && externalCloudVolumePlugin(settings.version).used
    && inTreeClouds(settings.version).includes(settings.cloud);
  if (settings.externalVolumePlugin || hasPlugin) {
    if (!externalCloudVolumePlugin(settings.version).used || !inTreeClouds(settings.version).includes(settings.cloud)) {
      throw new Error(`externalCloudVolumePlugin needs an in-tree '${settings.cloud}', and kube-controller-manager ${settings.version.minorVersion} `
        + 'has none; install the CSI driver and leave the property out');
    }
    // The in-tree volume plugin still reads the cloud config.
    setFlags.push({ name: 'external-cloud-volume-plugin', value: settings.cloud });
    removeFlags = removeFlags.filter(name => name !== 'cloud-config');
    unmountFiles = [];
  }
  if (!settings.externalVolumePlugin && !hasPlugin && current('external-cloud-volume-plugin') === settings.cloud) {
    // It names a cloud that this release does not link, and it ends at that.
    removeFlags = [...removeFlags, 'external-cloud-volume-plugin'];
  }
  if (settings.moved.includes('nodeipam')) {
    setFlags.push({ name: 'controllers', value: withControllersOff(current('controllers') ?? '*', KCM, ['nodeipam'], settings.version) });
  }
  return {
    setFlags,
    removeFlags: [...removeFlags, 'enable-leader-migration', 'leader-migration-config',
      ...flagsLeftUnused(settings.moved).filter(name => current(name) !== undefined)],
    mountFiles: [],
    unmountFiles: [...unmountFiles, LEADER_MIGRATION_FILE],
  };
}

/** `--cloud-provider=external` where the release has the flag, and no cloud config. */
function externalCloudProvider(component: Component, settings: SideSettings, current: CurrentFlag): ComponentChanges {
  const accepted = cloudProviderValues(component, settings.version);
  const takesExternal = accepted === 'any' || accepted?.includes('external');
  const cloudConfig = current('cloud-config');
  return {
    setFlags: takesExternal ? [{ name: 'cloud-provider', value: 'external' }] : [],
    removeFlags: [...(takesExternal ? [] : ['cloud-provider']), 'cloud-config'],
    mountFiles: [],
    unmountFiles: cloudConfig ? [cloudConfig] : [],
  };
}

/**
 * Flags, feature gates and values that the release no longer has end the process at start: they go, or are written in their new form. What that means
 * is named in the runbook and the report: see `appliedEndings`.
 */
function dropEnded(component: NodeComponent, settings: SideSettings, changes: ComponentChanges, current: CurrentFlag): ComponentChanges {
  const { version, before } = settings;
  const gone = flagNames(component).filter(name => current(name) !== undefined && hasFlag(component, name, version) === false);
  const gates = current('feature-gates');
  const keptGates = gates === undefined ? undefined : withoutUnknownGates(gates, version, component, before);
  const ended = before === undefined ? { setFlags: [], removeFlags: [] } : withoutEnded(component, current, gone, before, version);
  return {
    ...changes,
    setFlags: [
      ...changes.setFlags, ...keptGates && keptGates !== gates ? [{ name: 'feature-gates', value: keptGates }] : [], ...ended.setFlags,
    ],
    removeFlags: [...new Set([...changes.removeFlags, ...gone, ...keptGates === '' ? ['feature-gates'] : [], ...ended.removeFlags])],
  };
}

/** The gates with Leader Migration's on, where the release needs it to be set or it is switched off; else undefined. */
export function leaderMigrationGates(version: KubernetesVersion, gates: string | undefined): string | undefined {
  const needed = mustBeSet(LEADER_MIGRATION_GATE, true, version) || isGateOff(gates ?? '', LEADER_MIGRATION_GATE);
  return needed ? withGateOn(gates ?? '', LEADER_MIGRATION_GATE) : undefined;
}
