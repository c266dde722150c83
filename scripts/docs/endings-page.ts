import { Ending, endingsBetween } from '../../src/lib/facts/endings';
import { generatedFlags } from '../../src/lib/facts/generated';
import { knownClouds, lastInTreeMinor } from '../../src/lib/facts/in-tree-clouds';
import { KubernetesVersion } from '../../src/lib/kubernetes/kubernetes-version';
import { grouped } from '../../src/lib/kubernetes/once-for';

/** Pairs of minors that a migration may have, by the last release of each that was read. */
export function pairsOfMinors(): readonly (readonly [KubernetesVersion, KubernetesVersion])[] {
  const { read } = generatedFlags('kubelet');
  const releases = Object.values(read).map(all => KubernetesVersion.of(all.at(-1)!));
  const last = Math.max(...knownClouds().map(cloud => KubernetesVersion.of(lastInTreeMinor(cloud)!).minor));
  return releases.slice(1).map((to, index) => [releases[index], to] as const).filter(([from]) => from.minor <= last);
}

/** docs/reference/what-ends.md: what each minor takes away. */
export function endingsPage(): string {
  return [
    '# What a release takes away',
    '',
    'What version N has and version N+1 has not, or takes for something else, for each pair of minors. Generated from `src/lib/facts/endings`; do '
      + 'not edit.',
    '',
    'What becomes of it in a migration:',
    '',
    '- *carried*: files of version N+1 have it in another form, or do without it;',
    '- *named*: files of version N+1 do without it, and the runbook of a plan, `ccm-migration report` and `ccm-migration diff` have a line with what '
      + 'to do before nodes change;',
    '- *refused*: nothing would start, so nothing is written.',
    '',
    'A flag, or a gate, with the value that version N+1 has without it is carried. A release in the middle of a minor may have it already.',
    '',
    ...pairsOfMinors().flatMap(([from, to]) => [
      `## From ${from.minorVersion} to ${to.minorVersion}`,
      '',
      '| of | what | becomes | what it means | before nodes change | source |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows(endingsBetween(from, to)),
      '',
    ]),
  ].join('\n');
}

/** What several components have in common is one row, and so are feature gates that end alike. */
function rows(endings: readonly Ending[]): readonly string[] {
  const things = [...grouped(endings, ({ component: _, ...ending }) => JSON.stringify(ending)).values()]
    .map(alike => ({ ...alike[0], of: alike.map(({ component }) => component).join(', ') }));
  const keyOf = ({ of, trace, what, becomes, says, todo }: typeof things[number]) =>
    JSON.stringify([of, trace.kind === 'gate' || what, becomes, says, todo]);
  return [...grouped(things, keyOf).values()].map(alike => {
    const [{ of, trace, becomes, says, todo, source }] = alike;
    const read = trace.kind === 'gate' ? '`src/lib/facts/generated/feature-gates.json`, by the name of each' : source;
    return `| ${[of, alike.map(({ what }) => `\`${what}\``).join(', '), becomes, says, todo, read].map(cell).join(' | ')} |`;
  });
}

/** Angle brackets and stars are markup in Markdown. */
function cell(text: string): string {
  return text.startsWith('`') ? text.replaceAll('|', '\\|') : text.replace(/[|<>*]/g, '\\$&');
}
