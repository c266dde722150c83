import { Rule } from './rule';
import { unknownParts } from './unknown-parts';

export const versionUnknown: Rule = {
  id: 'version-unknown',
  severity: 'error',
  title: 'The version of a component is unknown',
  why: 'What a component does depends on its release, and a guess would prove nothing: it is left out of the proof.',
  fix: 'Use an image with a version tag, or pass --kubernetes-version.',
  source: 'the tables in src/lib/facts',
  check: model => unknownParts(model, 'version'),
};
