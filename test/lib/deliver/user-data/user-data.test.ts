import { parse } from 'yaml';
import { hasSecret } from '../../../../src/lib/cloud-config/secrets';
import { joinOfGroup } from '../../../../src/lib/deliver/kubeadm/join';
import { USER_DATA, userDataFiles } from '../../../../src/lib/deliver/user-data/user-data';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { NodeRole, NodeSide } from '../../../../src/lib/kubernetes/node';
import { Migration } from '../../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../../src/lib/migration/migration-phase';
import { NodeReplacement, NodeReplacementOptions } from '../../../../src/lib/migration/replacement/node-replacement';
import { CLOUD_CONFIG, KUBELET_CONFIG, kubeadmNodes, MIGRATION_FILE, withEditEverywhere } from '../../../nodes';

const JOIN = `# How this node joined.
apiVersion: kubeadm.k8s.io/v1beta3
kind: JoinConfiguration
discovery:
  bootstrapToken:
    apiServerEndpoint: api.prod-eu.example.com:6443
    token: abcdef.0123456789abcdef
    caCertHashes:
      - sha256:7c2e69131a36ae2a042a339b33381c6d0d43887e2de83720eff5359e26aec866
nodeRegistration:
  name: ip-10-0-1-101.eu-central-1.compute.internal
  kubeletExtraArgs:
    cloud-provider: aws
    node-ip: 10.0.1.101
`;

interface UserData {
  readonly write_files: readonly Readonly<Record<'path' | 'permissions' | 'owner' | 'content' | 'encoding', string>>[];
  readonly runcmd?: readonly (readonly string[])[];
  readonly fqdn?: string;
}

function userData(
  options: NodeReplacementOptions, nodes = kubeadmNodes(), side = NodeSide.N_PLUS_1, group = 'control-plane',
): { text: string; data: UserData } {
  const migration = new Migration({
    clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes, nodeReplacement: { [group]: NodeReplacement.replace(options) },
  });
  const phase = MigrationPhase.MIXED;
  const found = userDataFiles(migration, phase, migration._model.phase(phase).nodeFiles).filter(file => file.side === side);
  expect(found.map(({ node, path }) => [node, path])).toEqual([[group, USER_DATA]]);
  return { text: found[0].content, data: parse(found[0].content) as UserData };
}

describe('user data of an image', () => {
  it('writes every file of the node, with its rights, and gives the host the name of its instance', () => {
    const { text, data } = userData({});
    expect(text.split('\n').slice(0, 2)).toEqual(['## template: jinja', '#cloud-config']);
    expect(data.write_files.map(({ path }) => path)).toEqual([
      CLOUD_CONFIG, '/etc/kubernetes/manifests/kube-apiserver.yaml', '/etc/kubernetes/manifests/kube-controller-manager.yaml',
      '/etc/kubernetes/manifests/kube-scheduler.yaml', '/var/lib/kubelet/config.yaml', '/var/lib/kubelet/kubeadm-flags.env',
    ]);
    expect(data.write_files[1]).toMatchObject({ permissions: '0600', owner: 'root:root' });
    expect(data.fqdn).toBe('{{ ds.meta_data.local_hostname }}');
    expect(data.runcmd).toBeUndefined();
    expect(text).not.toMatch(/10\.0\.\d\.\d/);
  });

  it('of version N has Leader Migration on', () => {
    const { data } = userData({}, kubeadmNodes(), NodeSide.N);
    expect(data.write_files.map(({ path }) => path)).toContain(MIGRATION_FILE);
    expect(data.write_files.find(({ path }) => path.endsWith('controller-manager.yaml'))!.content).toContain('--enable-leader-migration=true');
  });

  it('has what cloud-init would take for a template in base64', () => {
    const text = '[Global]\nRoute={{ x }}\n';
    const { data } = userData({}, withEditEverywhere(kubeadmNodes(), CLOUD_CONFIG, () => text));
    const row = data.write_files.find(({ path }) => path === CLOUD_CONFIG)!;
    expect(row.encoding).toBe('b64');
    expect(Buffer.from(row.content, 'base64').toString()).toBe(text);
  });
});

