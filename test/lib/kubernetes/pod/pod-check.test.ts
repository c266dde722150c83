import { objectShape } from '../../../../src/lib/facts/object-shapes';
import { lookAtPod, lookAtPodOfTemplate } from '../../../../src/lib/kubernetes/pod/pod-check';
import { Json, Look } from '../../../../src/lib/kubernetes/pod/shape';

const POD = objectShape('Pod')!;
const told = (look: Look) => look === undefined ? 'taken' : Object.entries(look)[0].join(': ');
const pod = (spec: object, container: object = {}): Json => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { containers: [{ name: 'a', image: 'b', ...container }], ...spec } as Json,
});
const inSpec = (spec: object) => told(lookAtPodOfTemplate(pod(spec), POD));
const inContainer = (container: object) => told(lookAtPodOfTemplate(pod({}, container), POD));
const nodes = (term: object) => ({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } } });
const expression = (more: object) => nodes({ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'], ...more }] });
const spread = (more: object) => ({ topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule', ...more }] });
const volume = (more: object) => ({ volumes: [{ name: 'v', ...more }] });
const projected = (source: object) => volume({ projected: { sources: [source] } });
const soft = (weight: number) => ({
  affinity: {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution:
  [{ weight, podAffinityTerm: { topologyKey: 'h', labelSelector: { matchLabels: { a: 'b' } } } }],
    },
  },
});

describe('a pod of a template', () => {
  it.each<[string, object, RegExp]>([
    ['an operator that is none', expression({ operator: 'Exist' }), /operator is "Exist"$/],
    ['an operator of numbers with two', expression({ operator: 'Gt', values: ['1', '2'] }), /2 values$/],
    ['no term',
      { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } } }, /no nodeSelectorTerms$/],
    ['a field of nodes', nodes({ matchFields: [{ key: 'spec.a', operator: 'In', values: ['b'] }] }), /has the key "spec\.a"$/],
    ['two names of nodes', nodes({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b', 'c'] }] }), /takes one value$/],
    ['a weight of 0', soft(0), /weight is 0$/],
    ['no topology', { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] } } }, /topologyKey is missing$/],
    ['a misspelt affinity', { affinity: { nodeAffinty: {} } }, /^unknown: .*nodeAffinty/],
    ['no whenUnsatisfiable', spread({ whenUnsatisfiable: undefined }), /whenUnsatisfiable is missing$/],
    ['a skew of 0', spread({ maxSkew: 0 }), /maxSkew is 0$/],
    ['domains of what is soft', spread({ whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 }), /minDomains is for DoNotSchedule$/],
    ['a policy that is none', spread({ nodeTaintsPolicy: 'honor' }), /nodeTaintsPolicy is "honor"$/],
    ['a name for an address', { hostAliases: [{ ip: 'proxy.internal', hostnames: ['proxy'] }] }, /must be an IP address, got "proxy.internal"$/],
    ['an address of an interface', { hostAliases: [{ ip: 'fe80::1%eth0', hostnames: ['a'] }] }, /^refused: .*got "fe80::1%eth0"$/],
    ['an address with zeros in front', { hostAliases: [{ ip: '10.0.010.9', hostnames: ['a'] }] }, /^unknown: .*10\.0\.010\.9, which not every/],
    ['an address of IPv4 as IPv6', { hostAliases: [{ ip: '::ffff:10.0.0.9', hostnames: ['a'] }] }, /^unknown: .* which not every release/],
    ['four name servers', { dnsConfig: { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] } }, /has 4 nameservers/],
    ['no name server', { dnsPolicy: 'None', dnsConfig: { searches: ['a'] } }, /needs nameservers/],
    ['a search that is none', { dnsConfig: { searches: ['a b'] } }, /searches is "a b"$/],
    ['an option without a name', { dnsConfig: { options: [{ value: '2' }] } }, /options: name is missing$/],
    ['another system', { os: { name: 'darwin' } }, /spec\.os\.name is "darwin"$/],
    ['options of another system', { os: { name: 'linux' }, securityContext: { windowsOptions: {} } }, /^refused: .*windowsOptions is for another/],
    ['options of perhaps another system', { securityContext: { windowsOptions: { a: 'b' } } }, /^unknown: .*windowsOptions: another system$/],
    ['sysctls of the host', { hostNetwork: true, securityContext: { sysctls: [{ name: 'net.a', value: '1' }] } }, /go with no hostNetwork$/],
    ['two namespaces of processes', { hostPID: true, shareProcessNamespace: true }, /no hostPID$/],
    ['users of its own on the host', { hostNetwork: true, hostUsers: false }, /no namespace of the host$/],
    ['a class that is none', { runtimeClassName: 'a_b' }, /runtimeClassName is "a_b"$/],
    ['a preemption that is none', { preemptionPolicy: 'Always' }, /preemptionPolicy is "Always"$/],
    ['a ConfigMap without a name', volume({ configMap: {} }), /configMap\.name is missing$/],
    ['a Secret by the wrong key', volume({ secret: { name: 'x' } }), /^refused: .*secretName is missing$/],
    ['a mode that is none', volume({ configMap: { name: 'x', defaultMode: 644 } }), /the mode 644 is more than 511/],
    ['a path that leaves', volume({ configMap: { name: 'x', items: [{ key: 'a', path: '../a' }] } }), /items: path is "\.\.\/a"$/],
    ['a token of a minute', projected({ serviceAccountToken: { path: 't', expirationSeconds: 60 } }), /expirationSeconds is 60$/],
    ['a token without a path', projected({ serviceAccountToken: {} }), /serviceAccountToken\.path is null$/],
    ['two sources in one', projected({ secret: { name: 'a' }, configMap: { name: 'b' } }), /has 2 of configMap/],
    ['less than nothing', volume({ emptyDir: { sizeLimit: '-1Gi' } }), /emptyDir\.sizeLimit is negative$/],
    ['a class without a name', { runtimeClassName: '' }, /runtimeClassName is ""$/],
    ['a preemption of nothing', { preemptionPolicy: '' }, /preemptionPolicy is missing$/],
    ['a policy of nothing', { securityContext: { fsGroupChangePolicy: '' } }, /fsGroupChangePolicy is missing$/],
    ['a mount that is propagated nowhere', {
      ...volume({ emptyDir: {} }), containers: [{ name: 'a', image: 'b', volumeMounts: [{ name: 'v', mountPath: '/v', mountPropagation: '' }] }],
    }, /mountPropagation is missing$/],
    ['a field of nothing', volume({ downwardAPI: { items: [{ path: 'a' }] } }), /has 0 of fieldRef/],
    ['a claim without a name', volume({ persistentVolumeClaim: {} }), /claimName is missing$/],
    ['an export without a server', volume({ nfs: { path: '/x' } }), /nfs\.server is missing$/],
    ['a driver without a name', volume({ csi: { readOnly: true } }), /csi\.driver is missing$/],
    ['a volume that is not known', volume({ gitRepo: {} }), /^unknown: .*gitRepo: /],
  ])('is not known to be taken with %s', (_, spec, expected) => expect(inSpec(spec)).toMatch(expected));

  it.each<[string, object, RegExp]>([
    ['more asked for than allowed',
      { resources: { requests: { memory: '1Gi' }, limits: { memory: '512Mi' } } }, /requests\.memory is 1Gi, more than/],
    ['a unit that is none', { resources: { limits: { memory: '512MB' } } }, /^refused: .*"512MB"/],
    ['another resource', { resources: { limits: { 'nvidia.com/gpu': 1 } } }, /^unknown: .* other resources/],
    ['two handlers of one hook', { lifecycle: { preStop: { exec: { command: ['x'] }, httpGet: { port: 1 } } } }, /preStop has 2 handlers$/],
    ['no handler of a hook', { lifecycle: { postStart: {} } }, /postStart has 0 handlers$/],
    ['a hook of a later release', { lifecycle: { preStop: { sleep: { seconds: 1 } } } }, /^unknown: .*sleep.*: what the release makes of it$/],
    ['a header that is none', { livenessProbe: { httpGet: { port: 1, httpHeaders: [{ name: 'a b', value: '' }] } } }, /httpHeaders: name is "a b"$/],
    ['a port that is none', { livenessProbe: { grpc: { port: 0 } } }, /grpc: port is 0$/],
    ['a grace of what kills nothing', { readinessProbe: { tcpSocket: { port: 1 }, terminationGracePeriodSeconds: 5 } }, /is for other probes$/],
    ['a grace of 0', { livenessProbe: { tcpSocket: { port: 1 }, terminationGracePeriodSeconds: 0 } }, /terminationGracePeriodSeconds is 0$/],
    ['a privilege that it may not get', { securityContext: { privileged: true, allowPrivilegeEscalation: false } }, /goes with no privileged$/],
    ['a capability that it may not get',
      { securityContext: { capabilities: { add: ['SYS_ADMIN'] }, allowPrivilegeEscalation: false } }, /no CAP_SYS_ADMIN$/],
    ['a group of the pod', { securityContext: { fsGroup: 1 } }, /^unknown: .*fsGroup$/],
    ['a reference without a key', { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'x' } } }] }, /key of secretKeyRef is missing$/],
    ['a reference of a name that is none', { env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'A_b', key: 'c' } } }] },
      /name of configMapKeyRef is "A_b"$/],
    ['a reference to a key that is none', { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'a', key: 'b/c' } } }] },
      /key of secretKeyRef is "b\/c"$/],
    ['a profile without a name', { securityContext: { seccompProfile: { type: 'RuntimeDefault', localhostProfile: '' } } }, /goes with Localhost$/],
    ['a source of a name that is none', { envFrom: [{ secretRef: { name: 'A_b', optional: true } }] }, /name of secretRef is "A_b"$/],
    ['a source without a name', { envFrom: [{ configMapRef: {} }] }, /name of configMapRef is missing$/],
    ['a source of nothing', { envFrom: [{ prefix: 'A' }] }, /has 0 of configMapRef/],
    ['a port twice', { ports: [{ containerPort: 1, hostPort: 5 }, { containerPort: 2, hostPort: 5 }] }, /a port of the host is given twice$/],
  ])('is not known to be taken with %s', (_, container, expected) => expect(inContainer(container)).toMatch(expected));

  it.each<[string, object, object]>([
    ['placement', { ...expression({ operator: 'Gt', values: ['1'] }), ...spread({ minDomains: 2, labelSelector: { matchLabels: { a: 'b' } } }) }, {}],
    ['others to be away from', soft(100), {}],
    ['one name of a node', nodes({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b'] }] }), {}],
    ['names', {
      hostAliases: [{ ip: '::1', hostnames: ['a.b'] }],
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['10.0.0.10'], searches: ['a.b.', '_c.d', '.'], options: [{ name: 'ndots', value: '2' }] },
    }, {}],
    ['volumes', {
      volumes: [{ name: 'a' }, { name: 'b', configMap: { name: 'x', optional: true, defaultMode: 0o440, items: [{ key: 'k', path: 'a/b' }] } },
        {
          name: 'c',
          projected: {
            sources: [{ serviceAccountToken: { path: 'token', expirationSeconds: 3607 } }, { secret: { name: 'x' } },
              { downwardAPI: { items: [{ path: 'n', fieldRef: { fieldPath: 'metadata.namespace' } }] } }],
          },
        }],
    }, {}],
    ['users', {
      securityContext: {
        fsGroup: 1, fsGroupChangePolicy: 'OnRootMismatch', supplementalGroups: [2], sysctls: [{ name: 'net.a/b', value: '1' }],
      },
    },
    { securityContext: { runAsNonRoot: true, runAsUser: 1, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } }],
    ['hooks', {}, { lifecycle: { preStop: { exec: { command: ['true'] } } }, startupProbe: { grpc: { port: 1 }, terminationGracePeriodSeconds: 1 } }],
    ['resources in other words', {}, { resources: { requests: { cpu: '700m', memory: '1Gi' }, limits: { cpu: 0.7, memory: '1024Mi' } } }],
    ['an environment', {},
      { env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'x', key: 'y' } } }], envFrom: [{ secretRef: { name: 'z' } }] }],
    ['a port of two protocols', { hostNetwork: true }, { ports: [{ containerPort: 1 }, { containerPort: 1, protocol: 'UDP' }] }],
  ])('is taken with %s', (_, spec, container) => expect(told(lookAtPodOfTemplate(pod(spec, container), POD))).toBe('taken'));
});

