/** What a figure is about, and what is good. What a run measures of it is a `Value`. */
export interface Figure {
  /** Largest value that is good. */
  readonly atMost: number;
  /** A ratio, or the exponent with which something grows: 1 is linear. @default ratio */
  readonly unit?: 'ratio' | 'exponent';
  /** What was measured against what. */
  readonly about: string;
  /** What the value stands for on this machine is said too, in this unit: it has no goal. */
  readonly here?: string;
}

/** Nodes of the control planes that `verify` reads. */
export const VERIFIED_NODES = [50, 100, 200, 400] as const;
const [, , HALF, NODES] = VERIFIED_NODES;

/** Clusters of one App; the largest is what the promise is about. */
export const FLEETS = [30, 100, 300, 1000] as const;
/** As bare ApiObjects: 1,000 would take a minute in each run. */
export const BARE_FLEETS = [30, 100, 300] as const;
const LARGEST_FLEET = FLEETS[3];

/** Clusters in the loop of docs/how-to/several-clusters.md: 1,000 would take five minutes in each run. */
export const LOOPED_CLUSTERS = 100;
/** Megabytes for any number of clusters with their files. */
export const LOOP_MEMORY = 500;
/** The engine takes what the machine has, if it may. With this it ends if each of the clusters leaves a megabyte. */
export const LOOP_HEAP = '--max-old-space-size=128';
/** Clusters of an App that writes their files, and megabytes for each. */
export const CLUSTERS_WITH_FILES = 100;
export const MEMORY_WITH_FILES = 2;

/** Kinds of node that a verdict is about; more than six are refused. */
export const KINDS_OF_NODE = [2, 3, 4, 5, 6] as const;

/** Nodes of the clusters that are planned. */
export const PLANNED_NODES = [300, 1000, 3000] as const;

/** Two pages of instances, and few enough that a loop of single calls ends while one looks. */
export const INSTANCES = 1_010;

/** Bytes of the tarball at most. */
export const PACKAGE_BYTES = 2_750_000;

const FIRST_SYNTH = 'a program that synthesizes examples/minimal once, imports and proof included / the same objects as bare ApiObjects';
const AFTER_A_FIRST_RUN = 'node -e 0, after a first run';
const LINES = `a control plane of ${NODES} nodes with a line of their own in each file`;

/** All of them, in the order of the page. */
export const FIGURES = {
  'package': { atMost: 1, about: `bytes of the tarball / ${PACKAGE_BYTES}` },
  'start-version': { atMost: 1.8, about: `ccm-migration --version / ${AFTER_A_FIRST_RUN}` },
  'start-help': { atMost: 1.8, about: `ccm-migration --help / ${AFTER_A_FIRST_RUN}` },
  'start-rules': { atMost: 1.8, about: `ccm-migration rules / ${AFTER_A_FIRST_RUN}` },
  'start-verify': { atMost: 3, about: `ccm-migration verify of the manifests of examples/minimal / ${AFTER_A_FIRST_RUN}` },
  'first-synth': { atMost: 1.5, about: `${FIRST_SYNTH}; with the code that the same program kept` },
  'first-synth-other': { atMost: 1.5, about: `${FIRST_SYNTH}; with the code that another program kept, which writes all of examples/kubeadm` },
  'first-synth-fresh': { atMost: 1.6, about: `${FIRST_SYNTH}; in a fresh install, as a pipeline has it: no code is kept` },
  'synth': {
    atMost: 6, about: 'the example\'s cluster objects constructed, proven, checked and synthesized, warm / bare ApiObjects of the same content',
  },
  'fleet-flat': { atMost: 1.2, about: `objects of a cluster in an App of ${LARGEST_FLEET} / in an App of its own, of 100` },
  'fleet-objects': { atMost: 2, here: 'ms', about: `objects of a cluster in an App of ${BARE_FLEETS[2]} / as bare ApiObjects` },
  'fleet-growth': { atMost: 1.1, unit: 'exponent', about: `exponent of the time of an App of ${FLEETS.join(', ')} clusters` },
  'fleet-kustomize': { atMost: 1 / 4, about: 'objects of a cluster / a process of kubectl kustomize over the same' },
  'fleet-helm': { atMost: 1 / 4, about: 'objects of a cluster / a process of helm template over the same' },
  'fleet-files': {
    atMost: 12,
    here: 's',
    about: 'the loop of the how-to: all phases of a cluster of five nodes, with their files / its input parsed and printed by `yaml`, and the same '
      + 'files written, without us',
  },
  'fleet-memory': {
    atMost: 1, here: 'MB', about: `largest resident set of that loop over ${LOOPED_CLUSTERS} clusters, ${LOOP_HEAP} / ${LOOP_MEMORY} MB`,
  },
  'fleet-app-memory': {
    atMost: 1,
    here: 'MB',
    about: `resident set that each of ${CLUSTERS_WITH_FILES} clusters adds to one App a phase, with their files / ${MEMORY_WITH_FILES} MB`,
  },
  'safety-mixes': {
    atMost: 1.35, // a mix of more kinds has more processes that can hold a lock
    unit: 'exponent',
    about: `exponent of the time of a verdict by its mixes of nodes: ${KINDS_OF_NODE.map(kinds => 2 ** kinds).join(', ')}, of `
      + `${KINDS_OF_NODE[0]} to ${KINDS_OF_NODE.at(-1)} kinds`,
  },
  'verify': { atMost: 2, about: `a control plane of ${NODES} nodes verified, every rule / its manifests parsed by \`yaml\` alone` },
  'verify-flag': { atMost: 2, about: 'the same, of nodes with a flag of their own / their manifests parsed by `yaml` alone' },
  'verify-line': { atMost: 2, about: `${LINES}, verified / its manifests parsed by \`yaml\` alone` },
  'verify-line-js-yaml': { atMost: 20, about: `${LINES}, verified / its manifests parsed by js-yaml, which says no places` },
  'verify-line-ast-parser': { atMost: 20, about: `${LINES}, verified / its manifests parsed by yaml-ast-parser, which says places` },
  'verify-kubeconform': {
    atMost: 5,
    here: 's',
    about: `ccm-migration verify of a control plane of ${NODES} nodes / kubeconform over its manifests, which it only parses`,
  },
  'verify-line-kubeconform': { atMost: 6, here: 's', about: `ccm-migration verify of ${LINES} / kubeconform over its manifests` },
  'verify-growth': { atMost: 1.15, unit: 'exponent', about: `exponent of the time of ${VERIFIED_NODES.join(', ')} nodes` },
  'verify-line-growth': { atMost: 1.15, unit: 'exponent', about: 'the same, of nodes with a line of their own in each file' },
  'verify-marginal': {
    atMost: 2, here: 'ms', about: `each node from ${HALF} to ${NODES} verified / the manifests of a node parsed by \`yaml\` alone`,
  },
  'verify-line-marginal': { atMost: 2, here: 'ms', about: 'the same, of nodes with a line of their own in each file' },
  'tag-calls': {
    atMost: 1.2,
    about: `calls of EC2 for an apply to ${INSTANCES} instances / the fewest there can be: a page for 1,000 resources of a kind, and a CreateTags `
      + 'for 1,000 with equal tags',
  },
  'tag-time': { atMost: 1, about: `apply to ${INSTANCES} instances, discovery included / a plain loop of single calls on the same server` },
  'plan-growth': { atMost: 1.15, unit: 'exponent', about: `exponent of the time of a plan of ${PLANNED_NODES.join(', ')} nodes` },
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof FIGURES;

export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];
