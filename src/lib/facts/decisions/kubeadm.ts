import { DecisionTable } from './decision';
import { atLeastSeconds } from './usual';

const of = (type: string, ...fields: readonly string[]) => fields.map(field => `${type}.${field}`);

const KINDS = [
  'ClusterConfiguration', 'ClusterStatus', 'InitConfiguration', 'JoinConfiguration', 'ResetConfiguration', 'UpgradeConfiguration',
];
const YEAR = 8760 * 3600;

/** Phases without which kubeadm makes the same control plane. */
const PHASES = /^(?:addon(?:\/.*)?|preflight|show-join-command|upload-certs|upload-config(?:\/.*)?|bootstrap-token)$/;

/**
 * Fields of what kubeadm reads, of each version of its API: what it makes of it is read as a node of its control plane, or of one that joins as such.
 * Which values it takes is in `kubeadm-values.ts`; a value of another type than the field's ends kubeadm, whichever field it is.
 */
export const KUBEADM_DECISIONS: DecisionTable = {
  title: 'Configurations of kubeadm',
  rows: [
    { names: KINDS.flatMap(kind => of(kind, 'apiVersion', 'kind')), decides: 'what' },
    {
      names: [
        ...of('ClusterConfiguration', 'apiServer', 'controllerManager', 'kubernetesVersion'),
        ...of('APIServer', 'extraArgs', 'extraEnvs', 'extraVolumes'), ...of('ControlPlaneComponent', 'extraArgs', 'extraEnvs', 'extraVolumes'),
        ...of('Arg', 'name', 'value'), ...of('EnvVar', 'name', 'value', 'valueFrom'), ...of('HostPathMount', 'hostPath', 'mountPath'),
      ],
      decides: 'what',
    },
    { names: of('ClusterConfiguration', 'clusterName', 'networking'), decides: 'settings' },
    { names: of('Networking', 'podSubnet'), decides: 'settings' },
    { names: of('ClusterConfiguration', 'scheduler'), decides: 'lock' },
    { names: of('ClusterConfiguration', 'controlPlaneEndpoint'), decides: ['reach', 'starts'] },
    { names: [...of('ClusterConfiguration', 'etcd'), ...of('Etcd', 'external'), ...of('ExternalEtcd', 'endpoints')], decides: ['lock', 'starts'] },
    { names: of('NodeRegistrationOptions', 'kubeletExtraArgs', 'name'), decides: ['settings', 'starts'] },
    {
      names: [
        ...of('InitConfiguration', 'nodeRegistration'), ...of('JoinConfiguration', 'nodeRegistration'), ...of('NodeRegistrationOptions', 'taints'),
      ],
      decides: ['settings', 'starts', 'where'],
    },
    {
      names: [
        ...of('InitConfiguration', 'patches'), ...of('JoinConfiguration', 'patches'), ...of('Patches', 'directory'),
        ...of('UpgradeApplyConfiguration', 'patches'), ...of('UpgradeConfiguration', 'apply', 'node'), ...of('UpgradeNodeConfiguration', 'patches'),
      ],
      decides: 'what',
    },
    {
      // Values that it refuses: it makes nothing then.
      names: [
        ...of('APIEndpoint', 'advertiseAddress', 'bindPort'), ...of('APIServer', 'certSANs'),
        ...of('BootstrapTokenDiscovery', 'apiServerEndpoint', 'caCertHashes'),
        ...of('ClusterConfiguration', 'certificatesDir', 'dns', 'encryptionAlgorithm', 'imageRepository'), ...of('DNS', 'imageRepository', 'type'),
        ...of('Discovery', 'bootstrapToken', 'file'), ...of('Etcd', 'local'), ...of('ExternalEtcd', 'caFile', 'certFile', 'httpEndpoints', 'keyFile'),
        ...of('FileDiscovery', 'kubeConfigPath'), ...of('HostPathMount', 'name'), ...of('InitConfiguration', 'localAPIEndpoint'),
        ...of('JoinConfiguration', 'caCertPath', 'controlPlane', 'discovery'), ...of('JoinControlPlane', 'localAPIEndpoint'),
        ...of('LocalEtcd', 'dataDir', 'extraArgs', 'imageRepository', 'peerCertSANs', 'serverCertSANs'),
        ...of('Networking', 'dnsDomain', 'serviceSubnet'),
        ...of('NodeRegistrationOptions', 'criSocket', 'ignorePreflightErrors', 'imagePullPolicy'),
      ],
      decides: 'starts',
    },
    {
      names: [
        ...of('BootstrapToken', 'description', 'expires', 'groups', 'token', 'ttl', 'usages'), ...of('BootstrapTokenDiscovery', 'token'),
        ...of('Discovery', 'tlsBootstrapToken'), ...of('InitConfiguration', 'bootstrapTokens', 'certificateKey'),
        ...of('JoinControlPlane', 'certificateKey'),
      ],
      harmless: 'secrets that nodes join with once: those of an input may be left out',
    },
    { names: of('BootstrapTokenDiscovery', 'unsafeSkipCAVerification'), harmless: 'whom a node trusts as it joins' },
    {
      names: [
        ...of('APIServer', 'timeoutForControlPlane'), ...of('Discovery', 'timeout'), ...of('InitConfiguration', 'timeouts'),
        ...of('JoinConfiguration', 'timeouts'), ...of('ResetConfiguration', 'timeouts'), ...of('UpgradeConfiguration', 'timeouts'),
        ...of('Timeouts', 'controlPlaneComponentHealthCheck', 'discovery', 'etcdAPICall', 'kubeletHealthCheck', 'kubernetesAPICall', 'tlsBootstrap',
          'upgradeManifests'),
      ],
      harmless: 'how long kubeadm waits for what goes on all the same',
    },
    { names: of('ClusterConfiguration', 'useHyperKubeImage'), harmless: 'the same programs in another image' },
    { names: [...of('DNS', 'imageTag'), ...of('LocalEtcd', 'imageTag')], harmless: 'a release of what every release of Kubernetes works with' },
    {
      names: [...of('ClusterConfiguration', 'proxy'), ...of('DNS', 'disabled'), ...of('Proxy', 'disabled')],
      harmless: 'an add-on that something else may stand in for: that Services are reached is granted, and pods that need their names are found',
    },
    { names: of('HostPathMount', 'readOnly'), harmless: 'whether it may write there: a controller manager writes no file of its node' },
    { names: of('NodeRegistrationOptions', 'imagePullSerial'), harmless: 'how images are fetched' },
    { names: of('ClusterStatus', 'apiEndpoints'), harmless: 'what kubeadm notes of the nodes that it made' },
    {
      names: of('ResetConfiguration', 'certificatesDir', 'cleanupTmpDir', 'criSocket', 'dryRun', 'force', 'ignorePreflightErrors', 'skipPhases',
        'unmountFlags'),
      harmless: 'for a node that is taken away, by hand',
    },
    {
      names: [
        ...of('UpgradeApplyConfiguration', 'SkipPhases', 'allowExperimentalUpgrades', 'allowRCUpgrades', 'certificateRenewal', 'dryRun',
          'etcdUpgrade', 'forceUpgrade', 'ignorePreflightErrors', 'imagePullPolicy', 'imagePullSerial', 'printConfig', 'skipPhases'),
        ...of('UpgradeNodeConfiguration', 'certificateRenewal', 'dryRun', 'etcdUpgrade', 'ignorePreflightErrors', 'imagePullPolicy',
          'imagePullSerial', 'skipPhases'),
      ],
      harmless: 'what an upgrade asks first, and what it leaves as it is',
    },
    {
      names: [
        ...of('UpgradeConfiguration', 'diff', 'plan'), ...of('UpgradeDiffConfiguration', 'contextLines', 'kubernetesVersion'),
        ...of('UpgradePlanConfiguration', 'allowExperimentalUpgrades', 'allowRCUpgrades', 'dryRun', 'etcdUpgrade', 'ignorePreflightErrors',
          'kubernetesVersion', 'printConfig'),
      ],
      harmless: 'what is shown of an upgrade that is not made',
    },
    { names: of('UpgradeApplyConfiguration', 'kubernetesVersion'), notDecided: 'what the release that it upgrades to makes of the rest' },
    { names: of('ClusterConfiguration', 'featureGates'), notDecided: 'what its release of kubeadm makes of these gates', usual: isKnownGates },
    {
      names: of('ClusterConfiguration', 'caCertificateValidityPeriod', 'certificateValidityPeriod'),
      notDecided: 'whether certificates are made anew before they end',
      usual: atLeastSeconds(YEAR),
    },
    {
      names: [...of('InitConfiguration', 'skipPhases'), ...of('JoinConfiguration', 'skipPhases')],
      notDecided: 'what makes the parts of the control plane that it leaves out',
      usual: value => Array.isArray(value) && value.every(one => PHASES.test(String(one))),
    },
    {
      names: [...of('InitConfiguration', 'dryRun'), ...of('JoinConfiguration', 'dryRun')],
      notDecided: 'what makes the node, of which it says only how it would',
      usual: [false],
    },
    { names: of('Arg', 'mergeMethod'), notDecided: 'what the flag is that kubeadm adds this value to' },
    {
      names: of('HostPathMount', 'pathType'),
      notDecided: 'whether the node has a thing of that kind there',
      usual: ['Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate'],
    },
    { names: of('LocalEtcd', 'extraEnvs'), notDecided: 'what etcd makes of its variables', usual: hasNoSetting },
  ],
};

/** Gates that some releases have, and that change nothing of what runs. */
function isKnownGates(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.entries(value).every(([name, on]) => HARMLESS_GATES.includes(name) || on === false);
}

/** k8s.io/kubernetes@v1.20.15 to v1.37.2 cmd/kubeadm/app/features/features.go; RootlessControlPlane has components run as other users. */
const HARMLESS_GATES = [
  'ControlPlaneKubeletLocalMode', 'EtcdLearnerMode', 'IPv6DualStack', 'NodeLocalCRISocket', 'PublicKeysECDSA', 'UnversionedKubeletConfigMap',
  'UpgradeAddonsBeforeControlPlane', 'WaitForAllControlPlaneComponents',
];

/** Variables of its settings begin alike: https://etcd.io/docs/v3.5/op-guide/configuration/. */
function hasNoSetting(value: unknown): boolean {
  return Array.isArray(value) && value.every(one => !String((one as { readonly name?: unknown } | null)?.name).startsWith('ETCD_'));
}
