import { ccm, check, Files, KCM_26, KCM_27, node } from '../rules/input';

/** Manifests that a distribution applies from its nodes, and the static pods that Talos prints. */
const CCM = ccm()['ccm.yaml'];
const OLD = node({ kcm: KCM_26, mounts: [] });
const NEW = node({ version: '1.27.16', kcm: KCM_27, mounts: [] });
const POD = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const nodes = (files: Files, count: number, path: string): Files => Object.fromEntries(Array.from({ length: count }, (_, index) => index)
  .flatMap(index => Object.entries({ ...files, [path]: CCM }).map(([name, text]) => [`cp-${index}/${name}`, text])));

const verdictsOf = (files: Files) => {
  const { exclusivity, liveness } = check({ in: files });
  return [exclusivity.verdict, liveness.verdict];
};

describe('manifests on nodes that their distribution applies', () => {
  it.each(['var/lib/rancher/rke2/server/manifests/aws-ccm.yaml', 'var/lib/rancher/k3s/server/manifests/cloud/ccm.yml',
    'var/lib/k0s/manifests/ccm/aws.yaml'])('%s is an object of the cluster, once however many nodes have it', path => {
    expect(verdictsOf(nodes(OLD, 1, path))).toEqual(['broken', 'holds']);
    expect(verdictsOf(nodes(NEW, 3, path))).toEqual(['holds', 'holds']);
    expect(check({ in: nodes(NEW, 3, path) }).seen.workloads).toHaveLength(1);
  });

  it('is unknown where it is a chart of one', () => {
    const chart = 'apiVersion: helm.cattle.io/v1\nkind: HelmChart\nmetadata: {name: ccm, namespace: kube-system}\n'
      + 'spec: {chart: aws-cloud-controller-manager}\n';
    expect(verdictsOf({ ...OLD, 'var/lib/rancher/rke2/server/manifests/x.yaml': chart })).toEqual(['unknown', 'unknown']);
  });
});

describe('the static pods that talosctl prints', () => {
  const printed = (address: string, files: Files) => `node: ${address}\nmetadata:\n    namespace: k8s\n    type: StaticPods.kubernetes.talos.dev\n`
    + `    id: kube-controller-manager\n    version: 1\n    phase: running\nspec:\n${files[POD].replace(/^(?=.)/gm, '    ')}`;

  it('are those of their nodes', () => {
    const result = check({ in: { 'pods.yaml': `${printed('10.0.0.1', OLD)}---\n${printed('10.0.0.2', OLD)}`, 'ccm.yaml': CCM } });
    expect(result.exclusivity.verdict).toBe('broken');
    expect(result.exclusivity.counterexamples.map(({ file, line }) => [file, line])).toContainEqual(['in/pods.yaml', 9]);
    expect(verdictsOf({ 'pods.yaml': `${printed('10.0.0.1', NEW)}---\n${printed('10.0.0.2', NEW)}`, 'ccm.yaml': CCM })).toEqual(['holds', 'holds']);
  });

  it('are unknown beside something else in their file', () => {
    expect(verdictsOf({ 'pods.yaml': `${printed('10.0.0.1', OLD)}---\nx: 1\n`, 'ccm.yaml': CCM })).not.toContain('holds');
  });
});
