import { BINARIES } from '../e2e/binaries';
import { GoBinary } from '../scripts/go-binary';
import { CCM, ControllerManager, KCM } from '../src/lib/kubernetes/component';
import { hasAnswers } from '../test/committed-answers';
import type { Reader } from '../test/reader';

/** A loader of Leader Migration files: one release of `k8s.io/controller-manager`. */
export interface LoaderRelease {
  readonly minor: string;
  readonly binary: GoBinary;
}

/** Releases in which Leader Migration has a feature gate to switch on. */
const HAS_GATE = ['1.21', '1.22', '1.24'];

/**
 * Releases whose loader differs from the one before: 1.21 (gate, no wildcard), 1.22 (wildcard, default), 1.24 (v1), 1.27 (no gate),
 * 1.28 (renamed controllers), 1.32 (strict), and the newest. 1.27 is v0.27.11, the last patch that can be had.
 */
export const LOADERS: readonly LoaderRelease[] = ['1.21', '1.22', '1.24', '1.27', '1.28', '1.32', '1.37'].map(minor => ({
  minor,
  binary: {
    name: `leader-migration-${minor}`,
    dir: 'conformance/leader-migration',
    modfile: `releases/${minor}.mod`,
    tags: HAS_GATE.includes(minor) ? 'leader_migration_gate' : undefined,
  },
}));

/** What one Kubernetes release brings: its kubeadm, and a reader with its kubelet's loaders. */
export interface KubernetesRelease {
  readonly version: string;
  readonly kubeadm: GoBinary;
  readonly kubelet: GoBinary;
}

export const KUBERNETES: readonly KubernetesRelease[] = (['1.26.15', '1.27.16'] as const).map(version => ({
  version,
  kubeadm: BINARIES[`kubeadm ${version}`],
  kubelet: {
    name: `kubelet-reader-${version}`,
    dir: 'conformance/kubernetes',
    modfile: `../../e2e/bin/kubernetes-${version}/go.mod`,
    package: './kubelet',
    stamp: 'k8s.io/kubernetes',
  },
}));

/** The code of a release that takes or refuses command lines, files and objects. */
export const RELEASED = {
  kubernetes: released('1.27.16', { modfile: '../../e2e/bin/kubernetes-1.27.16/go.mod', stamp: 'k8s.io/kubernetes' }),
  ccm: released('aws-1.27.0', { modfile: '../../e2e/bin/aws-cloud-controller-manager-1.27.0/go.mod', tags: 'ccm' }),
  etcd: { name: 'released-etcd-3.5.35', dir: 'conformance/etcd' },
} as const;

function released(version: string, of: Pick<GoBinary, 'modfile' | 'stamp' | 'tags'>): GoBinary {
  return { name: `released-${version}`, dir: 'conformance/released', ...of };
}

/**
 * The kubeadm that reads both versions of its configuration and converts one into the other: v1beta4 came with 1.31, v1beta3 is there up to 1.36. It
 * is 1.33.13, the oldest release from 1.31 on of which every staging module can be had.
 */
export const KUBEADM_OF_BOTH: GoBinary = {
  name: 'kubeadm-1.33.13', dir: 'conformance/kubeadm', package: 'k8s.io/kubernetes/cmd/kubeadm', stamp: 'k8s.io/kubernetes',
};

/** Decodes the objects of Cluster API and its AWS provider with their own types: the releases in its module file. */
export const CLUSTER_API: GoBinary = { name: 'cluster-api', dir: 'conformance/cluster-api' };

/** Cluster API's own topology controller and webhooks. */
export const CLUSTER_TOPOLOGY: GoBinary = { name: 'cluster-api-topology', dir: 'conformance/cluster-api-topology' };

/** Flux's evaluation of health check expressions: the release in kustomize-controller v1.6.0. */
export const FLUX: GoBinary = { name: 'flux-health', dir: 'conformance/flux' };

/** A component's own reading of its command line. */
export interface CommandLineRelease {
  readonly component: ControllerManager;
  readonly version: string;
  /** Minor of Kubernetes whose code it runs. */
  readonly minor: string;
  readonly binary: GoBinary;
}

const COMMAND_LINE = { dir: 'conformance/command-line' };

/** The newest takes minutes to build, and nothing else here is built from it: `COMMAND_LINE_RELEASES=all` looks at it though it was never asked. */
const NEWEST = [kcmCommandLine('1.37.1', 'releases/1.37.mod', 'kcm,aliases')].filter(
  ({ binary }) => process.env.COMMAND_LINE_RELEASES === 'all' || hasAnswers(binary),
);

/** The last release with the in-tree AWS provider, the first without it, the newest, and a cloud-controller-manager of AWS. */
export const COMMAND_LINES: readonly CommandLineRelease[] = [
  ...(['1.26.15', '1.27.16'] as const).map(version => kcmCommandLine(version, `../../e2e/bin/kubernetes-${version}/go.mod`, 'kcm')),
  ...NEWEST,
  {
    component: CCM,
    version: '1.27.0',
    minor: '1.27',
    binary: { ...COMMAND_LINE, name: 'command-line-aws-1.27.0', modfile: '../../e2e/bin/aws-cloud-controller-manager-1.27.0/go.mod', tags: 'ccm' },
  },
];

