import { CcmUpgrade } from '../ccm-upgrade';
import { CcmDifference, UPGRADE_TOPICS, UpgradeTopic } from '../difference';

/** What each topic is called where people read it. */
const TITLES: Readonly<Record<UpgradeTopic, string>> = {
  'skew': 'Version skew',
  'unread': 'Not read',
  'image': 'Image',
  'fault': 'Known faults',
  'passing-fault': 'Faults that do not stand in the way',
  'service': 'Services',
  'iam': 'IAM actions',
  'rbac': 'RBAC',
  'flag': 'Flags',
  'feature-gate': 'Feature gates',
  'cloud-config': 'Cloud config',
  'environment': 'Environment',
  'nodes': 'Nodes',
  'load-balancers': 'Load balancers',
  'metrics': 'Metrics',
  'calls': 'Calls to AWS',
  'process': 'Process and connections',
  'proof': 'What verify says with the new release',
};

/** Differences under the titles of their topics, in the order in which an operator needs them. */
export function byTopic(differences: readonly CcmDifference[]): readonly (readonly [string, readonly CcmDifference[]])[] {
  const sections = UPGRADE_TOPICS.map(topic => [TITLES[topic], differences.filter(one => one.topic === topic)] as const);
  return sections.filter(([, found]) => found.length > 0);
}

/** `v1.36.1 to v1.37.0`, `v1.37.0 back to v1.36.1, a downgrade` */
export function fromTo({ from, to, isDowngrade }: Pick<CcmUpgrade, 'from' | 'to' | 'isDowngrade'>): string {
  return `${from} ${isDowngrade ? `back to ${to}, a downgrade` : `to ${to}`}`;
}
