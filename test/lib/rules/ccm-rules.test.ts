import { access, CcmInput, ccm, CCM_FLAGS, directory, Files, KCM_26, KCM_27, MIGRATION, node, WILDCARD } from './input';
import { said } from './said';
import { at, model, view } from './views';
import { awsCcmRelease } from '../../../src/lib/facts/ccm-releases';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { ccmImageNotPromoted } from '../../../src/lib/rules/ccm-image-not-promoted';
import { doubtsOf } from '../../../src/lib/rules/rule';
import { contentHash } from '../../../src/lib/text/content-hash';
import { verify } from '../../../src/lib/verify/verify';

/** Rules about the pods and images of the cloud-controller-manager: each condition, with everything that the finding says. */
type Case = [string, string, Record<string, Files>, readonly string[]];

const DIST = 'dist/ccm.yaml';
const OBJECT = '(DaemonSet kube-system/aws-cloud-controller-manager)';
const CCM_27 = `CCM 1.27 ${OBJECT}`;
const REPOSITORY = 'registry.k8s.io/provider-aws/cloud-controller-manager';
const image = (tag: string, repository = REPOSITORY) => ({ dist: ccm({ image: `${repository}:${tag}` }) });
const withCcm = (input: CcmInput) => ({ dist: ccm(input) });

/** API servers of two releases, and a CCM of the newer one. */
const servers = (dist: Files, newKcm = KCM_27) =>
  ({ old: node({ apiserver: [] }), new: node({ version: '1.27.16', kcm: newKcm, apiserver: [] }), dist });
const edited = (files: Files, from: string, to: string): Files => ({ ...files, 'ccm.yaml': files['ccm.yaml'].replace(from, to) });
const apiServerAt = (host: string, side = 'ccm-migration/side: n-plus-1') => edited(
  ccm({ nodeSelector: side }), '        args:\n', `        env:\n        - {name: KUBERNETES_SERVICE_HOST, value: "${host}"}\n        args:\n`);
const onHostIp = edited(apiServerAt('x'), 'value: "x"', 'valueFrom: {fieldRef: {fieldPath: status.hostIP}}');
const STATIC_CCM = {
  'etc/kubernetes/manifests/ccm.yaml': node({ kcm: CCM_FLAGS, mounts: [] })['etc/kubernetes/manifests/kube-controller-manager.yaml']
    .replaceAll('kube-controller-manager', 'cloud-controller-manager').replace(/image: .*/, `image: ${REPOSITORY}:v1.27.10`).replace('hostNetwork: '
      + 'true', 'hostNetwork: true\n  nodeSelector: {node-role.kubernetes.io/master: ""}'),
};
const API_SERVER = node({ apiserver: [] })['etc/kubernetes/manifests/kube-apiserver.yaml'];

const reading = (annotations: string, from = 'leader-migration-config', to = from) => {
  const files = ccm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD, annotations });
  return { dist: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll(`name: ${from}`, `name: ${to}`)])) };
};
const HASH = contentHash(WILDCARD);
const NOT_MOUNTED = withCcm({ flags: [...CCM_FLAGS, ...MIGRATION], annotations: '' });
const FROM_HOST = { dist: edited(reading('').dist, 'configMap: {name: leader-migration-config}', 'hostPath: {path: /etc}') };
const CONFIG_ELSEWHERE = { dist: { 'ccm.yaml': reading('ccm-migration/config-hash: other').dist['ccm.yaml'] } };
/** Its kubeconfig, which is in a Secret, is one for another cluster. */
const HOSTED = {
  'ccm.yaml': `${ccm({ kind: 'Deployment', network: '', flags: [...CCM_FLAGS, '--kubeconfig=/k/conf'] })['ccm.yaml']}        volumeMounts:
        - {name: k, mountPath: /k}
      volumes:
      - {name: k, secret: {secretName: admin}}
`,
};
const EITHER_ROLE = `      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
            - matchExpressions: [{key: node-role.kubernetes.io/control-plane, operator: Exists}]
            - matchExpressions: [{key: node-role.kubernetes.io/master, operator: Exists}]
`;

