import { Rule, Said } from './rule';
import { awsCcmReleases } from '../facts/ccm-releases';
import { flagSet } from '../facts/flag-sets';
import { flagNames, flagsOf as flagsOfRelease, mayLackFlag } from '../facts/flags';
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
  ends: ['unknown-flag'],
  check: model => model.components.flatMap(view => {
    const { version } = view;
    if (!version) return [];
    // One dash is a letter, which is `process-ends`.
    const known = flagSet(view.component, version, view.awsRelease);
    const given = [...view.flags, ...view.hiddenFlags ?? []];
    const unknown = given.filter(({ name }) => known.flag(name) === undefined);
    const uncertain = given.filter(({ name }) => mayLackFlag(view.component, name, version)).map(({ name, place }): Said => ({
      undecided: {
        place,
        severity: 'warning',
        message: `it is not known whether ${nameOf(view)} has the flag --${name}: ${version} was not read, and a release next to it does not have `
          + 'the flag',
      },
    }));
    // Stryker disable next-line ConditionalExpression: what follows takes time, and says nothing without an unknown flag
    if (unknown.length === 0) return uncertain;
    // Once for all flags: a hostile manifest has a hundred thousand.
    const [ofAnyRelease, ofRelease] = [flagsOfAnyRelease(view), flagsOf(view, version)];
    return [...uncertain, ...unknown.map(({ name, place }) => {
      // What came later or went before is no slip of the pen.
      const near = ofAnyRelease.has(name) ? undefined : nearestName(name, ofRelease);
      return { place, message: `${nameOf(view)} does not have the flag --${name}${near ? `; did you mean --${near}?` : ''}` };
    })];
  }),
};

function flagsOfAnyRelease({ component }: ComponentView): ReadonlySet<string> {
  return new Set([...flagNames(component), ...awsCcmReleases().flatMap(({ taggingFlags }) => taggingFlags)]);
}

function flagsOf({ component, awsRelease }: ComponentView, version: KubernetesVersion): readonly string[] {
  const release = awsCcmReleases().filter(({ tag }) => tag === awsRelease);
  return [...flagsOfRelease(component, version).map(({ flag }) => flag), ...release.flatMap(({ taggingFlags }) => taggingFlags)];
}
