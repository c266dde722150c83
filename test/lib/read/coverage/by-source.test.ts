import { unknowns } from '../../../../src/lib/verify/result';
import { ccm, check, Files } from '../../rules/input';
import { BESIDE } from '../odd-shapes';

const TEMPLATE = 'a: {{ .Values.a }}\nb: {{ include "x" . }}\n';
const JINJA = '{% if a %}\na: {{ b }}\n{% endif %}\n';
const below = (folder: string, files: Files): Files => Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
const chart = (more: Files = {}): Files => ({
  'Chart.yaml': 'apiVersion: v2\nname: x\nversion: 1.0.0\n', 'templates/a.yaml': TEMPLATE, 'templates/b.yaml': TEMPLATE, ...more,
});
const NAMED = { 'templates/c.yaml': `image: cloud-controller-manager:v1\n${TEMPLATE}` };
const said = (files: Files) => unknowns(check({ in: { ...BESIDE, ...files } }));
const RENDER = 'Render it: helm template';

describe('a chart', () => {
  it('is one line with its command, and the lines of its files that have a telling word', () => {
    expect(said(below('charts/x', chart({ ...NAMED, 'values.yaml': 'kind: DaemonSet\nextra: [kubeadm]\n' })))).toEqual([expect.objectContaining({
      what: 'in/charts/x is a chart of Helm, and not rendered',
      lines: ['in/charts/x/templates/c.yaml:1: cloud-controller-manager', 'in/charts/x/values.yaml:2: kubeadm'],
      fix: `${RENDER} in/charts/x | ccm-migration verify -`,
    })]);
  });

  it.each<[string, Files, string]>([
    ['values beside its own', { 'values-prod.yaml': 'a: b\n' }, `${RENDER} in/x --values in/x/values-prod.yaml | ccm-migration verify -`],
    ['values of several clusters', { 'values/a.yaml': 'a: b\n', 'ci/test-values.yaml': 'a: b\n', 'values.yaml': 'a: b\n' },
      `${RENDER} in/x --values in/x/values/a.yaml | ccm-migration verify -; and the same with in/x/ci/test-values.yaml, whichever the cluster has`],
    ['charts that it needs and does not have', { 'requirements.yaml': 'dependencies: []\n' },
      'Render it: helm dependency build in/x && helm template in/x | ccm-migration verify -'],
    ['charts that it needs and has', { 'requirements.yaml': 'dependencies: []\n', 'charts/y/Chart.yaml': 'name: y\n' },
      `${RENDER} in/x | ccm-migration verify -`],
  ])('is rendered with what lies there: %s', (_, more, fix) => {
    expect(said(below('x', chart({ ...NAMED, ...more }))).map(one => one.fix)).toEqual([fix]);
  });

  it('within a chart is rendered with it, and a folder with a space is one word', () => {
    expect(said(below('my charts/x', { ...chart(NAMED), ...below('charts/y', chart(NAMED)) })).map(({ fix }) => fix))
      .toEqual([`${RENDER} 'in/my charts/x' | ccm-migration verify -`]);
  });

  it.each<[string, Files]>([
    ['a comment', { 'values.yaml': '# of kubeadm and cloud-controller-manager\na: b\n' }],
    ['what is for people', { 'README.md': 'kubeadm\n', 'Chart.yaml': 'name: x\ndescription: works with kubeadm\n', 'templates/NOTES.txt': 'k3s\n' }],
    ['a folder of the volumes of a kubelet', { 'templates/c.yaml': `path: /var/lib/kubelet/plugins\n${TEMPLATE}` }],
    ['a definition of a kind', { 'crds/a.yaml': 'a: the kubelet reads it\n' }],
  ])('has no telling word by %s: all such charts are one line', (_, more) => {
    const [one, ...others] = said({ ...below('x', chart(more)), ...below('y', chart()), 'z/a.yaml': JINJA });
    expect(others).toEqual([]);
    expect(one.what).toMatch(/^[56] files of 3 sources that are not rendered, without a word of a controller manager, a kubelet, kubeadm or an in/);
    expect(one.lines).toEqual([
      `in/x is a chart of Helm, and not rendered: ${RENDER} in/x | ccm-migration verify -`,
      `in/y is a chart of Helm, and not rendered: ${RENDER} in/y | ccm-migration verify -`,
      expect.stringMatching(/^in\/z\/a\.yaml is a template of Jinja, and not rendered: Render it first with the tool/),
    ]);
  });

  it('keeps both promises open, with a telling word and without', () => {
    for (const files of [chart(NAMED), chart()]) {
      const { exclusivity, liveness } = check({ in: { ...BESIDE, ...below('x', files) } });
      expect([exclusivity.verdict, liveness.verdict]).toEqual(['unknown', 'unknown']);
    }
  });
});

