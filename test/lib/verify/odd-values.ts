import * as fc from 'fast-check';
import { ccm, configuration, node } from '../rules/input';

type Draw = <T>(from: fc.Arbitrary<T>) => T;
type File = readonly [string, string];

const PLACEHOLDERS = ['${X}', '{{ x }}', '<x>', '$X', '{{ ds.meta_data.local_ipv4 }}'];
const minor = fc.integer({ min: 5, max: 60 });
const patch = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 30 }) }, fc.constantFrom('00', '01', '99999', '99999999999999999', 'x', ''));

/** Versions as manifests have them: releases that there are and others, builds of distributions, and what is none. */
const version = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom('', 'v'), minor, patch).map(([v, ...rest]) => `${v}1.${rest.join('.')}`) },
  {
    weight: 2,
    arbitrary: fc.tuple(minor, fc.nat(20), fc.constantFrom('-eks-1', '+k3s1', '-alpha.0', '_vmware.1', '-rc.1'))
      .map(([m, p, end]) => `v1.${m}.${p}${end}`),
  },
  { weight: 1, arbitrary: minor.map(m => `v1.0${m}.3`) },
  { weight: 1, arbitrary: minor.map(m => `1.${m}`) },
  { weight: 1, arbitrary: fc.constantFrom('', 'latest', '2.0.0', 'v1', '1.1234.5', '1.30', ...PLACEHOLDERS) },
);

const address = fc.oneof(
  fc.constantFrom('0.0.0.0', '127.0.0.1', '10.0.0.1', '010.0.0.1', '256.1.1.1', '::', '::1', 'fd00::1', 'FD00:0::1', '::ffff:10.0.0.1', '[::1]'),
  fc.constantFrom('', 'fe80::1%eth0', 'localhost', 'api.example.com', '1::2::3', ':', '10.0.0.1,fd00::1', ...PLACEHOLDERS),
);

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('prod', 'aws', 'external', 'service', 'route', 'nodeipam', 'cloud-provider-extraction-migration') },
  { weight: 1, arbitrary: fc.constantFrom('', '*', 'constructor', '__proto__', 'toString', 'A b', 'ä', '-', '--', 'null', ...PLACEHOLDERS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);

const quoted = (text: string) => JSON.stringify(text);

/** Flags that the reader looks at, with values of any kind; some without. */
const FLAGS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'cloud-provider': fc.oneof({ weight: 3, arbitrary: fc.constantFrom('aws', 'external', 'gce') }, name),
  'bind-address': address,
  'advertise-address': address,
  'node-ip': address,
  'secure-port': fc.constantFrom('0', '10257', '10258', '99999', 'abc', '${X}'),
  'cluster-cidr': fc.tuple(address, fc.constantFrom('/16', '/64', '', '/x')).map(parts => parts.join('')),
  'feature-gates': fc.tuple(
    fc.oneof(fc.constantFrom('CSIMigrationAWS', 'ControllerManagerLeaderMigration', 'DisableCloudProviders', 'AllBeta'), name),
    fc.constantFrom('true', 'false', 'x'),
  ).map(parts => parts.join('=')),
  'controllers': name.map(one => `*,${one}`),
  'leader-elect': fc.constantFrom('true', 'false', 'x'),
  'leader-elect-resource-lock': fc.oneof(fc.constantFrom('leases', 'endpoints', 'endpointsleases'), name),
  'leader-elect-resource-name': name,
  'leader-elect-lease-duration': fc.constantFrom('15s', '1h', '0', 'x', '${X}'),
  'enable-leader-migration': fc.constantFrom('true', 'false', 'x'),
  'leader-migration-config': fc.constantFrom('/etc/leadermigration.conf', '/elsewhere', ''),
  'configure-cloud-routes': fc.constantFrom('true', 'false'),
  'cidr-allocator-type': name,
  'external-cloud-volume-plugin': name,
  'provider-id': name,
  'logging-format': fc.constantFrom('text', 'json', 'x'),
  'master': address,
  'etcd-servers': address.map(host => `https://${host}:2379`),
  'authorization-mode': fc.constantFrom('Node,RBAC', 'AlwaysAllow', 'X'),
  'no-such-flag': name,
  'node-labels': name.map(one => `a=${one}`),
  'register-with-taints': name,
  'config-dir': name,
};