/** As `kubectl get nodes -o json` prints them. */
const nodesNamed = (labels: Record<string, Record<string, string>>): Files => ({
  'nodes.json': JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: Object.entries(labels).map(([name, own]) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: own } })),
  }),
});
const ofRke2 = (files: Files): Files => Object.fromEntries(Object.entries(files).map(([path, text]) =>
  [path, text.replace(/image: .*:v(.*)/, 'image: index.docker.io/rancher/hardened-kubernetes:v$1-rke2r1-build20240416')]));

it.each<Case>([
  ['ccm-image-not-promoted', 'a patch that was skipped', image('v1.28.0'), [
    `${DIST}:21 error: CCM 1.28 ${OBJECT}: there is no image ${REPOSITORY}:v1.28.0; promoted images of 1.28: v1.28.1, v1.28.2, v1.28.3, v1.28.4, `
      + 'v1.28.5, v1.28.6, v1.28.7, v1.28.8, v1.28.9, v1.28.10, v1.28.11',
  ]],
  ['ccm-image-not-promoted', 'the last patch of the list', image('v1.23.21'), [
    `${DIST}:21 error: CCM 1.23 ${OBJECT}: there is no image ${REPOSITORY}:v1.23.21; promoted images of 1.23: v1.23.0, v1.23.1, v1.23.2, v1.23.17, `
      + 'v1.23.18, v1.23.19, v1.23.20',
  ]],
  ['ccm-image-not-promoted', 'a patch that is newer than the list', image('v1.28.12'), [
    `${DIST}:21 warning?: CCM 1.28 ${OBJECT}: v1.28.12 is not known to have an image`,
  ]],
  ['ccm-image-not-promoted', 'a minor that is newer than the list', image('v1.38.10'), [
    `${DIST}:21 warning?: CCM ${OBJECT}: v1.38.10 is not known to have an image`,
  ]],
  ['ccm-image-not-promoted', 'a pre-release of a minor that is newer than the list', image('v1.38.0-alpha.0'), [
    `${DIST}:21 error: CCM ${OBJECT}: v1.38.0-alpha.0 is not known to have an image`,
  ]],
  ...['v1.28.12-alpha.0', 'v1.28.12-rc.10'].map((tag): Case => ['ccm-image-not-promoted', `a pre-release, ${tag}`, image(tag), [
    `${DIST}:21 error: CCM 1.28 ${OBJECT}: there is no image ${REPOSITORY}:${tag}; promoted images of 1.28: v1.28.1, v1.28.2, v1.28.3, `
      + 'v1.28.4, v1.28.5, v1.28.6, v1.28.7, v1.28.8, v1.28.9, v1.28.10, v1.28.11',
  ]]),
  ['ccm-image-not-promoted', 'a release that is newer than the list', image('v1.37.1'), [
    `${DIST}:21 warning?: CCM 1.37 ${OBJECT}: v1.37.1 is not known to have an image`,
  ]],
  ['ccm-image-not-promoted', 'a minor that was not read', image('v1.99.0'), [
    `${DIST}:21 warning?: CCM ${OBJECT}: v1.99.0 is not known to have an image`,
  ]],
  ['ccm-image-not-promoted', 'a patch between two that were promoted', image('v1.23.8'), [
    `${DIST}:21 error: CCM 1.23 ${OBJECT}: there is no image ${REPOSITORY}:v1.23.8; promoted images of 1.23: v1.23.0, v1.23.1, v1.23.2, v1.23.17, `
      + 'v1.23.18, v1.23.19, v1.23.20',
  ]],
  ['ccm-image-not-promoted', 'a digest of something else behind a promoted tag', image(`v1.27.10@sha256:${'a'.repeat(64)}`), [
    `${DIST}:21 warning: ${CCM_27} is pulled by sha256:${'a'.repeat(64)}, which is not the `
      + `image that v1.27.10 was promoted with => Take ${awsCcmRelease('v1.27.10').digest}, which is of every architecture, or the tag alone.`,
  ]],
  ['ccm-image-not-promoted', 'not the digest that a tag was promoted with', image(`v1.27.10@${awsCcmRelease('v1.27.10').digest}`), []],
  ['ccm-image-not-promoted', 'not a digest of a tag whose own is not known', image(`v1.32.4@sha256:${'a'.repeat(64)}`), []],
  ...['1.27.10', 'v1.27.10-eks-1', 'v1.27.10.1'].map((tag): Case => ['ccm-image-not-promoted', `no tag of its: ${tag}`, image(tag), [
    `${DIST}:21 error: ${CCM_27}: there is no image ${REPOSITORY}:${tag}; its tag is v1.27.10`,
  ]]),
  ['ccm-image-not-promoted', 'a digest beside a tag of another', image(`1.27.10@${awsCcmRelease('v1.27.10').digest}`), []],
  ['ccm-image-not-promoted', 'no tag that is no release', image('latest'), []],
  ['ccm-image-not-promoted', 'no mirror, which may hold what it likes', image('v1.28.0', 'example.com/provider-aws/cloud-controller-manager'), []],
  ['ccm-newer-than-api-server', 'a DaemonSet that may reach any API server', servers(ccm()), [
    `${DIST}:21 warning: ${CCM_27} is newer than kube-apiserver 1.26 of node of old`,
  ]],
  ['ccm-newer-than-api-server', 'one on new nodes that goes through the Service', servers(ccm({ nodeSelector: 'ccm-migration/side: n-plus-1' })), [
    `${DIST}:21 warning: ${CCM_27} is newer than kube-apiserver 1.26 of node of old`,
  ]],
  ['ccm-newer-than-api-server', 'one on new nodes that goes through a load balancer', servers(apiServerAt('10.0.0.1')), [
    `${DIST}:21 warning: ${CCM_27} is newer than kube-apiserver 1.26 of node of old`,
  ]],
  ['ccm-newer-than-api-server', 'not one on new nodes that asks 127.0.0.1', servers(apiServerAt('127.0.0.1')), []],
  ['ccm-newer-than-api-server', 'not one on new nodes that asks localhost', servers(apiServerAt('localhost')), []],
  ['ccm-newer-than-api-server', 'not one on new nodes that asks ::1', servers(apiServerAt('::1')), []],
  ['ccm-newer-than-api-server', 'not one on new nodes that asks the address of its node', servers(onHostIp), []],
  ['ccm-newer-than-api-server', 'one on every node that asks localhost', servers(apiServerAt('localhost', '')), [
    `${DIST}:21 warning: ${CCM_27} is newer than kube-apiserver 1.26 of node of old`,
  ]],
  ['ccm-newer-than-api-server', 'not a static pod of a new node', { ...servers({}), new: { ...servers({}).new, ...STATIC_CCM } }, []],
  ['ccm-newer-than-api-server', 'not one of the same release that is built from the libraries of the next',
    { new: node({ version: '1.32.13', kcm: KCM_27, apiserver: [], mounts: [] }), ...image('v1.32.5') }, []],
  ['ccm-newer-than-api-server', 'no API server whose release is unknown', { old: node({ version: 'x', apiserver: [] }), dist: ccm() }, []],
  ['ccm-newer-than-api-server', 'no CCM whose release is unknown', { old: node({ apiserver: [] }), ...image('latest') }, []],
  ['ccm-newer-than-api-server', 'no API server that is on no node of the input', { dist: { ...ccm(), 'api.yaml': API_SERVER } }, []],
  ['ccm-selects-no-node', 'a label that the release no longer sets', withCcm({ nodeSelector: 'node-role.kubernetes.io/master: ""' }), [
    `${DIST}:14 error: ${CCM_27} selects no control-plane node of 1.27, whose role labels are 'node-role.kubernetes.io/control-plane' with an empty `
      + "value, or 'node-role.kubernetes.io/control-plane' and 'node-role.kubernetes.io/master' with the value \"true\"",
  ]],
  ['ccm-selects-no-node', 'not an alternative that matches', {
    dist: edited(ccm({ nodeSelector: '' }), '      tolerations:\n', `${EITHER_ROLE}      tolerations:\n`),
  }, []],
  ['ccm-selects-no-node', 'another value than the Nodes have', {
    ...withCcm({}), live: nodesNamed({ x: { 'node-role.kubernetes.io/control-plane': 'true' } }),
  }, [
    `${DIST}:14 error: ${CCM_27} selects no control-plane node of 1.27 (x), whose role labels are 'node-role.kubernetes.io/control-plane' with the `
      + 'value "true" => Select node-role.kubernetes.io/control-plane with the value "true", which these nodes have.',
  ]],
  ['ccm-selects-no-node', 'a value that no Node has among those that they have', {
    ...withCcm({ nodeSelector: 'node-role.kubernetes.io/control-plane: "yes"' }),
    live: nodesNamed({
      x: { 'node-role.kubernetes.io/control-plane': '', 'node-role.kubernetes.io/master': 'true' },
      y: { 'node-role.kubernetes.io/control-plane': '' },
    }),
  }, [
    `${DIST}:14 error: ${CCM_27} selects no control-plane node of 1.27 (x, y), whose role labels are 'node-role.kubernetes.io/control-plane' with an `
      + "empty value and 'node-role.kubernetes.io/master' with the value \"true\", or 'node-role.kubernetes.io/control-plane' with an empty value",
  ]],
  ['ccm-selects-no-node', 'not the value that RKE2 and k3s set, on Nodes that have it', {
    ...withCcm({ nodeSelector: 'node-role.kubernetes.io/control-plane: "true"' }),
    live: nodesNamed({ x: { 'node-role.kubernetes.io/control-plane': 'true' } }),
  }, []],
  ['ccm-selects-no-node', 'not that value, where no node is in the input', withCcm({ nodeSelector: 'node-role.kubernetes.io/control-plane: "true"' }),
    []],
  ['ccm-selects-no-node', 'that value on a node of kubeadm', {
    old: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), ...withCcm({ nodeSelector: 'node-role.kubernetes.io/control-plane: "true"' }),
  }, [
    `${DIST}:14 error: ${CCM_27} selects no control-plane node of 1.27, whose role labels are 'node-role.kubernetes.io/control-plane' with an empty `
      + 'value',
  ]],
  ['ccm-selects-no-node', 'the value of kubeadm on a node of RKE2', {
    old: ofRke2(node({ version: '1.27.16', kcm: KCM_27, mounts: [] })), ...withCcm({}),
  }, [
    `${DIST}:14 error: ${CCM_27} selects no control-plane node of 1.27, whose role labels are 'node-role.kubernetes.io/control-plane' and `
      + "'node-role.kubernetes.io/master' with the value \"true\" => Select node-role.kubernetes.io/control-plane with the value "
      + '"true", which these nodes have.',
  ]],
  ['ccm-does-not-tolerate-control-plane', 'not a taint that the Nodes do not have', {
    ...withCcm({ tolerations: '      - {key: x, operator: Exists}\n' }), live: nodesNamed({ x: { 'node-role.kubernetes.io/control-plane': '' } }),
  }, []],
  ['ccm-does-not-tolerate-control-plane', 'by the minor of its tag, where its libraries are of the next', {
    dist: ccm({ image: `${REPOSITORY}:v1.24.2`, tolerations: '      - {key: node-role.kubernetes.io/control-plane, operator: Exists}\n' }),
  }, [`${DIST}:16 error: CCM v1.24.2 (built from the libraries of 1.25) (DaemonSet kube-system/aws-cloud-controller-manager) does not tolerate `
    + "'node-role.kubernetes.io/master', the NoSchedule taint of control-plane nodes of 1.24"]],
  ['ccm-selects-no-node', 'not the alternative that matches on a node of kubeadm', {
    old: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }),
    dist: edited(ccm({ nodeSelector: '' }), '      tolerations:\n', `${EITHER_ROLE}      tolerations:\n`),
  }, []],
  ['ccm-selects-no-node', 'no static pod, which is not scheduled',
    { new: { ...node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), ...STATIC_CCM } }, []],
  ['ccm-waits-for-cluster-dns', 'ClusterFirst off the host network', withCcm({ network: '      dnsPolicy: ClusterFirst\n' }), [
    `${DIST}:11 error: ${CCM_27} has dnsPolicy ClusterFirst without hostNetwork`,
  ]],
  ['ccm-waits-for-cluster-dns', 'the policy that asks for it', withCcm({
    network: '      hostNetwork: true\n      dnsPolicy: ClusterFirstWithHostNet\n',
  }), [
    `${DIST}:12 error: ${CCM_27} has dnsPolicy ClusterFirstWithHostNet`,
  ]],
  ['ccm-waits-for-cluster-dns', 'not ClusterFirst on the host network', withCcm({
    network: '      hostNetwork: true\n      dnsPolicy: ClusterFirst\n',
  }), []],
  ['ccm-waits-for-cluster-dns', 'not the DNS of the node', withCcm({ network: '      dnsPolicy: Default\n' }), []],
  ['ccm-waits-for-cluster-dns', 'not one that serves another cluster', { dist: HOSTED }, []],
  ['ccm-without-host-network', 'not one that serves another cluster', { dist: HOSTED }, []],
  ['ccm-without-host-network', 'the pod network', withCcm({ network: '', flags: ['--cloud-provider=gce'] }), [
    `${DIST}:11 warning: ${CCM_27} does not set hostNetwork: true`,
  ]],
  ['ccm-without-host-network', 'the pod network on AWS', withCcm({ network: '' }), [
    `${DIST}:11 warning: ${CCM_27} does not set hostNetwork: true => Set hostNetwork: true (value \`hostNetworking\` of the Helm chart). Else, on `
      + 'AWS: cloud-controller-manager does not use the host network: the instance metadata service answers it only with a hop limit of at least 2 '
      + '(3 with some CNI plugins); run aws ec2 modify-instance-metadata-options --http-put-response-hop-limit 2 --instance-id <id> for every '
      + 'control-plane instance, or set hostNetwork (kubernetes/kops#10702, kubernetes/cloud-provider-aws#169).',
  ]],
  ['config-change-without-restart', 'no annotation', reading(''), [
    `${DIST}:11 warning: ${CCM_27} reads ConfigMap kube-system/leader-migration-config, and nothing in its pod template changes with it`,
  ]],
  ['config-change-without-restart', 'annotations that are no hash', reading('note: x, config-sha256: ""'), [
    `${DIST}:11 warning: ${CCM_27} reads ConfigMap kube-system/leader-migration-config, and nothing in its pod template changes with it`,
  ]],
  ['config-change-without-restart', 'a hash of ours that is of another content', reading('checksum/config: abc, ccm-migration/config-hash: other'), [
    `${DIST}:11 warning: ${CCM_27}: annotation ccm-migration/config-hash is not the hash of what ConfigMap kube-system/leader-migration-config `
      + 'holds: the pods run with another configuration',
  ]],
  ['config-change-without-restart', 'not our hash of the content', reading(`ccm-migration/config-hash: "${HASH}"`), []],
  ['config-change-without-restart', 'not our hash of a content that is not here', CONFIG_ELSEWHERE, []],
  ['config-change-without-restart', 'not a hash of another tool', reading('checksum/config: abc'), []],
  ['config-change-without-restart', 'no name that changes with the content', reading('', 'leader-migration-config', 'config-b2c4d5f6g7'), []],
  ['config-change-without-restart', 'a name that ends in one letter', reading('', 'leader-migration-config', 'config-b'), [
    `${DIST}:11 warning: ${CCM_27} reads ConfigMap kube-system/config-b, and nothing in its pod template changes with it`,
  ]],
  ['config-change-without-restart', 'a name with a hash in its middle', reading('', 'leader-migration-config', 'config-b2c4d5f6g7-old'), [
    `${DIST}:11 warning: ${CCM_27} reads ConfigMap kube-system/config-b2c4d5f6g7-old, and nothing in its pod template changes with it`,
  ]],
  ['config-change-without-restart', 'no pod without a file', withCcm({ annotations: '' }), []],
  ['config-change-without-restart', 'no file that is not mounted', NOT_MOUNTED, []],
  ['config-change-without-restart', 'no file of the host', FROM_HOST, []],
])('%s tells of %s', (rule, _, folders, expected) => {
  expect(said(rule, folders)).toEqual(expected);
});

