import { Figure } from './bench';

/** docs/benchmarks.md, of one run. */
export function benchmarksPage(figures: readonly Figure[], machine: string): string {
  const rows = figures.map(({ name, value, atMost, about }) =>
    `| \`${name}\` | ${value.toFixed(2)} | ${atMost} | ${value <= atMost ? 'yes' : '**no**'} | ${about} |`);
  return `# Benchmarks

Written by \`npm run bench -- --docs\`. Seconds depend on the machine, so each figure is a ratio: against the same work without this library, or
against a peer, both measured in the same run, one right after the other; or the exponent with which something grows, where 1 is linear. Processor
time is counted, of all threads, of processes of their own where it says *a process* or *clusters*.

This run: ${machine}.

| figure | value | at most | met | what |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

![Milliseconds of processor time for the objects of a cluster, in one App of 30 to 1,000](pictures/fleet.svg)

## What was tried, and what it gave

- **One look while an App synthesizes.** cdk8s validates the whole App once, and once more for each Chart. An App of 100 clusters took 632 ms a
  cluster, of 400 it did not end in eight minutes; now 1,000 take about 10 ms each. The Charts that this library makes do not ask again while
  \`app.synth()\` runs, so an App of many clusters costs less than one of bare ApiObjects. An App that is edited between two calls is checked anew.
- **A few files of the library, and their compiled code kept.** Node took longer to find, open and compile some 400 modules than to run them: the
  first synthesis took 2.7 times that of bare cdk8s. As one file of the compiled modules it took 1.7 times: each module was still set up for itself,
  and they filled the heap so far that the engine began to collect it as the process ended. In one scope, of the sources, it is under 1.5.
- **The optimizer of the command line waits four times as long.** It spent a fifth of the processor time of a short \`verify\` on two functions of the
  YAML reader. A \`verify\` of 60 manifests takes as long as before.
- **What gave nothing** for short runs: a larger young generation, no flushing of bytecode. SHA-256 of our own would save the 3 ms in which Node loads
  its module, and is not worth code of that kind.
- **Texts parsed once**, however many read them. \`verify\` of a control plane is linear. Half of its time went to looking the YAML package up,
  once for each node of a text; since that is kept, it takes about twice as long as the parsing alone.

## What the figures do not say

- 10,000 clusters were not run. By the exponent above they would cost as much each as 1,000 do.
- A goal of a twentieth of a process of kustomize or helm cannot be met by objects that cdk8s prints: bare ApiObjects alone take a tenth of it.
- kubeconform only parses here, since it is given no schemas: nothing that reads the same files can need less. It is written in Go.
- A loop over many clusters with their node files makes one App for each: what was read of a cluster is let go with its \`Migration\`. An App of 1,000
  clusters with node files keeps all of it, about 3 MB each.
`;
}