function kcmCommandLine(version: string, modfile: string, tags: string): CommandLineRelease {
  const [, minor] = /^(1\.\d+)/.exec(version)!;
  return {
    component: KCM,
    version,
    minor,
    binary: {
      ...COMMAND_LINE, name: `command-line-kcm-${version}`, modfile, tags, stamp: 'k8s.io/kubernetes',
    },
  };
}

/** What a release makes of the flags that decide about its feature gates: of each minor that can be told its version the last patch release. */
export const FEATURE_GATES = ['1.31.14', '1.32.13', '1.33.13', '1.34.10', '1.35.8', '1.36.4', '1.37.2'].map(
  (version): { readonly version: string; readonly binary: GoBinary } => {
    const [, minor] = /^(1\.\d+)/.exec(version)!;
    const tags = { 1.31: 'of_apiserver', 1.32: 'of_featuregate' }[minor];
    return {
      version,
      binary: {
        name: `feature-gates-${minor}`, dir: 'conformance/feature-gates', modfile: `releases/${minor}.mod`, tags, stamp: 'k8s.io/kubernetes',
      },
    };
  },
);

/** The kubelet's file source and expansion. */
export const STATIC_PODS = (['1.26.15'] as const).map((version): { readonly version: string; readonly binary: GoBinary } => ({
  version,
  binary: {
    name: `static-pods-${version}`,
    dir: 'conformance/kubernetes',
    modfile: `../../e2e/bin/kubernetes-${version}/go.mod`,
    package: './static-pods',
  },
}));

/** Decodes documents of an installer with the types of one release. */
function installerTypes(installer: string, tag: string, modfile: string): GoBinary {
  return { name: `${installer}-types-${tag}`, dir: 'conformance/installer-types', modfile, tags: installer };
}

/** One release of kops: its types, and its own code, which says what it makes of a Cluster. */
export interface KopsRelease {
  readonly tag: string;
  readonly read: GoBinary;
  readonly render: GoBinary;
}

/** What tells the program which calls a release has: they changed with 1.22, with 1.26, and some with 1.28. */
const KOPS_TAGS: Readonly<Record<string, { readonly modfile: string; readonly render: string }>> = {
  'v1.21.0': { modfile: 'releases/1.21.mod', render: 'kops121' },
  'v1.22.6': { modfile: 'releases/1.22.mod', render: '' },
  'v1.23.0': { modfile: 'releases/1.23.mod', render: '' },
  'v1.24.0': { modfile: 'releases/1.24.0.mod', render: '' },
  'v1.24.1': { modfile: 'releases/1.24.mod', render: '' },
  'v1.25.0': { modfile: 'releases/1.25.0.mod', render: '' },
  'v1.25.4': { modfile: 'releases/1.25.mod', render: '' },
  'v1.27.0': { modfile: 'releases/1.27.mod', render: 'kops126' },
  'v1.28.0': { modfile: 'releases/1.28.mod', render: 'kops126,kops128' },
  'v1.30.0': { modfile: 'releases/1.30.mod', render: 'kops126,kops128' },
};
/**
 * Each takes ten minutes to build: those are looked at whose answers are committed, and the one in the middle of the window. `KOPS_RELEASES=all`
 * looks at every one, `KOPS_RELEASES=v1.22.6` at one.
 */
const asked = process.env.KOPS_RELEASES;
const MIDDLE = 'v1.24.1';

export const KOPS: readonly KopsRelease[] = Object.keys(KOPS_TAGS).map(tag => {
  const { modfile, render: tags } = KOPS_TAGS[tag];
  const render: GoBinary = {
    name: `kops-render-${tag}`, dir: 'conformance/kops', modfile, package: './render', tags: tags === '' ? undefined : tags,
  };
  return { tag, read: installerTypes('kops', tag, `../kops/${modfile}`), render };
}).filter(({ tag, render }) => asked === undefined ? tag === MIDDLE || hasAnswers(render) : asked === 'all' || asked.split(',').includes(tag));

/** The releases of KubeOne that move AWS. */
export const KUBEONE: readonly { readonly tag: string; readonly read: GoBinary }[] = ['v1.5.0', 'v1.6.0', 'v1.7.0'].map(tag => (
  { tag, read: installerTypes('kubeone', tag, `releases/kubeone-1.${tag.split('.')[1]}.mod`) }
));

/** The types of KKP 2.18: the one release whose module can be had. */
export const KKP: GoBinary = installerTypes('kkp', 'v2.18.0', 'releases/kkp-2.18.mod');

/** What the program of `installerTypes` prints. */
export interface InstallerTypesReport {
  readonly version: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly verdicts: readonly { readonly kinds: readonly string[]; readonly seen?: Readonly<Record<string, boolean>>; readonly error?: string }[];
}

/** What the types of an installer say about one document. */
export function readDocument(reader: Reader, text: string): InstallerTypesReport {
  return reader.json<InstallerTypesReport>({ args: ['document.yaml'], files: { 'document.yaml': text } });
}