const flag = fc.constantFrom(...Object.keys(FLAGS)).chain(key =>
  fc.oneof({ weight: 9, arbitrary: FLAGS[key].map(value => `--${key}=${value}`) }, fc.constant(`--${key}`)));
const flags = fc.array(flag, { maxLength: 6 });
const args = fc.array(fc.constantFrom(...Object.keys(FLAGS)).chain(key => FLAGS[key].map(value => [key, value] as const)), { maxLength: 4 });

const mapOf = (pairs: readonly (readonly [string, string])[]) => quoted(Object.fromEntries(pairs) as never);
const api = fc.constantFrom('v1alpha1', 'v1beta1', 'v1', 'v9');
const configFile = (draw: Draw) => 'kind: LeaderMigrationConfiguration\n'
  + `apiVersion: controllermanager.config.k8s.io/${draw(api)}\nleaderName: ${quoted(draw(name))}\n`
  + `resourceLock: leases\ncontrollerLeaders: [{name: ${quoted(draw(name))}, component: ${quoted(draw(name))}}]\n`;

/** A unit, whose release its folder or a drop-in says. */
function unitNode(draw: Draw): readonly File[] {
  return [
    ['etc/systemd/system/kube-controller-manager.service', `[Service]\nExecStart=/usr/bin/kube-controller-manager ${draw(flags).join(' ')}\n`],
    ['etc/systemd/system/kube-controller-manager.service.d/90-ccm.conf', `[X-CcmMigration]\nKubernetesVersion=${draw(version)}\n`],
    ['etc/systemd/system/kubelet.service', `[Service]\nExecStart=/usr/bin/kubelet ${draw(flags).join(' ')}\n`],
  ];
}

