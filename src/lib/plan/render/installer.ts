import { code, fenced } from './blocks';
import { overview, StepRow } from './text';
import { recordedFeed } from '../../facts/in-force';
import { TableReach } from '../../facts/table-reach';
import { stepSection, VERIFIED } from '../../read-back/installer-plan';
import { fitted } from '../../text/fitted';
import { printable, printableJson } from '../../text/printable';
import { PLAIN, Style } from '../../text/style';
import { InstallerRoute, InstallerRouteResult, RefusedRoute, RoutedStep } from '../installer-route';

/** Version of the data that `renderInstallerJson` writes. */
const SCHEMA_VERSION = 2;

/** One object, for programs; `tables` are of what is printed, as those of a plan. */
export function renderInstallerJson(result: InstallerRouteResult, tables?: TableReach): string {
  const reach = tables && { tables };
  const data = 'route' in result ? { schemaVersion: SCHEMA_VERSION, ...reach, ...result.route, ...recordedFeed() }
    : { ...reach, refused: result.refused };
  return `${printableJson(data)}\n`;
}

/** The table of steps, for a terminal; the runbook has the whole. */
export function renderInstallerText(result: InstallerRouteResult, style: Style = PLAIN): string {
  if ('refused' in result) return fitted(printable(refusedText(result.refused).trimEnd()), style.columns).join('\n') + '\n';
  const { route: { installer, cluster, route, steps, noWayBack } } = result;
  const head = `plan ${route.join(' -> ')}, ${installer}, cluster ${cluster}, ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`;
  return overview([head, ...noWayBack ? [warning(noWayBack)] : []].map(printable).join('\n'), steps.map(rowOf), style);
}

/** How many nodes an installer replaces, and how long that takes, it does not say. */
function rowOf({ name, title, proof }: RoutedStep): StepRow {
  const proofs = proof.map(({ command, expected }) => `${command}: ${expected}`);
  return { step: name, where: '-', atMost: '-', what: title, proof: proofs.join('; ') || '-' };
}

/** The way as a document that a person can follow. */
export function renderInstallerMarkdown(result: InstallerRouteResult): string {
  if ('refused' in result) return `# Refused\n\n${fenced('text', refusedText(result.refused).trimEnd())}\n`;
  const { route: { installer, cluster, from, to, route, steps, noWayBack } } = result;
  return [
    `# ${installer}: cluster \`${cluster}\` from \`${from}\` to \`${to}\``,
    `States on the way: ${route.map(code).join(', ')}. Run the commands in the folder of the app, which holds \`bundles/\`.`,
    ...noWayBack ? [`**${warning(noWayBack)}.**`] : [],
    VERIFIED,
    ...steps.flatMap((step, index) => stepSection(step, index)),
  ].join('\n\n') + '\n';
}

function warning({ from, reason }: NonNullable<InstallerRoute['noWayBack']>): string {
  return `Before you begin: from phase '${from}' on ${reason}`;
}

function refusedText({ from, to, reason }: RefusedRoute): string {
  return `refused: there is no plan from '${from}' to '${to}': ${reason}\n`;
}
