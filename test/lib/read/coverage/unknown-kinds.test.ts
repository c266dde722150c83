import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { INERT_KINDS } from '../../../../src/lib/facts/inert-kinds';
import { READ_KINDS } from '../../../../src/lib/facts/read-kinds';
import { VerifyInput } from '../../../../src/lib/read/input/input';
import { claimsOn } from '../../../../src/lib/verify/accept';
import { acceptancesIn } from '../../../../src/lib/verify/acceptance-file';
import { check, Files } from '../../rules/input';
import { BESIDE } from '../odd-shapes';

const object = (apiVersion: string, kind: string, name = 'x', more: object = {}) =>
  `${JSON.stringify({ apiVersion, kind, metadata: { name, namespace: 'x' }, spec: {}, ...more })}\n---\n`;
const result = (files: Files, said: Omit<VerifyInput, 'directories'> = {}) => check({ in: { ...BESIDE, ...files } }, said);
const verdictsOf = (files: Files, said: Omit<VerifyInput, 'directories'> = {}) => {
  const { exclusivity, liveness } = result(files, said);
  return [exclusivity.verdict, liveness.verdict];
};

describe('a kind that no reader and no table knows', () => {
  it.each<[string, string, string]>([
    ['an operator of a company', 'platform.corp.example/v1', 'Stack'],
    ['a runner of Jobs', 'batch.volcano.sh/v1alpha1', 'Job'],
    ['a workflow', 'argoproj.io/v1alpha1', 'Workflow'],
    ['a backup that is applied', 'velero.io/v1', 'Restore'],
    ['a plan that changes nodes', 'upgrade.cattle.io/v1', 'Plan'],
    ['a file for nodes', 'machineconfiguration.openshift.io/v1', 'MachineConfig'],
    ['a copy of roles', 'hnc.x-k8s.io/v1alpha2', 'HierarchyConfiguration'],
    ['rights that are made', 'rbacmanager.reactiveops.io/v1beta1', 'RBACDefinition'],
    ['objects of Crossplane', 'kubernetes.crossplane.io/v1alpha2', 'Object'],
    ['a machine in the cloud', 'ec2.aws.upbound.io/v1beta1', 'Instance'],
    ['nodes of another cluster', 'eks.services.k8s.aws/v1alpha1', 'Nodegroup'],
    ['another control plane of Cluster API', 'controlplane.cluster.x-k8s.io/v1alpha3', 'TalosControlPlane'],
    ['a kind that Kubernetes has not', 'apps/v1', 'Deplyoment'],
    ['a kind in the wrong group', 'v1', 'DaemonSet'],
    ['the name of an inert kind in another group', 'monitoring.example.com/v1', 'ServiceMonitor'],
    ['a pod that is sent to a node', 'v1', 'Binding'],
    ['an eviction', 'policy/v1', 'Eviction'],
    ['a kind without a group', 'stack', 'Stack'],
  ])('is unknown: %s', (_, apiVersion, kind) => expect(verdictsOf({ 'x.yaml': object(apiVersion, kind) })).toEqual(['unknown', 'unknown']));

  it.each<[string, string, string]>([
    ['a certificate', 'cert-manager.io/v1', 'Certificate'],
    ['a scrape', 'monitoring.coreos.com/v1', 'ServiceMonitor'],
    ['Prometheus', 'monitoring.coreos.com/v1', 'Prometheus'],
    ['names', 'externaldns.k8s.io/v1alpha1', 'DNSEndpoint'],
    ['addresses', 'metallb.io/v1beta1', 'IPAddressPool'],
    ['a policy of Cilium', 'cilium.io/v2', 'CiliumNetworkPolicy'],
    ['a route of Istio', 'networking.istio.io/v1', 'VirtualService'],
    ['a route', 'gateway.networking.k8s.io/v1', 'HTTPRoute'],
    ['workers of Karpenter', 'karpenter.k8s.aws/v1', 'EC2NodeClass'],
    ['a volume of Longhorn', 'longhorn.io/v1beta2', 'RecurringJob'],
    ['a cluster of Ceph', 'ceph.rook.io/v1', 'CephCluster'],
    ['a scaler', 'keda.sh/v1alpha1', 'ScaledObject'],
    ['a service of Knative', 'serving.knative.dev/v1', 'Service'],
    ['a task of Tekton', 'tekton.dev/v1', 'Task'],
    ['a provider of Crossplane', 'pkg.crossplane.io/v1', 'Provider'],
    ['a bucket', 's3.aws.upbound.io/v1beta1', 'Bucket'],
    ['a database in the cloud', 'rds.services.k8s.aws/v1alpha1', 'DBInstance'],
    ['a database', 'postgresql.cnpg.io/v1', 'Cluster'],
    ['a topic', 'kafka.strimzi.io/v1beta2', 'KafkaTopic'],
    ['a Rollout', 'argoproj.io/v1alpha1', 'Rollout'],
    ['a chart of another', 'helm.toolkit.fluxcd.io/v2', 'HelmRelease'],
    ['load balancers of another controller', 'elbv2.k8s.aws/v1beta1', 'TargetGroupBinding'],
    ['a collector', 'opentelemetry.io/v1beta1', 'OpenTelemetryCollector'],
    ['a snapshot', 'snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass'],
    ['a definition', 'apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
    ['a volume of a class', 'storage.k8s.io/v1', 'StorageClass'],
    ['the network of Calico', 'operator.tigera.io/v1', 'Installation'],
    ['a machine of a cloud', 'infrastructure.cluster.x-k8s.io/v1beta2', 'AWSMachineTemplate'],
  ])('is not %s', (_, apiVersion, kind) => expect(verdictsOf({ 'x.yaml': object(apiVersion, kind) })).toEqual(['holds', 'holds']));

  it.each<[string, string, string, object]>([
    ['containers of Prometheus', 'monitoring.coreos.com/v1', 'Prometheus',
      { containers: [{ name: 'x', image: 'registry.k8s.io/kube-controller-manager:v1.26.15', command: ['kube-controller-manager'] }] }],
    ['a command of a collector', 'opentelemetry.io/v1beta1', 'OpenTelemetryCollector', {
      initContainers: [{
        name: 'x', image: 'x', command: ['sh', '-c', 'kube-controller-manager --cloud-provider=aws'],
      }],
    }],
    ['user data of Karpenter', 'karpenter.k8s.aws/v1', 'EC2NodeClass', { userData: '#!/bin/sh\nkube-controller-manager --cloud-provider=aws\n' }],
  ])('is looked through where its controller makes pods: %s', (_, apiVersion, kind, spec) =>
    expect(verdictsOf({ 'x.yaml': object(apiVersion, kind, 'x', { spec }) })).not.toEqual(['holds', 'holds']));

  it('is told once, with a line for each kind and the rows that would settle it', () => {
    const files = {
      'a.yaml': `${object('b.example/v1', 'Bar')}${object('a.example/v1', 'Foo')}${object('a.example/v2', 'Foo', 'y')}`,
      'c.yaml': ['C', 'D'].map(kind => object('c.example/v1', kind)).join(''),
    };
    const { exclusivity, liveness } = result(files);
    expect(liveness.unknown).toEqual(exclusivity.unknown);
    expect(exclusivity.unknown).toEqual([expect.objectContaining({
      file: 'in/a.yaml',
      line: 1,
      what: '4 kinds that no reader and no table knows: Bar of b.example, Foo of a.example, C of c.example and 1 more',
      lines: [
        'Bar of b.example: 1 object, the first at in/a.yaml:1', 'Foo of a.example: 2 objects, the first at in/a.yaml:3',
        'C of c.example: 1 object, the first at in/c.yaml:1', 'D of c.example: 1 object, the first at in/c.yaml:3',
      ],
    })]);
    const { inertKinds } = acceptancesIn(exclusivity.unknown[0].rows!.join('\n'), 'accepted.yaml');
    const settled = result(files, { inertKinds: claimsOn(inertKinds, '2027-01-01') });
    expect([settled.exclusivity.verdict, settled.liveness.verdict]).toEqual(['holds', 'holds']);
    expect(settled.takenAsInert).toHaveLength(4);
    expect(settled.assumptions.map(({ text }) => text)).toContain('The controller of Foo of a.example makes no pods, locks, rights or policies that '
      + 'matter here, as the file of accepted findings says: its controller makes no pods, locks, rights or policies.');
  });

  it('counts for nothing of what its objects hold, where it is taken to be inert', () => {
    const spec = { chart: 'aws-cloud-controller-manager', patches: [{ kind: 'DaemonSet', name: 'aws-cloud-controller-manager', patch: 'x' }] };
    const files = { 'x.yaml': object('platform.corp.example/v1', 'Stack', 'x', { spec }) };
    expect(verdictsOf(files)).toEqual(['unknown', 'unknown']);
    expect(verdictsOf(files, { inertKinds: [{ group: 'platform.corp.example', kind: 'Stack', reason: 'r' }] })).toEqual(['holds', 'holds']);
    expect(verdictsOf(files, { inertKinds: [{ group: 'corp.example', kind: 'Stack', reason: 'r' }] })).toEqual(['unknown', 'unknown']);
  });

  it('is not said where nothing else is in the input', () => {
    expect(() => check({ in: { 'x.yaml': object('platform.corp.example/v1', 'Stack') } })).toThrow('nothing to check');
  });
});

describe('the tables of kinds', () => {
  it('have a reason and a source in each row of inert ones, and no kind twice', () => {
    const seen = new Map<string, string>();
    for (const { groups, kinds, reason, source } of INERT_KINDS) {
      expect([reason.length > 8, /https:\/\/\S{6}|\S+\/\S+/.test(source), source]).toEqual([true, true, source]);
      for (const key of groups.flatMap(group => (kinds ?? ['*']).map(kind => `${group}/${kind}`))) {
        expect([key, seen.get(key)]).toEqual([key, undefined]);
        seen.set(key, reason);
      }
    }
  });

  it('name readers that there are', () => {
    for (const file of READ_KINDS.flatMap(({ by }) => by)) expect([file, existsSync(join(__dirname, '../../../..', file))]).toEqual([file, true]);
  });
});
