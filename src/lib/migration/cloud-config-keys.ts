import { KcmReading } from './kcm-reading';
import { MigrationSettings } from './settings';
import { CLOUD_CONFIG_PATH } from '../cloud-config/cloud-config';
import { GcfgError, parseGcfg } from '../cloud-config/gcfg-parser';
import { globalKey } from '../cloud-config/global-key';

/** Where the components find their cloud config. */
export function cloudConfigPathOf({ cloudConfigPath }: MigrationSettings, reading: KcmReading | undefined): string {
  return reading?.cloudConfig ?? cloudConfigPath ?? CLOUD_CONFIG_PATH;
}

/** A key of section [Global] of the cloud config that is written, or else of the first node that has one. A file that is refused later has none. */
export function globalKeyOfCloudConfigs(settings: MigrationSettings, reading: KcmReading | undefined, key: string): string | undefined {
  const { cloudConfig, nodes, upgradedNodes = [] } = settings;
  if (cloudConfig !== undefined) return cloudConfig._global(key);
  const path = cloudConfigPathOf(settings, reading);
  const text = [...nodes, ...upgradedNodes].map(({ files }) => files[path]).find(one => one !== undefined);
  try {
    return text === undefined ? undefined : globalKey(parseGcfg(text), key)?.value;
  } catch (error) {
    if (error instanceof GcfgError) return undefined;
    throw error;
  }
}
