import { clusterCidrs } from '../kubernetes/cidr';
import { familyOfIp } from '../kubernetes/ip-address';
import { isObject, Json } from '../kubernetes/pod/shape';

/** Values of fields without which kubeadm ends before it makes anything. */
export interface KubeadmValues {
  /** As `Type.field`. */
  readonly fields: readonly string[];
  readonly must: string;
  takes(value: Json): boolean;
}

const all = (takes: (one: string) => boolean) => (value: Json): boolean => (Array.isArray(value) ? value : [value]).every(one => takes(String(one)));
const like = (form: RegExp) => all(one => form.test(one));
const oneOf = (...words: readonly string[]) => ({ must: `be one of ${words.join(', ')}`, takes: all(one => one === '' || words.includes(one)) });

const NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;
const ABSOLUTE = { must: 'be an absolute path', takes: like(/^(?:$|\/)/) };
const REPOSITORY = { must: 'be a repository of images', takes: like(/^(?:$|[A-Za-z0-9[][\w.:\]-]*(?:\/[a-z0-9][a-z0-9._-]*)*$)/) };
const HOST_PORT = /^(?:\[[0-9A-Fa-f:.]+\]|[^:/\s]+):\d{1,5}$/;

/** Ports of a control plane that other components listen at: k8s.io/kubernetes@v1.20.15 and v1.37.2 cmd/kubeadm/app/constants/constants.go. */
const TAKEN_PORTS = [2379, 2380, 2381, 10248, 10250, 10257, 10258, 10259];

/**
 * k8s.io/kubernetes@v1.20.15 and v1.37.2 cmd/kubeadm/app/apis/kubeadm/validation/validation.go, and what the kubelet takes of volumes. A check that
 * one release has and an older one does not is here too: the older one makes what does not work.
 */
export const KUBEADM_VALUES: readonly KubeadmValues[] = [
  {
    fields: [
      'ClusterConfiguration.certificatesDir', 'ExternalEtcd.caFile', 'ExternalEtcd.certFile', 'ExternalEtcd.keyFile', 'HostPathMount.hostPath',
      'HostPathMount.mountPath', 'LocalEtcd.dataDir',
    ],
    ...ABSOLUTE,
  },
  { fields: ['JoinConfiguration.caCertPath'], must: 'be the absolute path of a .crt file', takes: like(/^(?:$|\/.*\.crt$)/) },
  { fields: ['ClusterConfiguration.imageRepository', 'DNS.imageRepository', 'LocalEtcd.imageRepository'], ...REPOSITORY },
  {
    fields: ['APIServer.certSANs', 'LocalEtcd.peerCertSANs', 'LocalEtcd.serverCertSANs'],
    must: 'be names and addresses',
    takes: all(one => NAME.test(one.replace(/^\*\./, '')) || familyOfIp(one) !== undefined),
  },
  { fields: ['APIEndpoint.advertiseAddress'], must: 'be an IP address', takes: all(one => one === '' || familyOfIp(one) !== undefined) },
  {
    fields: ['APIEndpoint.bindPort'],
    must: 'be a port that no other component has',
    takes: value => value === 0 || (Number(value) > 0 && Number(value) < 65536 && !TAKEN_PORTS.includes(Number(value))),
  },
  {
    fields: ['ClusterConfiguration.controlPlaneEndpoint'],
    must: 'be a host, and a port behind it or none',
    takes: all(one => one === '' || HOST_PORT.test(one) || /^[^:/\s]+$/.test(one) || familyOfIp(one.replace(/^\[|\]$/g, '')) !== undefined),
  },
  { fields: ['BootstrapTokenDiscovery.apiServerEndpoint'], must: 'be a host and a port', takes: like(HOST_PORT) },
  { fields: ['BootstrapTokenDiscovery.caCertHashes'], must: 'be hashes such as sha256:1a2b...', takes: like(/^sha256:[0-9a-f]{64}$/i) },
  { fields: ['FileDiscovery.kubeConfigPath'], must: 'be a file or an address of https', takes: all(one => !/^(?!https:)[a-z]+:\/\//.test(one)) },
  {
    fields: ['Networking.podSubnet', 'Networking.serviceSubnet'],
    must: 'be a CIDR, or one of each IP family',
    takes: all(one => one === '' || clusterCidrs(one) !== undefined),
  },
  { fields: ['Networking.dnsDomain', 'NodeRegistrationOptions.name'], must: 'be a name in lower case', takes: all(one => !one || NAME.test(one)) },
  { fields: ['HostPathMount.name'], must: 'be a name in lower case, without dots', takes: like(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/) },
  { fields: ['NodeRegistrationOptions.criSocket'], must: 'be the path of a socket', takes: like(/^(?:$|\/|(?:unix|npipe):\/\/)/) },
  { fields: ['ExternalEtcd.endpoints', 'ExternalEtcd.httpEndpoints'], must: 'be addresses with a scheme', takes: like(/^[a-z]+:\/\/./) },
  { fields: ['ClusterConfiguration.encryptionAlgorithm'], ...oneOf('ECDSA-P256', 'ECDSA-P384', 'RSA-2048', 'RSA-3072', 'RSA-4096') },
  { fields: ['DNS.type'], ...oneOf('CoreDNS', 'kube-dns') },
  { fields: ['NodeRegistrationOptions.imagePullPolicy'], ...oneOf('Always', 'IfNotPresent', 'Never') },
  {
    fields: ['NodeRegistrationOptions.ignorePreflightErrors'],
    must: 'name no check beside all',
    takes: value => !Array.isArray(value) || value.length < 2 || !value.some(one => String(one).toLowerCase() === 'all'),
  },
  {
    fields: ['ClusterConfiguration.etcd'],
    must: 'be either local or external',
    takes: value => !isObject(value) || !isObject(value.local) || !isObject(value.external),
  },
  {
    fields: ['JoinConfiguration.discovery'],
    must: 'have either bootstrapToken or file',
    takes: value => !isObject(value) || !isObject(value.bootstrapToken) || !isObject(value.file),
  },
];

/** Releases in whose sources all of this was read. */
export const KUBEADM_VALUES_READ_AT: readonly string[] = ['1.20.15', '1.37.2'];
