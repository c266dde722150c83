import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildKustomizations } from '../../../../src/cli/commands/verify/kustomize';
import { readDirectory } from '../../../../src/files/read-directory';
import { verify } from '../../../../src/lib/verify/verify';
import { describeKubectl } from '../../../kubectl';

let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'kustomization-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const DAEMON_SET = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: aws-cloud-controller-manager, namespace: kube-system}
spec:
  selector: {matchLabels: {k8s-app: ccm}}
  template:
    metadata: {labels: {k8s-app: ccm}}
    spec:
      hostNetwork: true
      containers:
      - name: ccm
        image: registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.1
        args: [--cloud-provider=aws, --configure-cloud-routes=false, --cloud-config=/etc/aws/cloud.conf]
        volumeMounts: [{name: c, mountPath: /etc/aws}]
      volumes: [{name: c, configMap: {name: cloud-config}}]
`;

describeKubectl('a manifest beside a kustomization', () => {
  const told = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    return (buildKustomizations([readDirectory('.', dir)], dir).unread ?? []).map(({ place: { file }, what }) => `${file}: ${what}`);
  };
  const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n';
  it('that it does not name is unknown where it has a controller manager', () => {
    expect(told({ 'app/kustomization.yaml': 'resources: [x.yaml]\n', 'app/x.yaml': other, 'app/ccm.yaml': DAEMON_SET, 'app/y.yaml': other }))
      .toEqual([expect.stringMatching(/app\/ccm\.yaml: .*the kustomization beside it does not name the file$/)]);
  });
  it.each([
    ['that it names', { 'app/kustomization.yaml': 'resources: [ccm.yaml]\n', 'app/ccm.yaml': DAEMON_SET }],
    ['in another folder', { 'app/kustomization.yaml': 'resources: [x.yaml]\n', 'app/x.yaml': other, 'ccm.yaml': DAEMON_SET }],
  ])('%s is not', (_, files) => expect(told(files)).toEqual([]));
});

describeKubectl('a kustomization that gives the cloud-controller-manager another image', () => {
  // v1.20.0 and v1.21.0 are tags without an image; the others are no release.
  it.each(['v1.20.0', 'v1.21.0', 'v1.20.0-alpha.0', 'v1.19.0', 'latest'])('%s: every finding has a file that is there, and a line', (newTag) => {
    const files = {
      'base/kustomization.yaml': 'resources: [ccm.yaml]\nconfigMapGenerator:\n- {name: cloud-config, namespace: kube-system, files: [cloud.conf]}\n',
      'base/ccm.yaml': DAEMON_SET,
      'base/cloud.conf': '[Global]\nNodeIPFamilies = ipv4\nFoo = 1\n',
      'prod/kustomization.yaml': 'resources: [../base]\nimages:\n- name: registry.k8s.io/provider-aws/cloud-controller-manager\n'
        + `  newTag: ${newTag}\n`,
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    const { findings, exclusivity } = verify(buildKustomizations([readDirectory('.', dir)], dir));
    expect(findings.length + exclusivity.unknown.length).toBeGreaterThan(0);
    for (const { file, line } of [...findings, ...exclusivity.unknown]) {
      expect([...Object.keys(files), '.']).toContain(file.replace(/^\.\//, ''));
      expect(line).toBeGreaterThan(0);
    }
  });
});
