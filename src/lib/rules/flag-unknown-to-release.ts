import { Rule } from './rule';
import { AWS_CCM_RELEASES } from '../facts/ccm-releases';
import { flagNames, flagsOf as flagsOfRelease, hasFlag, mayLackFlag } from '../facts/flags';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { nearestName } from '../text/nearest';
import { nameOf } from '../view/ask';
import { ComponentView } from '../view/model';

export const flagUnknownToRelease: Rule = {
  id: 'flag-unknown-to-release',
  severity: 'error',
  title: 'A flag that the release does not have',
  why: 'The component ends at start with "unknown flag".',
  fix: 'Remove the flag, write it as the message says, or use a release that has it.',
  source: 'flag sets of the components per minor, read in their sources; src/lib/facts/generated/flags names file and line for each flag',
  check: model => model.components.flatMap(view => {
    const { version } = view;
    if (!version) return [];
    // One dash is a letter, which is `process-ends`.
    const unknown = view.flags.filter(({ name }) => isUnknown(view, name, version));
    const uncertain = view.flags.filter(({ name }) => mayLackFlag(view.component, name, version)).map(({ name, place }) => ({
      place,
      severity: 'warning' as const,
      message: `it is not known whether ${nameOf(view)} has the flag --${name}: ${version} was not read, and a release next to it does not have the `
        + 'flag',
    }));
    if (unknown.length === 0) return uncertain;
    const ofAnyRelease = flagsOfAnyRelease(view);
    const known = flagsOf(view, version);
    return [...uncertain, ...unknown.map(({ name, place }) => {
      // What came later or went before is no slip of the pen.
      const near = ofAnyRelease.dashed.has(name.replace(/_/g, '-')) || ofAnyRelease.tagging.has(name) ? undefined : nearestName(name, known);
      return { place, message: `${nameOf(view)} does not have the flag --${name}${near ? `; did you mean --${near}?` : ''}` };
    })];
  }),
};

function flagsOfAnyRelease({ component }: ComponentView): { readonly dashed: ReadonlySet<string>; readonly tagging: ReadonlySet<string> } {
  return { dashed: new Set(flagNames(component)), tagging: new Set(AWS_CCM_RELEASES.flatMap(({ taggingFlags }) => taggingFlags)) };
}

function isUnknown(view: ComponentView, name: string, version: KubernetesVersion): boolean {
  const known = hasFlag(view.component, name, version);
  // A cloud-controller-manager has flags of its provider too, and AWS has those of tagging.
  return known === undefined ? taggingFlagsOf(view)?.includes(name) === false : !known;
}

/** Of an AWS cloud-controller-manager whose release is known. */
function taggingFlagsOf({ awsRelease }: ComponentView): readonly string[] | undefined {
  return AWS_CCM_RELEASES.find(({ tag }) => tag === awsRelease)?.taggingFlags;
}

function flagsOf(view: ComponentView, version: KubernetesVersion): readonly string[] {
  return [...flagsOfRelease(view.component, version).map(({ flag }) => flag), ...taggingFlagsOf(view) ?? []];
}
