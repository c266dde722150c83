import { installerFileHasSecret } from '../../../src/lib/deliver/installer-secrets';

const of = (apiVersion: string, kind: string, rest: string) => `apiVersion: ${apiVersion}\nkind: ${kind}\n${rest}`;
const kops = (rest: string, kind = 'Cluster') => of('kops.k8s.io/v1alpha2', kind, `spec:\n${rest}`);
const kkp = (rest: string) => of('kubermatic.k8c.io/v1', 'Cluster', `spec:\n${rest}`);

describe('a file of an installer has a secret', () => {
  it.each([
    ['the gossip of kops', kops('  gossipConfig:\n    secret: s3cret\n')],
    ['vSphere in kops', kops('  cloudConfig:\n    vSpherePassword: x\n')],
    ['user data', kops('  additionalUserData:\n  - name: a\n    content: |\n      [Global]\n      password=x\n', 'InstanceGroup')],
    ['a variable', kops('  kubeControllerManager:\n    env:\n    - name: AWS_SECRET_ACCESS_KEY\n      value: x\n')],
    ['KKP', kkp('  cloud:\n    aws:\n      accessKeyId: i\n      secretAccessKey: s\n')],
    ['KKP in the second document', `${kkp('  cloud: {}\n')}---\n${kkp('  cloud:\n    openstack:\n      token: s\n')}`],
    ['KubeOne', of('kubeone.k8c.io/v1beta2', 'KubeOneCluster', 'containerRuntime:\n  containerd:\n    registries:\n      a:\n        auth:\n'
      + '          password: x\n')],
    ['a cloud config of KubeOne',
      of('kubeone.k8c.io/v1beta2', 'KubeOneCluster', 'cloudProvider:\n  cloudConfig: |\n    [Global]\n    password = x\n')],
    ['a Secret', of('v1', 'Secret', 'stringData:\n  any: x\n')],
    ['another type', of('cluster.k8s.io/v1alpha1', 'MachineDeployment', 'spec:\n  secretAccessKey: x\n  token: y\n')],
    ['a user of Cluster API', of('bootstrap.cluster.x-k8s.io/v1beta1', 'KubeadmConfigTemplate',
      'spec:\n  template:\n    spec:\n      users:\n      - name: a\n        passwd: x\n')],
    ['a file of Cluster API', of('controlplane.cluster.x-k8s.io/v1beta1', 'KubeadmControlPlane',
      'spec:\n  kubeadmConfigSpec:\n    files:\n    - path: /a\n      content: |\n        [Global]\n        password=x\n')],
    ['what is no YAML', '[Global]\npassword = x\n'],
  ])('in %s', (_, text) => expect(installerFileHasSecret(text)).toBe(true));
});

describe('a file of an installer has no secret', () => {
  it.each([
    ['how the instance metadata service is asked',
      kops('  instanceMetadata:\n    httpPutResponseHopLimit: 1\n    httpTokens: required\n', 'InstanceGroup')],
    ['a switch of the kubelet', kops('  kubelet:\n    authenticationTokenWebhook: true\n    authenticationTokenWebhookCacheTtl: 2m0s\n')],
    ['where secrets are', kops('  keyStore: s3://bucket/pki\n  secretStore: s3://bucket/secrets\n  sshKeyName: a\n')],
    ['files of keys', kops('  kubeAPIServer:\n    serviceAccountKeyFile:\n    - /a\n    tlsPrivateKeyFile: /b\n    tokenAuthFile: /c\n')],
    ['user data without one', kops('  additionalUserData:\n  - name: a\n    content: |\n      #!/bin/sh\n      echo hello\n', 'InstanceGroup')],
    ['a variable that is none', kops('  kubeControllerManager:\n    env:\n    - name: AWS_REGION\n      value: x\n')],
    ['a reference of KKP', kkp('  cloud:\n    aws:\n      credentialsReference:\n        name: credential-aws-x\n        namespace: kubermatic\n')],
    ['an account of KKP', kkp('  serviceAccount:\n    tokenVolumeProjectionEnabled: true\n  cloud:\n    aws:\n      secretAccessKey: ""\n')],
    ['a Secret without data', of('v1', 'Secret', 'metadata:\n  name: token\n')],
    ['a pod that mounts no token', of('apps/v1', 'Deployment', 'spec:\n  template:\n    spec:\n      automountServiceAccountToken: false\n')],
    ['a user of Cluster API with a reference', of('bootstrap.cluster.x-k8s.io/v1beta1', 'KubeadmConfigTemplate',
      'spec:\n  template:\n    spec:\n      users:\n      - name: a\n        passwdFrom:\n          secret:\n            name: token\n'
        + '            key: passwd\n')],
    ['machines of AWS', of('infrastructure.cluster.x-k8s.io/v1beta2', 'AWSMachineTemplate', 'spec:\n  httpTokens: required\n')],
  ])('in %s', (_, text) => expect(installerFileHasSecret(text)).toBe(false));
});
