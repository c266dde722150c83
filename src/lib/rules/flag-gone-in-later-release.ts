import { Finding, Rule } from './rule';
import { flagOutlook } from '../facts/flags';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { nameOf } from '../view/ask';
import { ComponentView, PlacedFlag } from '../view/model';

export const flagGoneInLaterRelease: Rule = {
  id: 'flag-gone-in-later-release',
  severity: 'note',
  title: 'A flag that is deprecated, or that the next minor no longer has',
  why: 'This release takes it. After an upgrade to one that does not have it the component ends at start with "unknown flag".',
  fix: 'Take the flag out, or replace it as the component says, before a release comes that does not have it.',
  source: 'flag sets of the components per minor, read in their sources; src/lib/facts/generated/flags names file and line for each flag',
  check: model => model.components.flatMap(view => view.flags.flatMap(flag => findings(view, flag))),
};

function findings(view: ComponentView, { name, place }: PlacedFlag): readonly Finding[] {
  const { version } = view;
  if (version === undefined) return [];
  const outlook = flagOutlook(view.component, name, version);
  if (outlook === undefined) return [];
  const { goneIn, deprecated } = outlook;
  const changesIn = [goneIn, deprecated && (deprecated.from ?? version.minorVersion)];
  if (!changesIn.some(release => release !== undefined && isAtHand(release, version))) return [];
  const becomes = [
    ...goneIn === undefined ? [] : [`gone in ${goneIn}`],
    ...deprecated === undefined ? [] : [`deprecated${deprecated.from === undefined ? '' : ` from ${deprecated.from} on`}: ${deprecated.says}`],
  ];
  return [{
    place,
    message: `${nameOf(view)} has the flag --${name}, which is ${becomes.join(', and ')}`,
    fix: goneIn === undefined ? undefined : `Take it out before the upgrade to ${goneIn}: ${view.component} ends at start with it.`,
  }];
}

/** What comes later than the next minor does not concern the next upgrade. */
function isAtHand(release: string, { minor }: KubernetesVersion): boolean {
  return KubernetesVersion.of(release).minor <= minor + 1;
}
