import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { KUBEADM_OF_BOTH } from './consumers';
import { complaintOf, controlPlaneManifests, convertedConfig, sortedManifest } from './kubeadm';
import {
  CloudProvider, CustomCcm, KubeadmBundle, KubernetesVersion, Migration, MigrationPhase, MigrationProps, NodeFolder, NodeInput, NodeRole, NodeSide,
} from '../src';
import { describeReader } from '../test/reader';

const INPUT = NodeFolder.readFiles(join(__dirname, '..', 'examples', 'kubeadm', 'input-v1beta4'));
const PROPS: MigrationProps = {
  clusterId: 'staging',
  ccm: CustomCcm.of({
    cloud: CloudProvider.GCE,
    image: 'registry.example.com/cloud-provider-gcp/cloud-controller-manager:v31.0.0',
    rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
  }),
  fromVersion: KubernetesVersion.of('1.30.14'),
  toVersion: KubernetesVersion.of('1.31.14'),
};
const SIDES = [
  { side: NodeSide.N, tag: 'v1.30.14', phase: MigrationPhase.N },
  { side: NodeSide.N_PLUS_1, tag: 'v1.31.14', phase: MigrationPhase.N_PLUS_1 },
];

/** This kubeadm deploys no older release. Nothing but image tags depends on it here. */
const OWN = 'v1.33.13';
const asOwn = (text: string): string => text.replace(/^kubernetesVersion: .*$/m, `kubernetesVersion: ${OWN}`);

/** The same as the older version writes it: a mapping for each list of arguments. */
const asV1beta3 = (text: string): string => text.replaceAll('v1beta4', 'v1beta3').replace(/- name: (\S+)\n\s+value: /g, '$1: ');

function bundle(configs: { readonly [file: string]: string } = INPUT, nodes?: NodeInput[]): (side: NodeSide, file: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'kubeadm-bundle-'));
  folders.push(folder);
  new KubeadmBundle({ migration: new Migration({ ...PROPS, nodes }), configs }).write(folder);
  return (side, file) => readFileSync(join(folder, side, file), 'utf8');
}

const folders: string[] = [];
afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true })));

describeReader('kubeadm 1.33.13 (1.31 and 1.32 cannot be had as modules), which reads v1beta3 and v1beta4', KUBEADM_OF_BOTH, kubeadm => {
  it.each(SIDES)('takes every file of side $side strictly', ({ side }) => {
    const read = bundle();
    for (const file of [...Object.keys(INPUT), 'cluster-configuration.yaml']) expect(complaintOf(kubeadm, asOwn(read(side, file)))).toBeUndefined();
  });

  it('would refuse a field that it does not know, and the form of the other version', () => {
    const text = asOwn(INPUT['kubeadm-init.yaml']);
    expect(complaintOf(kubeadm, text.replace('clusterName:', 'clusterNmae:'))).toContain('unknown field "clusterNmae"');
    expect(complaintOf(kubeadm, text.replaceAll('v1beta4', 'v1beta3'))).toContain('cannot unmarshal array');
  });

  it.each(SIDES)('makes no difference on side $side whether it converts before the migration or after', ({ side }) => {
    const old = Object.fromEntries(Object.entries(INPUT).map(([file, text]) => [file, asV1beta3(text)]));
    const convert = (text: string): string => convertedConfig(kubeadm, asOwn(text)).replace(`kubernetesVersion: ${OWN}`, 'kubernetesVersion: '
      + 'v1.30.14');
    const converted = Object.fromEntries(Object.entries(old).map(([file, text]) => [file, convert(text)]));
    const [convertedBefore, convertedAfter] = [bundle(converted), bundle(old)];
    for (const file of Object.keys(INPUT)) {
      const before = documents(asOwn(convertedBefore(side, file)));
      const after = documents(convertedConfig(kubeadm, asOwn(convertedAfter(side, file))));
      expect(after.every(({ apiVersion }) => apiVersion === 'kubeadm.k8s.io/v1beta4')).toBe(true);
      expect(before).toEqual(after);
    }
  });

  it.each(SIDES)('writes the static pods of the main job on side $side from the configuration and with patches', ({ side, tag, phase }) => {
    const init = INPUT['kubeadm-init.yaml'];
    const today = tagged(controlPlaneManifests(kubeadm, asOwn(init)), 'v1.30.14');
    const node: NodeInput = {
      name: 'cp-1',
      role: NodeRole.CONTROL_PLANE,
      files: {
        ...Object.fromEntries([...today].map(([name, text]) => [`/etc/kubernetes/manifests/${name}`, text])),
        '/var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--cloud-provider=gce"\n',
      },
    };
    const files = new Map(new Migration({ ...PROPS, nodes: [node] })._model.phase(phase).nodeFiles.map(({ path, content }) => [path, content]));
    const read = bundle(INPUT, [node]);
    const fromConfiguration = tagged(controlPlaneManifests(kubeadm, asOwn(read(side, 'kubeadm-init.yaml'))), tag);
    const withPatches = tagged(controlPlaneManifests(kubeadm, asOwn(init), join(folders.at(-1)!, side, 'patches')), tag);
    expect([...fromConfiguration.keys()].sort()).toEqual(['kube-apiserver.yaml', 'kube-controller-manager.yaml', 'kube-scheduler.yaml']);
    for (const [name, text] of fromConfiguration) {
      const expected = files.get(`/etc/kubernetes/manifests/${name}`)!;
      // A list of arguments keeps its order: ours are in sorted place, those of a static pod at its end.
      expect(sortedManifest(text)).toEqual(sortedManifest(expected));
      expect(sortedManifest(withPatches.get(name)!)).toEqual(sortedManifest(expected));
    }
  });
});

/** Sorted by kind, arguments by name, without the token that kubeadm draws where none is given. */
function documents(text: string): { readonly [field: string]: unknown }[] {
  const sortArguments = (_: string, value: unknown): unknown => isArguments(value) ? sortedByName(value) : value;
  return parseAllDocuments(text).map(document => JSON.parse(JSON.stringify(document.toJS()), sortArguments) as { kind: string })
    .map(({ bootstrapTokens, ...rest }: { bootstrapTokens?: unknown; kind: string }) => rest).sort((a, b) => a.kind < b.kind ? -1 : 1);
}

interface Argument { readonly name: string; readonly value: string }

function isArguments(value: unknown): value is Argument[] {
  return Array.isArray(value) && value.every(item => typeof item?.name === 'string' && typeof item.value === 'string');
}

function sortedByName(args: readonly Argument[]): Argument[] {
  return [...args].sort((a, b) => a.name < b.name ? -1 : 1);
}

function tagged(manifests: ReadonlyMap<string, string>, tag: string): Map<string, string> {
  return new Map([...manifests].map(([name, text]) => [name, text.replaceAll(`:${OWN}`, `:${tag}`)]));
}
