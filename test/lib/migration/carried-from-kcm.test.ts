import { ApiServerEndpoint } from '../../../src/lib/ccm/api-server-endpoint';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { AwsCredentials } from '../../../src/lib/ccm/aws-credentials';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { CloudConfig } from '../../../src/lib/cloud-config/cloud-config';
import { PROCESS_VARIABLES, processVariable } from '../../../src/lib/facts/process-environment';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { CONTROLLER_MANAGER, kubeadmNodes, withEdit, withEditEverywhere } from '../../nodes';

type Container = { readonly env?: readonly object[]; readonly volumeMounts?: readonly object[] };
type PodSpec = { readonly containers: readonly Container[] } & Record<string, any>;
interface Workload { readonly spec: PodSpec; readonly annotations: Record<string, string> }

/** kube-controller-manager of N with an environment, on each node. */
function withEnvironment(...env: readonly string[]): MigrationProps['nodes'] & object {
  const list = env.map(one => `    - ${one}\n`).join('');
  return withEditEverywhere(kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace(/^ {4}image: /m, `    env:\n${list}$&`));
}

function workload(nodes: MigrationProps['nodes'], more: Partial<MigrationProps> = {}): Workload {
  const migration = new Migration({
    clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes, ...more,
  });
  const { objects, staticPod } = migration._model.phase(MigrationPhase.MIXED).ccm!;
  const { metadata, spec } = (staticPod ?? objects.find(({ manifest: { kind } }) => kind === 'DaemonSet')!.manifest) as any;
  return { spec: spec.template?.spec ?? spec, annotations: metadata.annotations ?? {} };
}

/** Variables that were carried: without those of the endpoint. */
const carried = ({ spec }: Workload) =>
  (spec.containers[0].env ?? []).filter(({ name }: any) => !/^KUBERNETES_SERVICE/.test(name));
const HOSTS = '$(KUBERNETES_SERVICE_HOST)';

