import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { ROOT } from './corpus';
import { oddInput } from './odd-values';
import { textOf, VerifyDirectory } from '../../../src/lib/read/input/input';
import { unknowns, VerifyResult } from '../../../src/lib/verify/result';
import { verify } from '../../../src/lib/verify/verify';
import { ccm, CCM_FLAGS, Files, KCM_26, KCM_27, MIGRATION, node, WILDCARD } from '../rules/input';

/**
 * Versions, addresses and names of any kind, most of which no table has. Whatever it is, it is unknown or a finding, and nothing throws. `FUZZ_SEED`
 * and `ODD_VALUES` try others.
 */
const SEED = Number(process.env.FUZZ_SEED ?? 20261129);
const RUNS = Number(process.env.ODD_VALUES ?? 100);

function directory(name: string, files: Files): VerifyDirectory {
  return { name, files: new Map(Object.entries(files).map(([path, text]) => [path, { text }])) };
}

const verdicts = ({ exclusivity, liveness }: VerifyResult) => [exclusivity.verdict, liveness.verdict];
const below = (folder: string, files: Files): Files => Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

describe(`values of any kind (seed ${SEED}, ${RUNS} inputs)`, () => {
  it('never keep an input from being judged', () => {
    const seen = new Set<string>();
    fc.assert(fc.property(fc.gen(), generator => {
      const { shapes, files } = oddInput(generator);
      const result = verify({ directories: [{ name: 'in', files }], mayHoldNone: true });
      [...shapes, ...verdicts(result)].forEach(one => seen.add(one));
    }), { seed: SEED, numRuns: RUNS, endOnFailure: true });
    // Neither always unknown nor never.
    expect([...seen]).toEqual(expect.arrayContaining(['unknown', 'broken', 'holds', 'static pods', 'kubeadm', 'Cluster API', 'kops']));
  }, 1_800_000);
});

/** A cluster of two releases, in which two processes run the same controllers. */
const BROKEN_FILES: Files = {
  ...below('nodes/old', node({ kcm: KCM_26, mounts: [] })), ...below('nodes/new', node({ version: '1.27.16', kcm: KCM_27, mounts: [] })), ...ccm(),
};
const BROKEN = directory('other', BROKEN_FILES);

describe('what no table has', () => {
  const KUBEADM = (version: string) => `apiVersion: kubeadm.k8s.io/v1beta1
kind: ClusterConfiguration
kubernetesVersion: ${version}
controllerManager: {extraArgs: {cloud-provider: aws}}
---
apiVersion: kubeadm.k8s.io/v1beta1
kind: InitConfiguration
nodeRegistration: {kubeletExtraArgs: {cloud-provider: aws}}
`;
  const WORKERS = (version: string) => `apiVersion: cluster.x-k8s.io/v1beta1
kind: MachineDeployment
metadata: {name: md, namespace: clusters}
spec:
  template:
    spec: {version: "${version}", bootstrap: {configRef: {kind: KubeadmConfigTemplate, name: md}}}
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
kind: KubeadmConfigTemplate
metadata: {name: md, namespace: clusters}
spec: {template: {spec: {joinConfiguration: {nodeRegistration: {kubeletExtraArgs: {cloud-provider: external, v: "2"}}}}}}
`;
  const UNIT = (release: string): Files => ({
    'nodes/u/etc/systemd/system/kube-controller-manager.service': '[Service]\nExecStart=/usr/bin/kube-controller-manager --cloud-provider=aws\n',
    'nodes/u/etc/systemd/system/kube-controller-manager.service.d/90-ccm.conf': `[X-CcmMigration]\nKubernetesVersion=${release}\n`,
  });
  const IMAGE = (tag: string) => ccm({ image: `registry.k8s.io/provider-aws/cloud-controller-manager:${tag}` });

  it.each<[string, Files, string, RegExp]>([
    ['a kubeadm file of 1.14', { 'kubeadm.yaml': KUBEADM('v1.14.0') }, 'in/kubeadm.yaml', /1\.14 is not known/],
    ['a kubeadm file of a release that is none', { 'kubeadm.yaml': KUBEADM('v1.027.3') }, 'in/kubeadm.yaml', /kubernetesVersion is 'v1\.027\.3'/],
    ['a kubeadm file of a release to come', { 'kubeadm.yaml': KUBEADM('v1.60.1') }, 'in/kubeadm.yaml', /1\.60 is not known/],
    ['workers of Cluster API of 1.14', { 'workers.yaml': WORKERS('v1.14.0') }, 'in/workers.yaml', /1\.14 is not known/],
    ['a unit of 1.12', UNIT('1.12.3'), 'kube-controller-manager.service', /1\.12 is not known/],
    ['a unit of a release that is none', UNIT('1.012.3'), 'kube-controller-manager.service', /a unit does not say it/],
    ['a cloud-controller-manager of 1.18', IMAGE('v1.18.0-alpha.1'), 'in/ccm.yaml', /1\.18 is not known/],
    ['a cloud-controller-manager whose tag is no release', IMAGE('v1.027.1'), 'in/ccm.yaml', /no version/],
  ])('%s is unknown where it stands, and the rest is judged', (_, files, file, what) => {
    const alone = verify({ directories: [directory('in', files)] });
    const said = [...unknowns(alone), ...alone.findings.map(({ message, ...rest }) => ({ ...rest, what: message }))];
    expect(said.filter(one => one.file.endsWith(file) && what.test(one.what)).map(({ line }) => line > 0)).toContain(true);
    expect(alone.exclusivity.verdict).not.toBe('broken');
    expect(verify({ directories: [directory('in', files), BROKEN] }).exclusivity.verdict).toBe('broken');
  });

  it('refuses the file of a release without Leader Migration in its own words', () => {
    const files = node({ version: '1.20.15', kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': WILDCARD } });
    const { findings } = verify({ directories: [directory('in', files)] });
    expect(findings.filter(({ rule }) => rule === 'leader-migration-config-refused').map(({ message }) => message))
      .toEqual([expect.stringContaining('unknown flag: --leader-migration-config')]);
  });

  it('judges a cloud-controller-manager of the first release that was read', () => {
    const image = 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.20.0';
    const files = { ...BROKEN_FILES, ...ccm({ image, config: WILDCARD, flags: [...CCM_FLAGS, ...MIGRATION] }) };
    const { exclusivity, findings } = verify({ directories: [directory('in', files)] });
    expect(exclusivity.verdict).toBe('holds');
    expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['ccm-image-not-promoted', 'leader-migration-config-refused']));
  });
});