describe('user data for kubeadm', () => {
  it('leaves out what kubeadm writes, and joins', () => {
    const { text, data } = userData({ joinConfiguration: JOIN });
    expect(data.write_files.map(({ path }) => path)).toEqual([CLOUD_CONFIG, '/etc/kubernetes/kubeadm-join.yaml']);
    expect(data.runcmd).toEqual([['kubeadm', 'join', '--config', '/etc/kubernetes/kubeadm-join.yaml']]);
    expect(text).toContain('# Fill in ${KUBEADM_TOKEN} and ${KUBEADM_CERTIFICATE_KEY} before');
    expect(hasSecret(text)).toBe(false);
    expect(text).not.toContain('abcdef.0123456789abcdef');
  });

  it('brings the configuration that the kubelet\'s flags name, which kubeadm does not write', () => {
    const path = '/var/lib/kubelet/kubelet-config.yaml';
    const nodes = kubeadmNodes().map(({ files, ...node }) => ({
      ...node, files: { ...files, [path]: files[KUBELET_CONFIG] ?? '', '/etc/default/kubelet': `KUBELET_EXTRA_ARGS="--config=${path}"\n` },
    }));
    const { data } = userData({ joinConfiguration: JOIN }, nodes);
    expect(data.write_files.map(file => file.path)).toEqual(['/etc/default/kubelet', CLOUD_CONFIG, path, '/etc/kubernetes/kubeadm-join.yaml']);
  });

  it('has a placeholder for each secret and for what is of one node; the rest stays byte for byte', () => {
    const { _model: model } = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes: kubeadmNodes() });
    const settings = model.sideSettings(NodeSide.N_PLUS_1);
    const worker = joinOfGroup(JOIN, 'join.yaml', NodeRole.WORKER, NodeSide.N_PLUS_1, settings);
    expect(worker).toBe(JOIN
      .replace('abcdef.0123456789abcdef', '"${KUBEADM_TOKEN}"')
      .replace('ip-10-0-1-101.eu-central-1.compute.internal', '"{{ ds.meta_data.local_hostname }}"')
      .replace('cloud-provider: aws\n    node-ip: 10.0.1.101', 'cloud-provider: external'));
    const controlPlane = joinOfGroup(JOIN, 'join.yaml', NodeRole.CONTROL_PLANE, NodeSide.N_PLUS_1, settings);
    expect(parse(controlPlane)).toMatchObject({ controlPlane: { certificateKey: '${KUBEADM_CERTIFICATE_KEY}' } });
    const given = `${JOIN}controlPlane:\n  certificateKey: 0123\n  localAPIEndpoint:\n    advertiseAddress: 10.0.1.10\n    bindPort: 6443\n`;
    expect(parse(joinOfGroup(given, 'join.yaml', NodeRole.CONTROL_PLANE, NodeSide.N, settings))).toMatchObject({
      controlPlane: {
        certificateKey: '${KUBEADM_CERTIFICATE_KEY}',
        localAPIEndpoint: {
          advertiseAddress: '{{ ds.meta_data.local_ipv4 '
        + '}}',
          bindPort: 6443,
        },
      },
    });
  });

  it('refuses what is no JoinConfiguration', () => {
    expect(() => userData({ joinConfiguration: JOIN.replace('JoinConfiguration', 'InitConfiguration') }))
      .toThrow(/no document is a JoinConfiguration; give the file that was given to 'kubeadm join --config'/);
  });

  it('names the node by its instance also where nothing of it was said, and leaves addresses of IPv6 in that family', () => {
    const joined = (joinConfiguration: string) => {
      const row = userData({ joinConfiguration }).data.write_files.find(({ path }) => path === '/etc/kubernetes/kubeadm-join.yaml')!;
      return parse(row.content) as { nodeRegistration: unknown; controlPlane: unknown };
    };
    expect(joined(JOIN.replace(/nodeRegistration:[^]*/, '')).nodeRegistration)
      .toStrictEqual({ kubeletExtraArgs: { 'cloud-provider': 'external' }, name: '{{ ds.meta_data.local_hostname }}' });
    expect(joined(`${JOIN}controlPlane:\n  localAPIEndpoint:\n    advertiseAddress: "2001:db8::1"\n`).controlPlane)
      .toStrictEqual({ certificateKey: '${KUBEADM_CERTIFICATE_KEY}', localAPIEndpoint: { advertiseAddress: '::' } });
    expect(joined(JOIN.replace('node-ip: 10.0.1.101', 'node-ip: "2001:db8::1"')).nodeRegistration)
      .toStrictEqual({ name: '{{ ds.meta_data.local_hostname }}', kubeletExtraArgs: { 'cloud-provider': 'external', 'node-ip': '::' } });
  });

  it.each([
    ['the address of a node that leaves', JOIN.replace('api.prod-eu.example.com', '10.0.3.10'),
      'joinConfiguration of group \'control-plane\':6: \'10.0.3.10\' is a value of one node alone, and the nodes of'],
    ['the name of one in a comment', `# ip-10-0-2-10.eu-central-1.compute.internal\n${JOIN}`,
      ':1: \'ip-10-0-2-10.eu-central-1.compute.internal\' is'],
    ['a provider ID for the kubelet',
      `${JOIN}---\napiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nproviderID: aws:///a/i-1\n`,
      ':18: \'aws:///a/i-1\' is a value of one node alone'],
    ['the name of the host alone', `# by ip-10-0-2-10\n${JOIN}`, ':1: \'ip-10-0-2-10\' is a value of one node alone'],
    // As it is handed in: lines that are added above do not count.
    ['a value below what is added', `${JOIN}# ip-10-0-2-10.eu-central-1.compute.internal\n`, ':15: \'ip-10-0-2-10.eu-central-1.compute.internal\''],
    ['a value on a line that is changed', JOIN.replace('name: ip', 'name: &a ip').replace('cloud-provider: aws', 'cloud-provider: aws # 10.0.2.10'),
      ':13: \'10.0.2.10\' is a value of one node alone'],
    ['a token in a comment', JOIN.replace('    token', '    # was 123456.abcdef0123456789\n    token'),
      ':7: this has the form of a bootstrap token of kubeadm, and would stand in the user data of the nodes of group \'control-plane\''],
    ['a token behind the one that is taken out', JOIN.replace('token: abc', 'token: "abc').replace('89abcdef', '89abcdef" # abcdef.0123456789abcdef'),
      ':7: this has the form of a bootstrap token'],
    ['a token of another document',
      `${JOIN}---\napiVersion: kubeadm.k8s.io/v1beta3\nkind: InitConfiguration\nbootstrapTokens:\n- token: zyxwvu.0123456789abcdef\n`,
      ':19: this has the form of a bootstrap token'],
    ['a certificate key', `${JOIN}# ${'0a'.repeat(32)}\n`, ':15: this has the form of a certificate key of kubeadm'],
  ])('refuses %s', (_, joinConfiguration, message) => {
    expect(() => userData({ joinConfiguration })).toThrow(message);
    expect(() => userData({ joinConfiguration })).toThrow(/^(?!.*(?:123456\.|abcdef\.|zyxwvu|0a0a))/);
  });

  it('takes a certificate key where kubeadm reads it, which it replaces', () => {
    const { text } = userData({ joinConfiguration: `${JOIN}controlPlane:\n  certificateKey: ${'0a'.repeat(32)}\n` });
    expect(text).toContain('certificateKey: "${KUBEADM_CERTIFICATE_KEY}"');
    expect(text).not.toContain('0a0a');
  });

  it('refuses to make control-plane nodes of workers', () => {
    const joinConfiguration = `${JOIN}controlPlane:\n  localAPIEndpoint: {}\n`;
    expect(() => userData({ joinConfiguration }, kubeadmNodes(), NodeSide.N, 'workers'))
      .toThrow('joinConfiguration of group \'workers\':16:3: controlPlane makes each node that joins with it one of the control plane');
  });
});