const SHAPES: Readonly<Record<string, (draw: Draw) => readonly File[]>> = {
  'static pods': draw => Object.entries(node({
    version: draw(version).replace(/^v/, ''),
    kcm: draw(flags),
    apiserver: draw(flags),
    kubelet: draw(flags),
    files: { 'etc/leadermigration.conf': draw(fc.boolean()) ? configFile(draw) : configuration(['route', 'service']) },
  })).map(([path, text]): File => [`nodes/${draw(fc.constantFrom('a', 'b'))}/${path}`, text]),
  'units': draw => unitNode(draw).map(([path, text]): File => [`nodes/u/${path}`, text]),
  'our own index': draw => [
    ['out/migration.json', JSON.stringify({ schemaVersion: 1, cluster: 'prod', releases: { from: draw(version), to: draw(version) } })],
    ...unitNode(draw).map(([path, text]): File => [`out/control-plane-n/u/${path}`, text]),
  ],
  'a workload': draw => Object.entries(ccm({
    image: `registry.k8s.io/provider-aws/cloud-controller-manager:${draw(version)}`,
    kind: draw(fc.constantFrom('DaemonSet', 'Deployment')),
    flags: draw(flags),
    annotations: `x: ${quoted(draw(name))}`,
    ...draw(fc.boolean()) ? { config: configFile(draw) } : {},
  })),
  'another image': draw => Object.entries(ccm({ image: `${draw(name)}/cloud-controller-manager:${draw(version)}`, flags: draw(flags) }))
    .map(([path, text]): File => [`other-${path}`, text.replace(/aws-cloud-controller-manager/g, 'other-ccm')]),
  'kubeadm': draw => [['kubeadm.yaml', `apiVersion: kubeadm.k8s.io/${draw(fc.constantFrom('v1beta1', 'v1beta2', 'v1beta3'))}
kind: ClusterConfiguration
kubernetesVersion: ${quoted(draw(version))}
controlPlaneEndpoint: ${quoted(draw(address))}
apiServer: {extraArgs: ${mapOf(draw(args))}}
controllerManager: {extraArgs: ${mapOf(draw(args))}}
---
apiVersion: kubeadm.k8s.io/v1beta3
kind: ${draw(fc.constantFrom('InitConfiguration', 'JoinConfiguration'))}
localAPIEndpoint: {advertiseAddress: ${quoted(draw(address))}}
nodeRegistration: {name: ${quoted(draw(name))}, kubeletExtraArgs: ${mapOf(draw(args))}}
`]],
  'Cluster API': draw => [['capi.yaml', `apiVersion: controlplane.cluster.x-k8s.io/v1beta1
kind: KubeadmControlPlane
metadata: {name: cp, namespace: clusters}
spec:
  version: ${quoted(draw(version))}
  replicas: 3
  kubeadmConfigSpec:
    clusterConfiguration: {controllerManager: {extraArgs: ${mapOf(draw(args))}}, apiServer: {extraArgs: ${mapOf(draw(args))}}}
    initConfiguration: {nodeRegistration: {kubeletExtraArgs: ${mapOf(draw(args))}}, localAPIEndpoint: {advertiseAddress: ${quoted(draw(address))}}}
    joinConfiguration: {nodeRegistration: {kubeletExtraArgs: ${mapOf(draw(args))}}}
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: MachineDeployment
metadata: {name: md, namespace: clusters}
spec:
  template:
    spec: {version: ${quoted(draw(version))}, bootstrap: {configRef: {kind: KubeadmConfigTemplate, name: md}}}
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
kind: KubeadmConfigTemplate
metadata: {name: md, namespace: clusters}
spec: {template: {spec: {joinConfiguration: {nodeRegistration: {kubeletExtraArgs: ${mapOf(draw(args))}}}}}}
`]],
  'kops': draw => [['kops.yaml', `apiVersion: kops.k8s.io/v1alpha2
kind: Cluster
metadata: {name: ${quoted(draw(name))}}
spec: {cloudProvider: aws, kubernetesVersion: ${quoted(draw(version))}, networking: {calico: {}}, nonMasqueradeCIDR: ${quoted(draw(address))}}
`]],
  'KubeOne': draw => [['kubeone.yaml', `apiVersion: kubeone.k8c.io/v1beta2
kind: KubeOneCluster
name: ${quoted(draw(name))}
versions: {kubernetes: ${quoted(draw(version))}}
cloudProvider: {aws: {}, external: ${draw(fc.boolean())}}
`]],
  'KKP': draw => [['kkp.yaml', `apiVersion: kubermatic.k8c.io/v1
kind: Cluster
metadata: {name: ${quoted(draw(name))}}
spec: {cloud: {aws: {}, providerName: aws}, features: {externalCloudProvider: ${draw(fc.boolean())}}, version: ${quoted(draw(version))}}
`]],
  'RKE2': draw => [['rancher.yaml', `apiVersion: provisioning.cattle.io/v1
kind: Cluster
metadata: {name: ${quoted(draw(name))}}
spec:
  kubernetesVersion: ${quoted(draw(version))}
  rkeConfig: {machineGlobalConfig: {cloud-provider-name: aws, kube-controller-manager-arg: [${quoted(draw(name))}]}}
`]],
  'Nodes': draw => [['nodes.yaml', `apiVersion: v1
kind: Node
metadata: {name: ${quoted(draw(name))}, labels: {node-role.kubernetes.io/control-plane: ""}}
spec: {providerID: ${quoted(draw(name))}}
status: {nodeInfo: {kubeletVersion: ${quoted(draw(version))}}, addresses: [{type: InternalIP, address: ${quoted(draw(address))}}]}
`]],
  'a loose configuration': draw => [['leader-migration.yaml', configFile(draw)]],
};

const INSTALLERS = ['kubeadm', 'Cluster API', 'kops', 'KubeOne', 'KKP', 'RKE2'];

/** An input of a few files with values of any kind, and what these are. */
export function oddInput(
  generator: fc.GeneratorValue,
): { readonly shapes: readonly string[]; readonly files: ReadonlyMap<string, { readonly text: string }> } {
  const draw: Draw = from => generator(() => from);
  const drawn = draw(fc.uniqueArray(fc.constantFrom(...Object.keys(SHAPES)), { minLength: 1, maxLength: 4 }));
  // Each of these is a cluster of its own, and two are refused.
  const [, ...others] = drawn.filter(shape => INSTALLERS.includes(shape));
  const shapes = drawn.filter(shape => !others.includes(shape));
  return { shapes, files: new Map(shapes.flatMap(shape => SHAPES[shape](draw)).map(([path, text]) => [path, { text }])) };
}
