import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { NodeSide } from '../../../../src/lib/kubernetes/node';
import { endingLine } from '../../../../src/lib/migration/endings';
import { MigrationApp } from '../../../../src/lib/plan/app/app';
import { endingsOfApp, rollsForward } from '../../../../src/lib/plan/app/endings';
import { readApp } from '../../../../src/lib/plan/app/read-app';
import { makePlan } from '../../../../src/lib/plan/plan';
import { renderMarkdown } from '../../../../src/lib/plan/render/markdown';
import { makeReport } from '../../../../src/lib/report/make-report';
import { renderMarkdown as renderReport } from '../../../../src/lib/report/render/markdown';
import { renderText } from '../../../../src/lib/report/render/text';
import { PLAIN } from '../../../../src/lib/text/style';
import { addFlag, APISERVER, atRelease, CONTROLLER_MANAGER, kubeadmNodes, withEdit, withEditEverywhere } from '../../../nodes';
import { appFiles, ofKubeadm } from '../app-fixture';

/** Two nodes of the control plane. */
const NODES = atRelease(kubeadmNodes().slice(0, 2), '1.24.17');
const FILES = appFiles({
  fromVersion: KubernetesVersion.of('1.24.17'),
  toVersion: KubernetesVersion.of('1.25.16'),
  nodes: withEdit(
    withEditEverywhere(NODES, APISERVER, addFlag('--service-account-api-audiences=api', '--tls-cert-file')),
    CONTROLLER_MANAGER, addFlag('--feature-gates=EndpointSlice=false,TTLAfterFinished=true'),
  ),
});
const APP = readApp(FILES);

/** `named kubelet --event-qps, ...` */
function rows(app: MigrationApp): string[] {
  return endingsOfApp(app).map(({ component, what, becomes }) => `${becomes} ${component} ${what.join(' ')}`);
}

/** The app as if it were of other releases. */
function between(from: string, to: string, app = APP): MigrationApp {
  return { ...app, releases: { [NodeSide.N]: from, [NodeSide.N_PLUS_1]: to } };
}

describe('what version N+1 takes away of an app', () => {
  it('is what version N has, each thing once, with the nodes', () => {
    expect(rows(APP)).toEqual([
      'carried kube-apiserver --service-account-api-audiences=api',
      'named kube-controller-manager feature gate EndpointSlice=false',
      'carried kube-controller-manager feature gate TTLAfterFinished=true',
      'named nodes taint node-role.kubernetes.io/master',
    ]);
    expect(endingsOfApp(APP).map(({ nodes }) => nodes.length)).toEqual([2, 1, 1, 0]);
  });

  it('has kubeadm\'s registry where its configuration names none', () => {
    expect(rows(readApp(ofKubeadm(FILES))).filter(row => row.includes('kubeadm')))
      .toEqual(['named kubeadm k8s.gcr.io, the default of imageRepository']);
  });

  it('has objects of the manifests that are not served', () => {
    const policy = 'apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata:\n  name: all\n';
    const files = new Map([...FILES, ['dist/n-plus-1/psp.k8s.yaml', policy]]);
    expect(rows(readApp(files))).toContain('named objects policy/v1beta1 PodSecurityPolicy all');
  });

  it('has pods that are scheduled by a label, or tolerate taints, of before', () => {
    const pods = (name: string, spec: string) => ['apiVersion: apps/v1', 'kind: DaemonSet', `metadata: {namespace: kube-system, name: ${name}}`,
      `spec: {selector: {matchLabels: {a: ${name}}}, template: {metadata: {labels: {a: ${name}}},`,
      `  spec: {containers: [{name: a, image: a}], ${spec}}}}`, ''].join('\n');
    const master = 'node-role.kubernetes.io/master';
    const manifests = [
      pods('by-label', `nodeSelector: {${master}: ""}`), pods('by-toleration', `tolerations: [{key: ${master}, operator: Exists}]`),
      pods('both', `tolerations: [{key: ${master}, operator: Exists}, {key: node-role.kubernetes.io/control-plane, operator: Exists}]`),
      pods('all', 'tolerations: [{operator: Exists}]'),
    ].join('---\n');
    const app = readApp(new Map([...FILES, ['dist/n-plus-1/pods.k8s.yaml', manifests]]));
    expect(rows(between('1.23.17', '1.24.17', app)).filter(row => row.includes('of pods'))).toEqual([
      `named nodes label ${master}, of pods of apps/v1 DaemonSet kube-system/by-label`,
      'named nodes taint node-role.kubernetes.io/control-plane, of pods of apps/v1 DaemonSet kube-system/by-toleration',
    ]);
  });

  it('is nothing between releases of one minor', () => {
    expect(rows(between('1.24.5', '1.24.17'))).toEqual([]);
  });
});

describe('where it is shown', () => {
  const line = endingLine(endingsOfApp(APP)[1]);

  it('is one line with what to do and the source', () => {
    expect(line).toBe('named: kube-controller-manager on 1 node, `feature gate EndpointSlice=false`, from 1.25 on: the gate is gone, and 1.25 '
      + 'ends at start with it: what it switches is always on. Before nodes change: take the gate out in version N first, and see the cluster '
      + 'without it. Source: k8s.io/kubernetes@v1.21.14 pkg/features/kube_features.go:767, the last row of it; k8s.io/kubernetes/pkg/features of '
      + '1.25 has none');
  });

  it('is in the runbook of a plan on which nodes come to version N+1, and asked for before', () => {
    const runbook = renderMarkdown(makePlan(FILES, 'n', 'mixed'));
    expect(runbook).toContain('## What 1.25.16 takes away\n');
    expect(runbook).toContain(`- ${line}\n`);
    expect(runbook).toContain('- what "What 1.25.16 takes away" asks for is done, or does not concern you;');
    expect(renderMarkdown(makePlan(FILES, 'mixed', 'n'))).not.toContain('takes away');
  });

  it('is in the report and the diff of that step alone', () => {
    const report = makeReport(FILES, { from: 'n', to: 'n-plus-1' });
    expect(report.steps.map(({ to, endings }) => `${to} ${endings.length}`)).toEqual(['mixed 4', 'n-plus-1 0']);
    expect(renderText(report, PLAIN)).toContain(line.replaceAll('`', ''));
    expect(renderReport(report)).toContain('What version N+1 takes away of what version N has');
  });

  it.each([
    [['n', 'mixed'], true], [['n', 'n-plus-1'], true], [['not-started', 'n', 'mixed'], true], [['mixed', 'n-plus-1'], true],
    [['mixed', 'n'], false], [['not-started', 'n'], false], [['n-plus-1', 'disabled'], false], [['n-plus-1', 'mixed'], false],
  ] as const)('%j rolls forward: %s', (states, expected) => {
    expect(rollsForward(states)).toBe(expected);
  });
});
