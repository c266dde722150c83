import { KcmReading } from './kcm-reading';
import { MigrationSettings } from './settings';
import { CLOUD_CONFIG_PATH } from '../cloud-config/cloud-config';
import { GcfgError, GcfgSection, parseGcfg } from '../cloud-config/gcfg-parser';
import { sameName } from '../cloud-config/gcfg-value';
import { globalKey } from '../cloud-config/global-key';

/** Where the components find their cloud config. */
export function cloudConfigPathOf({ cloudConfigPath }: MigrationSettings, reading: KcmReading | undefined): string {
  return reading?.cloudConfig ?? cloudConfigPath ?? CLOUD_CONFIG_PATH;
}

/** The cloud config that is written, or else that of the first node that has one. */
function cloudConfigText(settings: MigrationSettings, reading: KcmReading | undefined): string | undefined {
  const { cloudConfig, nodes, upgradedNodes = [] } = settings;
  if (cloudConfig !== undefined) return cloudConfig._text;
  const path = cloudConfigPathOf(settings, reading);
  return [...nodes, ...upgradedNodes].map(({ files }) => files[path]).find(one => one !== undefined);
}

/** Its sections; none for a file that is refused later. */
function sectionsOf(settings: MigrationSettings, reading: KcmReading | undefined): readonly GcfgSection[] {
  try {
    return parseGcfg(cloudConfigText(settings, reading) ?? '');
  } catch (error) {
    if (error instanceof GcfgError) return [];
    throw error;
  }
}

/** A key of section [Global] of the cloud config. */
export function globalKeyOfCloudConfigs(settings: MigrationSettings, reading: KcmReading | undefined, key: string): string | undefined {
  return globalKey(sectionsOf(settings, reading), key)?.value;
}

/** Whether the cloud config sends calls to other endpoints than those of AWS. */
export function hasServiceOverrides(settings: MigrationSettings, reading: KcmReading | undefined): boolean {
  return sectionsOf(settings, reading).some(({ name }) => sameName('ServiceOverride', name));
}
