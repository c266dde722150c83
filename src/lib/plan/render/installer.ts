import { stepSection, VERIFIED, verdictText } from '../../deliver/installer-plan';
import { printableJson } from '../../text/printable';
import { InstallerRoute, InstallerRouteResult, RefusedRoute } from '../installer-route';

/** Version of the data that `renderInstallerJson` writes. */
const SCHEMA_VERSION = 1;

/** One object, for programs. */
export function renderInstallerJson(result: InstallerRouteResult): string {
  return `${printableJson('route' in result ? { schemaVersion: SCHEMA_VERSION, ...result.route } : { refused: result.refused })}\n`;
}

/** An overview for a terminal; the runbook has the whole. */
export function renderInstallerText(result: InstallerRouteResult): string {
  if ('refused' in result) return refusedText(result.refused);
  const { route: { installer, cluster, route, steps, noWayBack } } = result;
  const lines = steps.flatMap(({ id, title, run, proof, coexists, verdict, gap, wayBack }) => [
    `${id}  ${title}`,
    ...run.map(command => `      $ ${command}`),
    ...proof.map(({ command, expected }) => `      proof: ${command}: ${expected}`),
    `      may run at once: ${coexists.join('; ')}`,
    `      ${verdictText(verdict)}`,
    `      gap: ${gap}`,
    `      way back: ${wayBack}`,
  ]);
  return [
    `plan ${route.join(' -> ')}, ${installer}, cluster ${cluster}, ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
    ...noWayBack ? [warning(noWayBack)] : [],
    '', ...lines, '',
  ].join('\n');
}

/** The way as a document that a person can follow. */
export function renderInstallerMarkdown(result: InstallerRouteResult): string {
  if ('refused' in result) return `# Refused\n\n\`\`\`text\n${refusedText(result.refused)}\`\`\`\n`;
  const { route: { installer, cluster, from, to, route, steps, noWayBack } } = result;
  return [
    `# ${installer}: cluster \`${cluster}\` from \`${from}\` to \`${to}\``,
    `States on the way: ${route.map(state => `\`${state}\``).join(', ')}. Run the commands in the folder of the app, which holds \`bundles/\`.`,
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
