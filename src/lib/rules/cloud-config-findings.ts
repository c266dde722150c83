import { Finding } from './rule';
import { checkCloudConfig } from '../cloud-config/check';
import { GcfgSection } from '../cloud-config/gcfg-parser';
import { sameName } from '../cloud-config/gcfg-value';
import { CloudConfigReader } from '../cloud-config/reader';
import { AWS_CCM_RELEASES } from '../facts/ccm-releases';
import { inTreeAwsMinors } from '../facts/cloud-config-keys';
import { CCM } from '../kubernetes/component';
import { managers, nameOf } from '../view/ask';
import { ComponentView, Model } from '../view/model';

export function isOverride({ name }: GcfgSection): boolean {
  return sameName('ServiceOverride', name);
}

/** What the component that reads a cloud config has against some of its sections. */
export function cloudConfigFindings(model: Model, which: (section: GcfgSection) => boolean): readonly Finding[] {
  return managers(model).flatMap(view => {
    const { cloudConfigReading: reading, cloudConfig: file } = view;
    const reader = readerOf(view);
    if (!reader || !reading || 'error' in reading) return [];
    return checkCloudConfig(reading.sections.filter(which), reader).map(({ line, severity, message, fix }): Finding => ({
      place: file!.placeOf(line), severity: severity as Finding['severity'], message: `${nameOf(view)}: ${message}`, fix: sentence(fix),
    }));
  });
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`;
}

/** Only AWS's config format is known here. */
function readerOf(view: ComponentView): CloudConfigReader | undefined {
  const { component, version, awsRelease } = view;
  if (component === CCM) {
    return AWS_CCM_RELEASES.some(({ tag }) => tag === awsRelease) ? CloudConfigReader.cloudControllerManager(awsRelease!) : undefined;
  }
  return version && version.minor <= inTreeAwsMinors().last ? CloudConfigReader.inTree(version) : undefined;
}
