import { Finding, Stop, Undecided, undecidedIf } from './rule';
import { checkCloudConfig } from '../cloud-config/check';
import { CloudConfigFinding } from '../cloud-config/finding';
import { GcfgSection } from '../cloud-config/gcfg-parser';
import { sameName } from '../cloud-config/gcfg-value';
import { CloudConfigReader } from '../cloud-config/reader';
import { readAwsCcm } from '../facts/ccm-releases';
import { inTreeAwsMinors } from '../facts/cloud-config-keys';
import { CCM } from '../kubernetes/component';
import { isPlaceholder } from '../text/placeholder';
import { managers, nameOf } from '../view/ask';
import { ComponentView, Doubt, Model } from '../view/model';

export function isOverride({ name }: GcfgSection): boolean {
  return sameName('ServiceOverride', name);
}

/** What the component that reads a cloud config has against some of its sections. */
export function cloudConfigFindings(model: Model, which: (section: GcfgSection) => boolean): readonly Finding[] {
  const told = (view: ComponentView) => found(view, which).filter(({ ends, line }) => !ends && !isUnfilled(view, line));
  return managers(model).flatMap(view => told(view).map(({ line, severity, message, fix }): Finding => ({
    place: view.cloudConfig!.placeOf(line), severity: severity as Finding['severity'], message: `${nameOf(view)}: ${message}`, fix: sentence(fix),
  })));
}

/** That at which it ends. */
export function cloudConfigStops(view: ComponentView, which: (section: GcfgSection) => boolean): readonly (Stop | Undecided)[] {
  const stops = found(view, which).filter(({ ends }) => ends);
  return stops.map(({ line, message, fix, isOpen }) => undecidedIf(isOpen === true || isUnfilled(view, line), {
    place: view.cloudConfig!.placeOf(line),
    what: `${nameOf(view)}: ${message}`,
    fix: sentence(fix),
    reaches: reachedWithCloudConfig(view),
  }));
}

/** Whether a line of its cloud config is yet to be filled in: what its reader says of it then is not known. */
export function isUnfilled({ cloudConfig }: ComponentView, line: number): boolean {
  return isPlaceholder(cloudConfig!.text!.split('\n')[line - 1]);
}

/**
 * How far a component gets before it reads its cloud config: a CCM reads it before it bids for a lock, k8s.io/cloud-provider@v0.26.15
 * app/controllermanager.go NewCloudControllerManagerCommand; kube-controller-manager once it leads, k8s.io/kubernetes@v1.26.15
 * cmd/kube-controller-manager/app/controllermanager.go CreateControllerContext.
 */
export function reachedWithCloudConfig({ component }: ComponentView): Doubt['reaches'] {
  return component === CCM ? undefined : 'main-lock';
}

function found(view: ComponentView, which: (section: GcfgSection) => boolean): readonly CloudConfigFinding[] {
  const { cloudConfigReading: reading } = view;
  const reader = readerOf(view);
  return !reader || !reading || 'error' in reading ? [] : checkCloudConfig(reading.sections.filter(which), reader);
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`;
}

/** Only AWS's config format is known here. */
function readerOf(view: ComponentView): CloudConfigReader | undefined {
  const { component, version, awsRelease } = view;
  if (component === CCM) {
    return readAwsCcm(awsRelease) ? CloudConfigReader.cloudControllerManager(awsRelease!) : undefined;
  }
  return version && version.minor <= inTreeAwsMinors().last ? CloudConfigReader.inTree(version) : undefined;
}
