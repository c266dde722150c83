import { byTopic, fromTo } from './topics';
import { ANSWERS } from '../answer';
import { CarriedOut } from '../carried-out';
import { CcmDifference, NotGiven } from '../difference';
import type { HelmHop, HelmUpgrade } from '../helm';
import { UpgradeHop } from '../hops';

/** What people are shown of an upgrade, in the order in which they read it; every text a sentence without its end. */
export interface ShownUpgrade {
  /** `may go: AWS cloud-controller-manager v1.36.1 to v1.37.0` */
  readonly verdict: string;
  /** The minors in between. */
  readonly way?: string;
  readonly lists: readonly { readonly title: string; readonly rows: readonly ShownRow[] }[];
  /** How many differences are not shown. */
  readonly leftOut?: string;
}

export interface ShownRow {
  readonly says: string;
  readonly todo?: string;
  readonly source?: string;
  /** Where the input meets it: `cluster.yaml:12`. */
  readonly place?: string;
}

/**
 * @param all whether also what the input does not meet
 */
export function shownUpgrade(upgrade: CarriedOut, all: boolean): ShownUpgrade {
  const { answer, differences, missing, assumed, hops, steps, isDowngrade, helm, next = [] } = upgrade;
  const ids = idsOf([...differences, ...hops.length > 1 ? hops.flatMap(hop => hop.differences) : []]);
  const shown = shownDifferences(upgrade, all);
  const left = differences.length - shown.length;
  const [before, others] = [true, false].map(is => shown.filter(({ hindrance }) => (hindrance !== undefined) === is));
  return {
    verdict: `${ANSWERS[answer]}: AWS cloud-controller-manager ${fromTo(upgrade)}${ids.length === 0 ? '' : ` (${ids.join(', ')})`}`,
    ...steps.length > 1 && { way: `minor by minor${isDowngrade ? '' : ' with the API servers'}: ${steps.join(', ')}` },
    lists: [
      { title: answer === 'must-not' ? 'What stands in the way' : 'What may stand in the way', rows: before.map(rowOf) },
      { title: 'What is missing to say', rows: missing.map(notGiven) },
      { title: 'Assumed', rows: assumed.map(notGiven) },
      { title: 'Hop by hop', rows: hops.map((hop, index) => hopRow(hop, index, hops.length)) },
      { title: 'The way back', rows: wayBack(hops) },
      ...helm === undefined ? [] : helmLists(helm, hops),
      { title: 'To carry it out, in the folder of the app', rows: next.map(({ says, command }) => ({ says, todo: command })) },
      ...byTopic(others).map(([title, found]) => ({ title, rows: found.map(rowOf) })),
    ].filter(({ rows }) => rows.length > 0),
    ...left > 0 && { leftOut: `${left} more ${left === 1 ? 'difference' : 'differences'} that this input does not meet: --all shows them` },
  };
}

/** Those that the input meets, or may meet. */
export function shownDifferences({ differences }: Pick<CarriedOut, 'differences'>, all: boolean): readonly CcmDifference[] {
  return differences.filter(({ isNotMet }) => all || isNotMet !== true);
}

function rowOf({ says, todo, source, place }: CcmDifference): ShownRow {
  return { says, ...todo !== undefined && { todo }, source, ...place && { place: `${place.file}:${place.line}` } };
}

function notGiven({ says, command }: NotGiven): ShownRow {
  return { says, todo: command };
}

function idsOf(differences: readonly CcmDifference[]): readonly string[] {
  return [...new Set(differences.flatMap(({ hindrance }) => hindrance?.id ?? []))];
}

function hopRow(hop: UpgradeHop, index: number, count: number): ShownRow {
  const { from, to, apiServers, apiServersAhead = apiServers, apiServersFirst, answer, judged, differences } = hop;
  const ids = idsOf(differences);
  const servers = `API servers of ${apiServersAhead.join(' or ')}`;
  const first = apiServersFirst ? `${servers} first, then ` : `beside ${servers}, `;
  const why = ids.length === 0 ? '' : ` (${ids.join(', ')})`;
  const said = `${first}${from} to ${to}: ${ANSWERS[answer]}${why}`;
  if (count === 1) return { says: said };
  const about = judged === 'as-it-is' ? 'judged with the input as it is now'
    : `judged as if ${index === 1 ? 'hop 1 was' : `hops 1 to ${index} were`} done and API servers were of ${apiServers.join(' or ')}: ask again then`;
  return { says: `${index + 1}. ${said}, ${about}` };
}

function wayBack(hops: readonly UpgradeHop[]): readonly ShownRow[] {
  return hops.flatMap(({ from, to, back }) => [
    ...back.until.map(says => ({ says: `${to} back to ${from} until ${says}` })), ...back.leaves.map(says => ({ says })),
  ]);
}

/** Of one hop all in one list, of several each in its own. */
function helmLists(helm: HelmUpgrade, hops: readonly UpgradeHop[]): ShownUpgrade['lists'] {
  const { release, namespace, chart, newest } = helm;
  const owned = `release ${release} in ${namespace}${chart === undefined ? '' : `, of chart ${chart},`} owns it`;
  const whys = new Set(helm.hops.map(({ refused }) => refused));
  const [why] = whys;
  if (whys.size === 1 && why !== undefined) return [{ title: 'By Helm', rows: [{ says: `${owned}, and no values are given: ${why}` }] }];
  const isItself = helm.hops.every(({ to }) => to === newest.appVersion);
  const itself = isItself ? 'has it, and ' : `is behind: it has ${newest.appVersion} by itself, so `;
  const says = `${owned}; the newest release of the chart that was read, ${newest.version}, ${itself}values say image, args, env and rules in full `
    + `(--helm-values <file> writes them${hops.length > 1 ? ', a file for each hop' : ''}); what is rendered is what is proven here, with `
    + helm.hops.map(({ to }) => to).join(', ');
  if (hops.length === 1) return [{ title: 'By Helm', rows: [{ says }, ...helmRows(helm.hops[0])] }];
  return [{ title: 'By Helm', rows: [{ says }] }, ...helm.hops.map((hop, index) => {
    const { apiServers, apiServersFirst } = hops[index];
    const first = apiServersFirst ? `after API servers of ${apiServers.join(' or ')}, ` : '';
    return { title: `By Helm, hop ${index + 1}: ${first}${hop.to}`, rows: helmRows(hop) };
  })];
}

function helmRows({ refused, kept, commands, back }: HelmHop): readonly ShownRow[] {
  if (refused !== undefined) return [{ says: `no values are given: ${refused}` }];
  return [
    ...kept.map(path => ({ says: `no value says ${path}: Helm leaves it as it is` })),
    ...commands.map(says => ({ says })),
    ...back.map(says => ({ says: `back: ${says}` })),
  ];
}