describe('a pod of a file', () => {
  it.each<[string, object, object]>([
    ['placement', spread({}), {}],
    ['a volume of an object', volume({ configMap: { name: 'x' } }), {}],
    ['a group of files', { securityContext: { fsGroup: 1 } }, {}],
    ['a hook', {}, { lifecycle: { preStop: { exec: { command: ['true'] } } } }],
    ['seven domains', { dnsConfig: { searches: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } }, {}],
    ['domains of 257 characters', { dnsConfig: { searches: ['a', 'b', 'c', 'd', 'e'].map(letter => letter.repeat(letter === 'e' ? 49 : 51)) } }, {}],
    ['a domain with an underscore', { dnsConfig: { searches: ['_tcp.internal'] } }, {}],
    ['a variable of an object', {}, { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'x', key: 'y' } } }] }],
    ['a grace of a probe', {}, { livenessProbe: { tcpSocket: { port: 1 }, terminationGracePeriodSeconds: 5 } }],
  ])('is not known to be taken with %s', (_, spec, container) =>
    expect(told(lookAtPod(pod(spec, container), POD))).toMatch(/^unknown: .* in a static pod$/));

  it('is refused with what no pod may have', () => expect(told(lookAtPod(pod(spread({ maxSkew: 0 })), POD))).toMatch(/^refused/));
  it.each<[string, object]>([
    ['the network of its node', { hostNetwork: true }],
    ['name servers', { dnsPolicy: 'None', dnsConfig: { nameservers: ['10.0.0.2'], searches: ['corp.internal.'], options: [{ name: 'ndots' }] } }],
    ['names of hosts', { hostNetwork: true, hostAliases: [{ ip: '10.0.0.9', hostnames: ['proxy.internal'] }] }],
  ])('is taken with %s', (_, spec) => expect(told(lookAtPod(pod(spec), POD))).toBe('taken'));
});