describe('addresses', () => {
  it.each(['::', '::1', 'fd00::1', 'FD00:0::1'])('--bind-address=%s is one of IPv6, as every other is of IPv4', address => {
    const kcm = [...KCM_27, `--bind-address=${address}`];
    const result = verify({
      directories: [directory('in', {
        ...below('nodes/new', node({ version: '1.27.16', kcm, apiserver: ['--advertise-address=fd00::1', '--bind-address=::'], mounts: [] })),
        ...ccm({ flags: ['--cloud-provider=aws', '--cluster-name=prod', '--configure-cloud-routes=false', `--bind-address=${address}`] }),
      })],
    });
    expect(verdicts(result)).toEqual(['holds', 'holds']);
    expect(result.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('placeholders', () => {
  const EXAMPLE = ['dist/n-plus-1', 'nodes/n-plus-1'].map((folder): VerifyDirectory => {
    const root = join(resolve(ROOT, 'examples/kubeadm'), folder);
    const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
    const texts = paths.map(entry => join(entry.parentPath, entry.name)).map((path): [string, { readonly text: string }] =>
      [path.slice(root.length + 1), { text: readFileSync(path, 'utf8') }]);
    return { name: folder, files: new Map(texts) };
  });
  /** Every value of every file, and where it stands. */
  const VALUES = EXAMPLE.flatMap(({ files }, index) => [...files].flatMap(([path, content]) =>
    // Of nodes that are alike one is enough.
    path.endsWith('.json') || /ip-10-0-[23]-/.test(path) ? [] : textOf(content, path).split('\n').flatMap((line, at) => {
      const match = /^([\s-]*(?:[\w./"-]+:[ ]+|--?[\w-]+=|[A-Za-z]+ *= *|-[ ]+))([^\s|>{[#].*)$/.exec(line);
      return match ? [{ index, path, at, before: match[1], value: match[2] }] : [];
    })));

  it('are known to be safe without them', () => expect(verdicts(verify({ directories: EXAMPLE }))).toEqual(['holds', 'holds']));

  it.each(['${SIDE}', '{{ side }}'])('%s as a label that nodes must have is unknown, whoever has the label', side => {
    const [objects, nodes] = EXAMPLE;
    const path = '30-ccm.k8s.yaml';
    const text = textOf(objects.files.get(path)!, path).replace('ccm-migration/side: n-plus-1\n', `ccm-migration/side: "${side}"\n`);
    const result = verify({ directories: [{ ...objects, files: new Map([...objects.files, [path, { text }]]) }, nodes] });
    expect(verdicts(result)).toEqual(['unknown', 'unknown']);
    expect(unknowns(result).map(({ what }) => what)).toEqual([expect.stringContaining('asks for nodes with the label ccm-migration/side')]);
  });

  it.each(['apiVersion', 'kind'])('as %s of the configuration of a kubelet leave it unknown', field => {
    const [objects, nodes] = EXAMPLE;
    const files = new Map([...nodes.files].map(([path, content]) => [path, !path.endsWith('kubelet/config.yaml') ? content
      : { text: textOf(content, path).replace(new RegExp(`^${field}: .*$`, 'm'), `${field}: "{{ it }}"`) }]));
    expect(verdicts(verify({ directories: [objects, { ...nodes, files }] }))).toEqual(['holds', 'unknown']);
  });

  it('make no value break a promise', () => {
    const broken: unknown[] = [];
    const drawn = fc.tuple(fc.constantFrom(...VALUES), fc.constantFrom('${VALUE}', '{{ value }}', '<value>'));
    fc.assert(fc.property(drawn, ([{ index, path, at, before, value }, given]) => {
      const isWord = /--?[\w-]+=$|= *$/.test(before);
      const lines = textOf(EXAMPLE[index].files.get(path)!, path).split('\n');
      const text = lines.map((line, number) => number !== at ? line : `${before}${isWord ? given : JSON.stringify(given)}`).join('\n');
      const directories = EXAMPLE.map((one, number) => number !== index ? one : { ...one, files: new Map([...one.files, [path, { text }]]) });
      const result = verify({ directories });
      if (verdicts(result).includes('broken')) broken.push([path, at + 1, before + given, value, verdicts(result)]);
    }), { seed: SEED, numRuns: Math.ceil(RUNS / 4), endOnFailure: true });
    expect(broken).toEqual([]);
  }, 1_800_000);
});
