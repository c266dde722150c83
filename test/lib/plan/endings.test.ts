import { appFiles, ofKubeadm } from './app-fixture';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput } from '../../../src/lib/kubernetes/node';
import { endingLine } from '../../../src/lib/migration/endings';
import { readApp } from '../../../src/lib/plan/app';
import { endingsOfApp, rollsForward } from '../../../src/lib/plan/endings';
import { makePlan } from '../../../src/lib/plan/plan';
import { renderMarkdown } from '../../../src/lib/plan/render/markdown';
import { makeReport } from '../../../src/lib/report/make-report';
import { renderMarkdown as renderReport } from '../../../src/lib/report/render/markdown';
import { renderText } from '../../../src/lib/report/render/text';
import { PLAIN } from '../../../src/lib/text/style';
import { addFlag, APISERVER, atRelease, CONTROLLER_MANAGER, kubeadmNodes, SCHEDULER, withEdit, withEditEverywhere } from '../../nodes';

function upgrade(from: string, to: string, nodes: readonly NodeInput[] = kubeadmNodes()): ReadonlyMap<string, string> {
  return appFiles({ fromVersion: KubernetesVersion.of(from), toVersion: KubernetesVersion.of(to), nodes: atRelease(nodes, from) });
}

/** `named kubelet --event-qps, ...`, without what every pair of these releases has. */
function rows(files: ReadonlyMap<string, string>): string[] {
  return endingsOfApp(readApp(files)).map(({ component, what, becomes }) => `${becomes} ${component} ${what.join(' ')}`);
}

const FILES = upgrade('1.24.17', '1.25.16', withEdit(
  withEditEverywhere(kubeadmNodes(), APISERVER, addFlag('--service-account-api-audiences=api', '--tls-cert-file')),
  CONTROLLER_MANAGER, addFlag('--feature-gates=EndpointSlice=false,TTLAfterFinished=true'),
));

describe('what version N+1 takes away of an app', () => {
  it('is what version N has, each thing once, with the nodes', () => {
    expect(rows(FILES)).toEqual([
      'carried kube-apiserver --service-account-api-audiences=api',
      'named kube-controller-manager feature gate EndpointSlice=false',
      'carried kube-controller-manager feature gate TTLAfterFinished=true',
      'named nodes taint node-role.kubernetes.io/master',
    ]);
    expect(endingsOfApp(readApp(FILES)).map(({ nodes }) => nodes.length)).toEqual([3, 1, 1, 0]);
  });

  it('has a flag under its other name, and values that mean nothing as carried', () => {
    const flags = addFlag('--logtostderr=true');
    const files = upgrade('1.25.16', '1.26.15', withEdit(withEdit(kubeadmNodes(), SCHEDULER, flags), SCHEDULER, addFlag('--log-dir=/var/log'), 1));
    expect(rows(files)).toEqual([
      'carried kube-scheduler --logtostderr=true', 'named kube-scheduler --log-dir=/var/log', 'named kubelet CRI v1alpha2',
    ].sort());
  });

  it('has kubeadm\'s registry where its configuration names none', () => {
    expect(rows(ofKubeadm(FILES)).filter(row => row.includes('kubeadm'))).toEqual(['named kubeadm k8s.gcr.io, the default of imageRepository']);
  });

  it('has objects of the manifests that are not served', () => {
    const policy = 'apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata:\n  name: all\n';
    const files = new Map([...FILES, ['dist/n-plus-1/psp.k8s.yaml', policy]]);
    expect(rows(files)).toContain('named objects policy/v1beta1 PodSecurityPolicy all');
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
    const files = new Map([...upgrade('1.23.17', '1.24.17'), ['dist/n-plus-1/pods.k8s.yaml', manifests]]);
    expect(rows(files).filter(row => row.includes('of pods'))).toEqual([
      `named nodes label ${master}, of pods of apps/v1 DaemonSet kube-system/by-label`,
      'named nodes taint node-role.kubernetes.io/control-plane, of pods of apps/v1 DaemonSet kube-system/by-toleration',
    ]);
  });

  it('is nothing between releases of one minor', () => {
    expect(rows(upgrade('1.26.15', '1.26.15'))).toEqual([]);
  });
});

describe('where it is shown', () => {
  const line = endingLine(endingsOfApp(readApp(FILES))[1]);

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
    for (const [from, to] of [['not-started', 'n'], ['mixed', 'n'], ['n-plus-1', 'disabled']] as const) {
      expect(renderMarkdown(makePlan(FILES, from, to))).not.toContain('takes away');
    }
  });

  it('is in the report and the diff of that step alone', () => {
    const report = makeReport(FILES, { from: 'not-started', to: 'disabled' });
    expect(report.steps.map(({ to, endings }) => `${to} ${endings.length}`)).toEqual(['n 0', 'mixed 4', 'n-plus-1 0', 'disabled 0']);
    expect(renderText(report, PLAIN)).toContain(line.replaceAll('`', ''));
    expect(renderReport(report)).toContain('What version N+1 takes away of what version N has:');
  });

  it.each([
    [['n', 'mixed'], true], [['n', 'n-plus-1'], true], [['not-started', 'n', 'mixed'], true], [['mixed', 'n-plus-1'], true],
    [['mixed', 'n'], false], [['not-started', 'n'], false], [['n-plus-1', 'disabled'], false], [['n-plus-1', 'mixed'], false],
  ] as const)('%j rolls forward: %s', (states, expected) => {
    expect(rollsForward(states)).toBe(expected);
  });
});