describe('other files of a repository', () => {
  const lines = (files: Files) => said(files).map(({ what, lines: parts }) => [what, ...parts ?? []]);

  it('are one line for the templates of a language, and one alone is as it is', () => {
    const named = `image: kube-controller-manager\n${JINJA}`;
    expect(lines({ 'a.yaml': named, 'roles/x/b.yaml': named, 'c.yaml': `# aws-cloud-controller-manager\nkind: kubelet\n${TEMPLATE}` })).toEqual([
      ['2 templates of Jinja, and not rendered', 'in/a.yaml:1: kube-controller-manager', 'in/roles/x/b.yaml:1: kube-controller-manager'],
      ['in/c.yaml is a template of Helm or Go, and not rendered'],
    ]);
  });

  it('are one line for what they are for, else for what they have', () => {
    const start = 'exec kube-controller-manager --cloud-provider=aws\n';
    expect(lines({
      'Makefile': start,
      '.github/workflows/a.yml': `run: ${start}`,
      'main.tf': start,
      'x/b.tf': start,
      'run.sh': start,
      'bin/x': start,
      'one': start,
      'two/three': start,
    }).map(([what, ...parts]) => [what, parts.length])).toEqual(expect.arrayContaining([
      ['2 files that build and test name a controller manager or what starts one, and are not read', 2],
      ['2 files of Terraform name a controller manager or what starts one, and are not read', 2],
      ['2 scripts name a controller manager or what starts one, and are not read', 2],
      ['2 files have a command that starts kube-controller-manager, and are not read', 2],
    ]));
  });

  it('that are for the same and have a telling word are named beside those that are unread; a comment is none', () => {
    const start = 'exec kube-controller-manager --cloud-provider=aws\n';
    expect(lines({ 'a.sh': start, 'b.sh': start, 'c.sh': 'apt install kubeadm\n', 'd.sh': '# kubeadm\ntrue\n', 'e.conf': 'kubeadm\n' })).toEqual([[
      '2 scripts name a controller manager or what starts one, and are not read',
      'in/a.sh:1: a command that starts kube-controller-manager', 'in/b.sh:1: a command that starts kube-controller-manager', 'in/c.sh:1: kubeadm',
    ]]);
    expect(lines({ 'a.sh': start, 'c.sh': 'apt install kubeadm\n' })).toEqual([[
      'in/a.sh has a command that starts kube-controller-manager, and is not read', 'in/a.sh:1: a command that starts kube-controller-manager',
      'in/c.sh:1: kubeadm',
    ]]);
  });

  it.each([
    ...['.gitignore', 'go.mod', 'x/go.sum', '.golangci.yml'].map(path => [path, 'run: /usr/bin/kube-controller-manager --cloud-provider=aws\n']),
    ['THIRD-PARTY-LICENSES', 'k8s.io/kube-controller-manager\n'],
  ])('start nothing: %s', (path, text) => expect(said({ [path]: text })).toEqual([]));

  it('are one line for objects of one kind that something renders', () => {
    const cluster = (name: string) => `apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: ${name}, namespace: x}\n`;
    expect(lines({ 'a.yaml': cluster('a'), 'b.yaml': cluster('b') })).toEqual([[
      'Shoot x/a is a Shoot of Gardener, which is not read (and 1 more of its kind)',
      'in/a.yaml:3: Shoot x/a is a Shoot of Gardener, which is not read', 'in/b.yaml:3: Shoot x/b is a Shoot of Gardener, which is not read',
    ]]);
  });

  it('that cannot be read are told with their chart, else each alone', () => {
    const broken = { 'crds/a.yaml': 'a: [\n' };
    expect(lines(below('x', chart({ ...NAMED, ...broken })))).toHaveLength(1);
    expect(lines({ 'a.yaml': 'a: [\n', 'b.yaml': 'a: [\n' }).map(([what]) => what)).toEqual([
      expect.stringMatching(/^in\/a\.yaml cannot be read: /), expect.stringMatching(/^in\/b\.yaml cannot be read: /),
    ]);
  });
});

