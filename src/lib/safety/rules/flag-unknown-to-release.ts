import { nameOf } from './ask';
import { ComponentView } from './model';
import { Rule } from './rule';
import { AWS_CCM_RELEASES } from '../../facts/ccm-releases';
import { hasFlag } from '../../facts/flags';

const TAGGING_FLAGS = new Set(AWS_CCM_RELEASES.flatMap(({ taggingFlags }) => taggingFlags));

export const flagUnknownToRelease: Rule = {
  id: 'flag-unknown-to-release',
  severity: 'error',
  title: 'A flag that the release does not have',
  why: 'The component ends at start with "unknown flag".',
  fix: 'Remove the flag, or use a release that has it.',
  source: 'flag sets of the components per minor, run for k8s.io/cloud-provider; the tables in src/lib/facts name file and line for each flag',
  check: model => model.components.flatMap(view => {
    const { version } = view;
    if (!version) return [];
    return view.flags.filter(({ name }) => hasFlag(view.component, name, version) === false || isMissingTaggingFlag(view, name))
      .map(({ name, place }) => ({ place, message: `${nameOf(view)} does not have the flag --${name}` }));
  }),
};

function isMissingTaggingFlag({ awsRelease }: ComponentView, name: string): boolean {
  const release = AWS_CCM_RELEASES.find(({ tag }) => tag === awsRelease);
  return release !== undefined && TAGGING_FLAGS.has(name) && !release.taggingFlags.includes(name);
}