it('a CCM without an image is where its container is', () => {
  const dist = edited(ccm(), `        image: ${REPOSITORY}:v1.27.10\n`, '');
  const { findings } = verify({
    directories: Object.entries({ old: node({ apiserver: [] }), dist }).map(([name, files]) => directory(name, files)),
    kubernetesVersion: KubernetesVersion.of('1.27'),
  });
  expect(findings.filter(({ rule }) => rule === 'ccm-newer-than-api-server').map(({ file, line }) => `${file}:${line}`))
    .toEqual(['dist/ccm.yaml:20']);
});

describe('a CCM that is a unit of systemd', () => {
  const unit = (...flags: string[]) => (
    { 'etc/systemd/system/ccm.service': `[Service]\nExecStart=/usr/bin/cloud-controller-manager ${flags.join(' ')}\n` });
  const found = (folders: Record<string, Files>) => verify({
    directories: Object.entries(folders).map(([name, files]) => directory(name, files)), kubernetesVersion: KubernetesVersion.of('1.27'),
  }).findings.map(({ rule, message }) => `${rule}: ${message}`);
  const flags = [...CCM_FLAGS, ...MIGRATION, '--use-service-account-credentials'];
  const configured = { ...unit(...flags), 'etc/leadermigration.conf': WILDCARD };
  const old = node({ apiserver: [], kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': WILDCARD } });
  const fresh = node({ version: '1.27.16', kcm: KCM_27, apiserver: [], mounts: [], files: configured });

  it('asks the API server of its own node, with a user of its kubeconfig', () => {
    const user = access()['access.yaml'].replace('{kind: ServiceAccount, name: cloud-controller-manager, namespace: kube-system}',
      '{kind: User, name: cloud-controller-manager}');
    expect(found({ old, fresh, access: { 'access.yaml': user } })).toEqual([]);
  });

  it('is newer than the API server of its own node', () => {
    expect(found({ old: { ...node({ apiserver: [] }), ...unit(...CCM_FLAGS) } })).toContainEqual(
      expect.stringMatching(/^ccm-newer-than-api-server: CCM 1\.27 of node of old is newer than kube-apiserver 1\.26/),
    );
  });

  it('has an environment that is not read', () => {
    expect(found({ fresh: node({ version: '1.27.16', kcm: KCM_27, mounts: [], files: unit('--cloud-provider=aws/v2', '--cloud-config=/x') }) })
      .filter(text => /ENABLE_ALPHA_V2/.test(text))).toEqual([]);
  });
});

it('an image with a promoted release within its tag is not that of the release', () => {
  const named = (tag: string) => view({ awsRelease: 'v1.27.10', image: { repository: REPOSITORY, tag, place: at(1) } });
  const found = (tag: string) => doubtsOf(ccmImageNotPromoted.stops!(named(tag), model({}))).map(({ what }) => what);
  expect(found('v1.27.10')).toEqual([]);
  expect(found('xv1.27.10')).toEqual([`CCM (DaemonSet kube-system/x): there is no image ${REPOSITORY}:xv1.27.10; its tag is v1.27.10`]);
});