describe('kustomizations that were not built', () => {
  const kustomization = (resource: string): Files => ({ 'kustomization.yaml': `resources: [${resource}]\n` });

  it('are a line each with a telling word, else one together', () => {
    const all = said({ ...below('a', kustomization('ccm')), ...below('b', kustomization('x')), ...below('c', kustomization('y')) });
    expect(all.map(({ what }) => what)).toEqual([
      'in/a is a kustomization, and not built',
      '2 files of 2 sources that are not rendered, without a word of a controller manager, a kubelet, kubeadm or an installer',
    ]);
    expect(all[0].lines).toEqual(['in/a/kustomization.yaml:1: ccm']);
    expect(all[1].lines).toEqual(['b', 'c'].map(one =>
      `in/${one} is a kustomization, and not built: Build it: kubectl kustomize in/${one} | ccm-migration verify -`));
  });

  it('are a line of their own where there is one', () => {
    expect(said(below('b', kustomization('x'))).map(({ what }) => what)).toEqual(['in/b is a kustomization, and not built']);
  });
});

describe('templates of two clusters', () => {
  const IMAGE = { aws: undefined, vsphere: 'registry.k8s.io/cloud-pv-vsphere/cloud-provider-vsphere:v1.27.0' };
  const of = (cloud: keyof typeof IMAGE, more: readonly string[] = []) =>
    ccm({ image: IMAGE[cloud], flags: [`--cloud-provider=${cloud}`, ...more] });

  it('are refused with a command for each, where their managers are of two clouds and want one lock', () => {
    expect(() => check({ in: { ...below('aws', of('aws')), ...below('vmware', of('vsphere')) } }))
      .toThrow('the input is of several clusters: it has cloud-controller-managers of aws in in/aws, vsphere in in/vmware, which take the same '
        + 'Lease, and no node; check one cluster at a time: ccm-migration verify in/aws, then ccm-migration verify in/vmware; if one '
        + 'cluster has them all, name its folders in one command');
  });

  it.each<[string, Record<string, Files>]>([
    ['one folder', { in: { ...of('aws'), 'other.yaml': of('vsphere')['ccm.yaml'].replace('name: aws', 'name: vsphere') } }],
    ['a folder in the other', { in: { ...below('a', of('aws')), ...below('a/b', of('vsphere')) } }],
    ['folders that were given by themselves', { aws: of('aws'), vmware: of('vsphere') }],
    ['nodes beside them', { in: { ...BESIDE, ...below('aws', of('aws')), ...below('vmware', of('vsphere')) } }],
    ['a lock for each', { in: { ...below('a', of('aws')), ...below('b', of('vsphere', ['--leader-elect-resource-name=other'])) } }],
    ['one cloud', { in: { ...below('a', of('aws')), ...below('b', of('aws')) } }],
  ])('are one cluster by %s', (_, folders) => expect(() => check(folders)).not.toThrow());
});

describe('files with a telling word that nothing else is said of', () => {
  const passed = (files: Files) => check({ in: { ...BESIDE, ...files } }).seen.passedOver.map(({ file, what }) => `${file}: ${what}`);
  const NOTHING = 'and nothing that is known to start a controller manager';

  it('are named with their words, those of a repository', () => {
    expect(passed({ 'x.yaml': TEMPLATE, 'main.tf': 'a = 1\nb = kubeadm\n' })).toEqual([`in/main.tf: it has the word kubeadm in line 2, ${NOTHING}`]);
    const files = {
      'x.yaml': TEMPLATE,
      'a.tf': 'kubelet\n',
      'b.j2': '\nk3s kubeadm\n',
      'c.env': 'KOPS\n',
      'd.env': '# kubeadm\n',
      'OWNERS': 'kubeadm\n',
      'e.md': 'kubeadm\n',
    };
    const first = `in/a.tf: it has the word kubelet in line 1, ${NOTHING}`;
    expect(passed({ ...files, 'c.env': '' })).toEqual([`${first}, and so has 1 other file: in/b.j2:2 (k3s)`]);
    expect(passed(files)).toEqual([`${first}, and so have 2 other files: in/b.j2:2 (k3s), in/c.env:1 (KOPS)`]);
  });

  it('are not named again, nor where the input has no source that is not read', () => {
    expect(passed({ 'tasks/a.yml': '- shell: kube-controller-manager --v=2\n', 'tasks/b.yml': '- name: kubeadm\n' })).toEqual([]);
    expect(passed({ 'main.tf': 'a = kubeadm\n' })).toEqual([]);
  });

  it('are not those that others are made of', () => {
    const talos = 'version: v1alpha1\nmachine: {type: controlplane, kubelet: {image: "ghcr.io/siderolabs/kubelet:v1.26.15"}}\n'
      + 'cluster: {controllerManager: {image: "registry.k8s.io/kube-controller-manager:v1.26.15"}}\n';
    expect(passed({ 'x.yaml': TEMPLATE, 'talos.yaml': talos })).toEqual([]);
  });
});
