import { CcmDifference, UPGRADE_TOPICS, UpgradeTopic } from './ccm-differences';
import { CcmUpgrade } from './ccm-upgrade';
import { printable } from '../text/printable';

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
};

function byTopic({ differences }: CcmUpgrade): readonly (readonly [string, readonly CcmDifference[]])[] {
  const sections = UPGRADE_TOPICS.map(topic => [TITLES[topic], differences.filter(one => one.topic === topic)] as const);
  return sections.filter(([, found]) => found.length > 0);
}

/** `v1.36.1 to v1.37.0`, `v1.37.0 back to v1.36.1, a downgrade` */
export function fromTo({ from, to, isDowngrade }: CcmUpgrade): string {
  return `${from} ${isDowngrade ? `back to ${to}, a downgrade` : `to ${to}`}`;
}

function way(upgrade: CcmUpgrade): string {
  const { steps, isDowngrade } = upgrade;
  const head = `AWS cloud-controller-manager ${fromTo(upgrade)}`;
  return steps.length === 1 ? head : `${head}, minor by minor${isDowngrade ? '' : ' with the API servers'}: ${steps.join(', ')}`;
}

const VERDICTS: Readonly<Record<CcmUpgrade['verdict'], string>> = { yes: 'may go', no: 'must not go', unknown: 'cannot say' };

/** With the ids of what stands in the way: by them it can be accepted for a plan. */
function verdictOf({ verdict, differences }: CcmUpgrade): string {
  const ids = [...new Set(differences.flatMap(({ hindrance }) => hindrance?.id ?? []))];
  return `Verdict: ${VERDICTS[verdict]}${ids.length === 0 ? '' : ` (${ids.join(', ')})`}`;
}

export function renderUpgradeText(upgrade: CcmUpgrade): string {
  const sections = byTopic(upgrade).map(([title, found]) => [
    `${title}:`, ...found.flatMap(({ says, todo, source }) => [`  - ${says}`, ...todo === undefined ? [] : [`    ${todo}`], `    (${source})`]),
  ].join('\n'));
  return `${[way(upgrade), ...sections, verdictOf(upgrade)].map(text => text.split('\n').map(printable).join('\n')).join('\n\n')}\n`;
}

export function renderUpgradeMarkdown(upgrade: CcmUpgrade): string {
  return `${[`## ${escaped(way(upgrade))}`, ...upgradeSections(upgrade), escaped(verdictOf(upgrade))].join('\n\n')}\n`;
}

/** What is otherwise, as sections of a document. */
export function upgradeSections(upgrade: CcmUpgrade): readonly string[] {
  return byTopic(upgrade).map(([title, found]) => [
    `### ${title}`, '', ...found.map(({ says, todo, source }) =>
      `- ${escaped(says)}${todo === undefined ? '' : `. ${escaped(todo)}`} <sub>${escaped(source)}</sub>`),
  ].join('\n'));
}

/** Text of which nothing is markup. */
export function escaped(text: string): string {
  return printable(text).replace(/[\\`*_<>[\]|]/g, '\\$&');
}

export function renderUpgradeJson(upgrade: CcmUpgrade): string {
  return `${JSON.stringify({ schemaVersion: 1, ...upgrade }, null, 2)}\n`;
}
