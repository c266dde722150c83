import { CLUSTERS_WITH_FILES, LOOPED_CLUSTERS } from './figures';
import { Measured } from './spread';

/** A row of the table of docs/benchmarks.md. What it says of the goal is tested against `FIGURES`. */
function row({ name, value, runs, atMost, isMet, about, here, onThisMachine }: Measured): string {
  const cells = [
    `\`${name}\``,
    value.toFixed(2),
    `${Math.min(...runs).toFixed(2)} to ${Math.max(...runs).toFixed(2)}`,
    atMost,
    isMet ? 'yes' : '**no**',
    onThisMachine === undefined ? '' : `${Number(onThisMachine.toPrecision(3))} ${here}`,
    about,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** docs/benchmarks.md, of three runs. */
export function benchmarksPage(figures: readonly Measured[], commit: string, machine: string): string {
  return `# Benchmarks

Written by \`npm run bench -- --docs\`. Seconds depend on the machine, so each figure is a ratio: against the same work without this library, or
against a peer, both measured in the same run, one right after the other; or the exponent with which something grows, where 1 is linear. Processor
time is counted, of all threads, of processes of their own where it says *a process*, *a program* or *clusters*.

Everything is measured three times: the value is the median of the three, and beside it stand the smallest and the largest. *Here* is what the value
stands for on this machine, without a goal.

Commit ${commit}. ${machine}.

| figure | value | runs | at most | met | here | what |
| --- | --- | --- | --- | --- | --- | --- |
${figures.map(row).join('\n')}

![Milliseconds of processor time for the objects of a cluster, in one App of 30 to 1,000](pictures/fleet.svg)

## What was tried, and what it gave

- **One look while an App synthesizes.** cdk8s validates the whole App once, and once more for each Chart. An App of 100 clusters took 632 ms a
  cluster, of 400 it did not end in eight minutes; now 1,000 take about 10 ms each. The Charts that this library makes do not ask again while
  \`app.synth()\` runs, so an App of many clusters costs no more than one of bare ApiObjects. An App that is edited between two calls is checked anew.
- **A few files of the library, and their compiled code kept.** Node took longer to find, open and compile some 400 modules than to run them: the
  first synthesis took 2.7 times that of bare cdk8s. As one file of the compiled modules it took 1.7 times: each module was still set up for itself,
  and they filled the heap so far that the engine began to collect it as the process ended. In one scope, of the sources, it is under 1.5.
- **The optimizer of the command line waits four times as long.** It spent a fifth of the processor time of a short \`verify\` on two functions of the
  YAML reader. A \`verify\` of 60 manifests takes as long as before.
- **What gave nothing** for short runs: a larger young generation, no flushing of bytecode. SHA-256 of our own would save the 3 ms in which Node loads
  its module, and is not worth code of that kind.
- **Texts parsed once**, however many read them. \`verify\` of a control plane is linear. Half of its time went to looking the YAML package up,
  once for each node of a text; since that is kept, it takes about twice as long as the parsing alone, of nodes that differ in name and address.

## What users have, and what is easiest to measure

- **Nodes that differ.** Nodes that one program made differ in name and address alone, and what was seen in the text of one counts for the others.
  One flag of its own in each node has a text of each looked at again, a line of its own in each file has all of them.
- **A fresh install.** The code that is kept makes up for what the library has more than cdk8s. A pipeline that installs it anew each time has none.
  Code that another program kept is of functions that this one does not call, and lacks some that it calls.
- **The loop over clusters** writes all phases, as the [how-to](how-to/several-clusters.md) has it: the program is taken from there.
- **An App with files** holds what was read of each cluster until it ends, some 2.2 MB; as much again lies around until the engine collects it.

## What the figures do not say

- 10,000 clusters were not run. By the exponent above they would cost as much each as 1,000 do.
- The loop ran over ${LOOPED_CLUSTERS} clusters. What they need together is bounded, so 1,000 need no more, and take as long each.
- A goal of a twentieth of a process of kustomize or helm cannot be met by objects that cdk8s prints: bare ApiObjects alone take a tenth of it.
- kubeconform only parses here, since it is given no schemas: nothing that reads the same files can need less. It is written in Go. js-yaml and
  yaml-ast-parser read texts ten times as fast as \`yaml\`, and look at nothing in them; edits that keep every other byte need more than they say.
- A loop over many clusters with their node files makes one App for each: what was read of a cluster is let go with its \`Migration\`. An App of many
  clusters with node files keeps all of it: ${megabytes(figures)} MB for each of ${CLUSTERS_WITH_FILES}.
`;
}

function megabytes(figures: readonly Measured[]): string {
  return figures.find(({ name }) => name === 'fleet-app-memory')!.onThisMachine!.toFixed(1);
}