describe('what kube-controller-manager of N has in its environment', () => {
  it.each<[string, readonly string[], readonly object[]]>([
    ['nothing', [], []],
    ['a proxy, and where none is used', ['{name: HTTPS_PROXY, value: "http://proxy:3128"}', '{name: NO_PROXY, value: 10.0.0.0/8}'],
      [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }, { name: 'NO_PROXY', value: `10.0.0.0/8,${HOSTS}` }]],
    ['in lower case, as kubeadm writes it', ['{name: https_proxy, value: "http://proxy:3128"}', '{name: no_proxy, value: .internal}'],
      [{ name: 'https_proxy', value: 'http://proxy:3128' }, { name: 'no_proxy', value: `.internal,${HOSTS}` }]],
    ['a proxy for plain http alone', ['{name: HTTP_PROXY, value: "http://proxy:3128"}'],
      [{ name: 'HTTP_PROXY', value: 'http://proxy:3128' }, { name: 'NO_PROXY', value: '169.254.169.254' }]],
    ['no proxy for anything', ['{name: HTTPS_PROXY, value: "http://proxy:3128"}', '{name: NO_PROXY, value: "*"}'],
      [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }, { name: 'NO_PROXY', value: '*' }]],
    ['both spellings, of which that in capitals is read', [
      '{name: https_proxy, value: "http://proxy:3128"}', '{name: no_proxy, value: .internal}', '{name: NO_PROXY, value: 10.0.0.0/8}',
    ], [
      { name: 'https_proxy', value: 'http://proxy:3128' }, { name: 'no_proxy', value: '.internal' },
      { name: 'NO_PROXY', value: `10.0.0.0/8,${HOSTS}` },
    ]],
    ['what the AWS SDK, Go and client-go read', ['{name: AWS_REGION, value: eu-central-1}', '{name: GODEBUG, value: x509sha1=1}',
      '{name: KUBE_FEATURE_WatchListClient, value: "false"}', '{name: DISABLE_HTTP2, value: "1"}',
      '{name: HTTP2_PING_TIMEOUT_SECONDS, value: "5"}'],
    [{ name: 'AWS_REGION', value: 'eu-central-1' }, { name: 'GODEBUG', value: 'x509sha1=1' },
      { name: 'KUBE_FEATURE_WatchListClient', value: 'false' },
      { name: 'DISABLE_HTTP2', value: '1' }, { name: 'HTTP2_PING_TIMEOUT_SECONDS', value: '5' }]],
    ['a field of its pod', ['{name: AWS_ROLE_SESSION_NAME, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}'],
      [{ name: 'AWS_ROLE_SESSION_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }]],
    ['a secret that is named', ['{name: AWS_SECRET_ACCESS_KEY, valueFrom: {secretKeyRef: {name: aws, key: s}}}'],
      [{ name: 'AWS_SECRET_ACCESS_KEY', valueFrom: { secretKeyRef: { name: 'aws', key: 's' } } }]],
    ['a proxy of a ConfigMap, and where none is used', [
      '{name: HTTPS_PROXY, valueFrom: {configMapKeyRef: {name: proxy, key: p}}}',
      '{name: no_proxy, valueFrom: {configMapKeyRef: {name: proxy, key: n}}}',
    ], [
      { name: 'HTTPS_PROXY', valueFrom: { configMapKeyRef: { name: 'proxy', key: 'p' } } },
      { name: 'no_proxy_OF_KCM', valueFrom: { configMapKeyRef: { name: 'proxy', key: 'n' } } },
      { name: 'no_proxy', value: `$(no_proxy_OF_KCM),${HOSTS}` },
    ]],
    ['what is empty, or for something else', ['{name: HTTPS_PROXY, value: ""}', '{name: TZ, value: UTC}'], []],
    ['the address of an API server, beside a kubeconfig that says it', ['{name: KUBERNETES_SERVICE_HOST, value: 10.0.0.1}'], []],
  ])('has the cloud-controller-manager: %s', (_, env, expected) => {
    expect(carried(workload(env.length === 0 ? kubeadmNodes() : withEnvironment(...env)))).toEqual(expected);
  });

  it('is shown where something was added, and is not added where it asks the same API server', () => {
    const nodes = withEnvironment('{name: HTTPS_PROXY, value: "http://proxy:3128"}', '{name: NO_PROXY, value: 10.0.0.0/8}');
    expect(workload(nodes).annotations).toMatchObject({ 'ccm-migration/no-proxy': `${HOSTS} added to what kube-controller-manager has` });
    const ccm = AwsCcm.of({ run: { workload: CcmWorkload.staticPod() } });
    const kubeconfig = { '/etc/kubernetes/cloud-controller-manager.conf': 'apiVersion: v1\nkind: Config\n' };
    const files = nodes.map(node => ({ ...node, files: { ...node.files, ...kubeconfig } }));
    expect(carried(workload(files, { ccm }))).toContainEqual({ name: 'NO_PROXY', value: '10.0.0.0/8' });
  });

  it('is not carried where the cloud-controller-manager is given its own', () => {
    const nodes = withEnvironment('{name: AWS_SECRET_ACCESS_KEY, value: s3cret}', '{name: AWS_ACCESS_KEY_ID, value: AKIA}',
      '{name: AWS_REGION, value: eu-central-1}');
    const ccm = AwsCcm.of({ credentials: AwsCredentials.secret('aws'), run: { pod: { env: [{ name: 'AWS_REGION', value: 'eu-west-1' }] } } });
    expect(JSON.stringify(workload(nodes, { ccm }))).not.toContain('s3cret');
    expect(carried(workload(nodes, { ccm }))).toContainEqual({ name: 'AWS_REGION', value: 'eu-west-1' });
  });

  it.each(['NO_PROXY', 'no_proxy'])('is not carried, nor added to, where the cloud-controller-manager is given its own %s', name => {
    const nodes = withEnvironment('{name: HTTPS_PROXY, value: "http://proxy:3128"}', '{name: NO_PROXY, value: 10.0.0.0/8}');
    const own = { name, value: '10.0.0.0/8,192.0.2.1' };
    const found = workload(nodes, { ccm: AwsCcm.of({ run: { pod: { env: [own] } } }) });
    expect(carried(found)).toEqual([own, { name: 'HTTPS_PROXY', value: 'http://proxy:3128' }]);
    expect(found.annotations).not.toHaveProperty(['ccm-migration/no-proxy']);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['a secret as text', ['{name: AWS_SECRET_ACCESS_KEY, value: s3cret}'],
      /kube-controller-manager has AWS_SECRET_ACCESS_KEY, a secret, .*; give the cloud-controller-manager AwsCredentials\.secret/],
    ['a proxy with a password', ['{name: HTTPS_PROXY, value: "http://user:s3cret@proxy:3128"}'], /has HTTPS_PROXY with a password/],
    ['a file that is on no node', ['{name: AWS_SHARED_CREDENTIALS_FILE, value: /root/.aws/credentials}'],
      /has AWS_SHARED_CREDENTIALS_FILE, the file '\/root\/\.aws\/credentials', which no volume of it has from its node/],
    ['a folder of several that is on no node', ['{name: SSL_CERT_DIR, value: "/etc/ssl/certs:/opt/ca"}'],
      /has SSL_CERT_DIR, the file '\/opt\/ca', which no volume of it has from its node/],
  ])('is refused: %s', (_, env, message) => {
    expect(() => workload(withEnvironment(...env))).toThrow(message);
    expect(() => workload(withEnvironment(...env))).not.toThrow(/s3cret/);
  });

  it.each([['ConfigMap', 'configMapRef', 'configMapKeyRef'], ['Secret', 'secretRef', 'secretKeyRef']])(
    'is refused where it is all of a %s, until the cloud-controller-manager is given some of it', (kind, ref, keyRef) => {
      const nodes = withEditEverywhere(kubeadmNodes(), CONTROLLER_MANAGER,
        text => text.replace(/^ {4}image: /m, `    envFrom: [{${ref}: {name: proxy}}]\n$&`));
      expect(() => workload(nodes)).toThrow(`kube-controller-manager has every variable of ${kind} 'proxy' (envFrom), which no file of a node says`);
      const env = [{ name: 'HTTPS_PROXY', valueFrom: { [keyRef]: { name: 'proxy', key: 'HTTPS_PROXY' } } }];
      expect(carried(workload(nodes, { ccm: AwsCcm.of({ run: { pod: { env } } }) }))).toEqual(env);
    });

  it('is refused where two replicas disagree', () => {
    const nodes = withEnvironment('{name: AWS_REGION, value: eu-central-1}');
    const other = withEdit(nodes, CONTROLLER_MANAGER, text => text.replace('value: eu-central-1', 'value: eu-west-1'), 1);
    expect(() => workload(other)).toThrow(/disagree on the environment variable AWS_REGION, in .* and in .*; make them equal, or give/);
    const env = [{ name: 'AWS_REGION', value: 'eu-west-1' }];
    expect(carried(workload(other, { ccm: AwsCcm.of({ run: { pod: { env } } }) }))).toEqual(env);
  });

  it('has the files that it names, and the certificates of the host where calls go elsewhere', () => {
    const mounts = ({ spec }: Workload) => (spec.containers[0].volumeMounts ?? []).map(({ mountPath }: any) => mountPath);
    const bundle = withEnvironment('{name: AWS_CA_BUNDLE, value: /etc/ssl/certs/private.pem}');
    expect(mounts(workload(bundle))).toContain('/etc/ssl/certs');
    expect(mounts(workload(kubeadmNodes()))).not.toContain('/etc/ssl/certs');
    const several = withEnvironment('{name: SSL_CERT_DIR, value: "/etc/ssl/certs:/etc/kubernetes/pki"}');
    expect(mounts(workload(several))).toEqual(expect.arrayContaining(['/etc/ssl/certs', '/etc/kubernetes/pki']));
    expect(mounts(workload(withEnvironment('{name: HTTPS_PROXY, value: "http://proxy:3128"}')))).toContain('/etc/ssl/certs');
    const cloudConfig = CloudConfig.inline('[Global]\nKubernetesClusterID=prod-eu\nZone=eu-central-1a\n'
      + '[ServiceOverride "1"]\nService=ec2\nRegion=eu-central-1\nURL=https://ec2\n'
      + 'SigningRegion=eu-central-1\n');
    expect(mounts(workload(kubeadmNodes(), { cloudConfig }))).toContain('/etc/ssl/certs');
  });

  it('goes to a cloud-controller-manager that is told its API server, without the one of kube-controller-manager', () => {
    const without = withEditEverywhere(withEnvironment('{name: KUBERNETES_SERVICE_HOST, value: 10.0.0.1}'), CONTROLLER_MANAGER,
      text => text.replace(/^ *- --kubeconfig=.*\n/m, ''));
    expect(() => workload(without)).toThrow(/has KUBERNETES_SERVICE_HOST, by which it finds its API server; say it of the cloud-controller-/);
    const ccm = AwsCcm.of({ run: { pod: { apiServerEndpoint: ApiServerEndpoint.address('10.0.0.1', 443) } } });
    expect(carried(workload(without, { ccm }))).toEqual([]);
  });
});

it('names of hosts and DNS of its pod are those of the cloud-controller-manager', () => {
  const nodes = withEditEverywhere(kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace(/^spec:\n/m, 'spec:\n  dnsPolicy: None\n'
    + '  dnsConfig: {nameservers: [10.0.0.2]}\n  hostAliases: [{ip: 10.0.0.9, hostnames: [ec2.internal]}]\n'));
  expect(workload(nodes).spec).toMatchObject({
    dnsPolicy: 'None', dnsConfig: { nameservers: ['10.0.0.2'] }, hostAliases: [{ ip: '10.0.0.9', hostnames: ['ec2.internal'] }],
  });
  const ccm = AwsCcm.of({ run: { pod: { dnsPolicy: 'Default' } } });
  expect(workload(nodes, { ccm }).spec).toMatchObject({ dnsPolicy: 'Default' });
  expect(workload(nodes, { ccm }).spec.dnsConfig).toBeUndefined();
});

it('each variable has a source, and families are found by their names', () => {
  for (const { source } of PROCESS_VARIABLES) expect(source).toMatch(/@v|Go 1/);
  expect(['https_proxy', 'AWS_REGION', 'AWS_CA_BUNDLE', 'HTTP2_X', 'aws_region', 'TZ', 'PATH'].map(name => processVariable(name)?.use))
    .toEqual(['proxy', 'value', 'file', 'value', undefined, undefined, undefined]);
});
