import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readDirectory } from '../../../src/files/read-directory';
import { parseAssumption } from '../../../src/lib/read/component/assumption';
import { verify } from '../../../src/lib/verify/verify';
import { describeUpstream, upstream } from '../../upstream';

const ROOT = resolve(__dirname, '../../..');

function verifyFolders(...folders: string[]) {
  return verify({ directories: folders.map(folder => readDirectory(folder, ROOT)) });
}

/** Manifests of a cloud-controller-manager alone prove nothing: what kube-controller-manager does is said here. */
function verifyFile(path: string, ...assume: string[]) {
  return verify({
    assume: assume.map(text => parseAssumption(text)),
    directories: [{ name: 'in', files: new Map([['manifest.yaml', { text: readFileSync(path, 'utf8') }]]) }],
  });
}

const EXTERNAL = 'kcm=external:1.27.16';
const HOLDS = { exclusivity: { holds: true }, liveness: { holds: true } };

describe('what this library writes', () => {
  it.each(['n', 'mixed', 'n-plus-1', 'disabled'])('is clean in phase %s', phase => {
    const result = verifyFolders(`examples/kubeadm/dist/${phase}`, `examples/kubeadm/nodes/${phase}`);
    expect(result).toMatchObject(HOLDS);
    expect(result.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  it('is clean with each kind of node as an argument of its own', () => {
    const nodes = ['control-plane-n', 'control-plane-n-plus-1', 'worker-n', 'worker-n-plus-1'].map(name => `examples/kubeadm/nodes/mixed/${name}`);
    expect(verifyFolders('examples/kubeadm/dist/mixed', ...nodes)).toMatchObject(HOLDS);
  });

  it('is not clean without the cloud-controller-manager', () => {
    expect(verifyFolders('examples/kubeadm/nodes/mixed')).toMatchObject({ exclusivity: { holds: true }, liveness: { holds: false } });
  });

  it('is not clean with nodes of version N as they were before phase n: their controllers run under the main lock alone', () => {
    const { exclusivity } = verifyFolders('examples/kubeadm/dist/mixed', 'examples/kubeadm/nodes/mixed/control-plane-n-plus-1', 'test/fixtures/'
      + 'kubeadm/v1.26.15');
    expect(exclusivity.holds).toBe(false);
    expect(exclusivity.counterexamples.map(({ controller }) => controller)).toContain('service');
    expect(exclusivity.counterexamples[0].message).toMatch(/Leader Migration is off in .*KCM 1\.26/);
  });
});

describe('what kubeadm writes', () => {
  it('is clean with the in-tree provider', () => {
    const result = verifyFolders('test/fixtures/kubeadm/v1.26.15');
    expect(result).toMatchObject(HOLDS);
    expect(result.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  it('lacks a cloud-controller-manager with the external one', () => {
    const { liveness, findings } = verifyFolders('test/fixtures/kubeadm/v1.27.16-external');
    expect(liveness.counterexamples.map(({ controller }) => controller).sort()).toEqual(['cloud-node', 'cloud-node-lifecycle', 'service']);
    expect(findings.filter(({ severity }) => severity !== 'note').map(({ rule }) => rule)).toEqual(['external-without-ccm']);
    expect(findings.filter(({ severity }) => severity === 'note').map(({ message }) => /(?<=has the flag )--[^:]*/.exec(message)![0])).toEqual([
      '--pod-infra-container-image, which is gone in 1.35, and deprecated',
    ]);
  });

  it('is read from the configuration alone where there are no nodes yet', () => {
    const file = resolve(ROOT, 'test/fixtures/kubeadm/v1.26.15/kubeadm-config-ip-10-0-1-10.eu-central-1.compute.internal.yaml');
    const text = readFileSync(file, 'utf8').replace('    cloud-config: /etc/kubernetes/cloud.conf\n', '    enable-leader-migration: "true"\n');
    const result = verify({ directories: [{ name: 'in', files: new Map([['kubeadm.yaml', { text: text.replace(/v1\.26\.15/, 'v1.27.16') }]]) }] });
    expect(result.findings.map(({ rule }) => rule)).toContain('in-tree-provider-gone');
  });
});

describeUpstream('what other projects write', () => {
  it.each(['aws-cloud-controller.yaml', 'aws-cloud-controller-irsa.yaml'])('kops %s is clean', file => {
    expect(verifyFile(upstream(`kops/${file}`), EXTERNAL)).toMatchObject({ ...HOLDS, findings: [] });
    expect(verifyFile(upstream(`kops/${file}`)))
      .toMatchObject({ exclusivity: { verdict: 'unknown', holds: null }, liveness: { verdict: 'unknown' } });
  });

  it('the kube-controller-manager of kops 1.23 behind /go-runner runs Leader Migration with the built-in default, and may lack its Lease', () => {
    const { findings, ...result } = verifyFile(upstream('kops/kube-controller-manager-leader-migration-v1.23.0.yaml'));
    expect(result).toMatchObject(HOLDS);
    expect(findings).toMatchObject([{ rule: 'lease-access-missing', severity: 'warning', line: 26 }]);
  });

  it('the default of the Helm chart crashes on its route controller and waits for the pod network', () => {
    const { liveness, findings } = verifyFile(upstream('cloud-provider-aws/helm/default.yaml'));
    expect(liveness.holds).toBe(false);
    expect(liveness.counterexamples[0].message).toContain('wins {cloud-controller-manager} and dies immediately');
    expect(findings.map(({ rule }) => rule)).toEqual(['ccm-without-host-network', 'cloud-routes-without-cluster-cidr', 'ccm-image-known-bad']);
  });

  it('the chart with all options waits for cluster DNS and mounts a ConfigMap that does not exist', () => {
    expect(verifyFile(upstream('cloud-provider-aws/helm/rich.yaml')).findings.filter(({ severity }) => severity === 'error').map(
      ({ rule, line }) => [rule, line],
    ))
      .toEqual([['ccm-waits-for-cluster-dns', 108], ['leader-migration-config-missing', 134]]);
  });

  it('kustomize v1.23.21/base.yaml is safe, and gives its controllers accounts that it may not make', () => {
    const { findings, ...result } = verifyFile(upstream('cloud-provider-aws/v1.23.21/base.yaml'), EXTERNAL);
    expect(result).toMatchObject(HOLDS);
    expect(findings).toMatchObject([{ rule: 'service-account-credentials-without-rights', severity: 'warning', line: 96 }]);
  });

  it('kustomize v1.23.21/superset-role.yaml is clean', () => {
    expect(verifyFile(upstream('cloud-provider-aws/v1.23.21/superset-role.yaml'), EXTERNAL)).toMatchObject({ ...HOLDS, findings: [] });
  });

  it.each(['v1.36.1/base.yaml', 'v1.36.1/superset-role.yaml'])('kustomize %s is safe, and still has an image of 1.27 with a known fault', file => {
    const { findings, ...result } = verifyFile(upstream(`cloud-provider-aws/${file}`), EXTERNAL);
    expect(result).toMatchObject(HOLDS);
    expect(findings).toMatchObject([{ rule: 'ccm-image-known-bad', severity: 'warning', fix: 'Run v1.27.3.' }]);
  });
});

/** The samples of the Kubernetes page, as it shows them. */
const PAGE = (rest: string) => `kind: LeaderMigrationConfiguration
apiVersion: controllermanager.config.k8s.io/v1
leaderName: cloud-provider-extraction-migration
controllerLeaders:
${rest}`;

describe('the samples of the source document', () => {
  const check = (text: string, path = 'leadermigration.conf') =>
    verify({ directories: [{ name: 'in', files: new Map([[path, { text }]]) }] }).findings;

  it('fails at a bare star, with line, column and the line to write', () => {
    expect(check(PAGE('  - name: route\n    component: *\n  - name: service\n    component: *\n'))).toMatchObject([{
      rule: 'leader-migration-config-refused',
      severity: 'error',
      file: 'in/leadermigration.conf',
      line: 6,
      message: expect.stringMatching(/^line 6, column \d+: a bare \* .* write: component: "\*"$/) as string,
    }]);
  });

  it('fails so in the folder of a node that has no manifest yet', () => {
    expect(check(PAGE('  - name: route\n    component: *\n'), 'cp-1/etc/leadermigration.conf')).toMatchObject([
      { rule: 'leader-migration-config-refused', file: 'in/cp-1/etc/leadermigration.conf', line: 6 },
    ]);
  });

  it('fails at the item that a dash tears in two, with the corrected item', () => {
    expect(check(PAGE('  - name: route\n    component: "*"\n  - name: nodeipam\n  - component: "*"\n'))).toMatchObject([{
      rule: 'leader-migration-config-refused', line: 8, message: expect.stringContaining('- {name: nodeipam, component: "*"}') as string,
    }]);
  });

  it('accepts the assigned configuration', () => {
    expect(check(PAGE('  - name: route\n    component: kube-controller-manager\n'))).toEqual([]);
  });
});
