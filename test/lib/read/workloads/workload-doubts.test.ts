import { ccm, check, Files, KCM_26, KCM_27, node } from '../../rules/input';

interface Doubted {
  readonly change?: readonly [string, string];
  readonly more?: string;
  readonly kind?: 'DaemonSet' | 'Deployment';
}

/** What keeps liveness from being known where only this workload has the cloud controllers; and whether exclusivity is known all the same. */
function doubts({ change: [find, text] = ['', ''], more, kind }: Doubted): readonly string[] {
  const manifest = ccm({ kind })['ccm.yaml'];
  expect(manifest).toContain(find);
  const files: Files = { 'apps/cloud/ccm.yaml': manifest.replace(find, text), ...more === undefined ? {} : { 'more.yaml': more } };
  const { exclusivity, liveness } = check({ new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: files });
  expect(exclusivity.verdict).toBe('holds');
  expect(liveness.verdict).toBe(liveness.unknown.length === 0 ? 'holds' : 'unknown');
  return liveness.unknown.map(({ what }) => what);
}

const annotation = (text: string): Doubted =>
  ({ change: ['metadata: {name: aws-cloud-controller-manager,', `metadata: {annotations: {${text}}, name: aws-cloud-controller-manager,`] });
const label = (text: string): Doubted =>
  ({ change: ['metadata: {name: aws-cloud-controller-manager,', `metadata: {labels: {${text}}, name: aws-cloud-controller-manager,`] });
const range = (limit: string): string => object('LimitRange', 'v1', `spec: {limits: [${limit}]}`);
const spec = (text: string): Doubted => ({ change: ['      serviceAccountName:', `${text}      serviceAccountName:`] });
const object = (kind: string, apiVersion: string, rest: string, name = 'x', namespace = 'kube-system'): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}, namespace: ${namespace}}\n${rest}\n`;
const scaler = (rest: string, kind = 'ScaledObject', apiVersion = 'keda.sh/v1alpha1'): Doubted =>
  ({ kind: 'Deployment', more: object(kind, apiVersion, `spec: {scaleTargetRef: {name: aws-cloud-controller-manager}, ${rest}}`) });
const flux = (rest: string, more = ''): Doubted => ({ more: object('Kustomization', 'kustomize.toolkit.fluxcd.io/v1', `spec: {${rest}}`) + more });
const SOURCE = `---\n${object('GitRepository', 'source.toolkit.fluxcd.io/v1', 'spec: {suspend: true}', 'repo', 'flux-system')}`;

describe('a workload whose pods may not run', () => {
  it.each<[string, Doubted, RegExp]>([
    ['that Flux leaves alone', annotation('kustomize.toolkit.fluxcd.io/reconcile: disabled'), /and so Flux does not apply it$/],
    ['that is a hook of Helm', annotation('helm.sh/hook: test'), /Helm applies it in a phase of its own$/],
    ['that is local', annotation('config.kubernetes.io/local-config: "true"'), /leave it out$/],
    ['that KEDA scales to none', scaler('minReplicaCount: 0'), /^ScaledObject x may scale Deployment .* to no pods$/],
    ['that KEDA scales as it does by default', scaler('maxReplicaCount: 1'), /to no pods$/],
    ['that is scaled to none', scaler('minReplicas: 0', 'HorizontalPodAutoscaler', 'autoscaling/v2'), /to no pods$/],
    ['in a namespace with a quota', { more: object('ResourceQuota', 'v1', 'spec: {hard: {requests.cpu: "1"}}') }, /^ResourceQuota x may refuse/],
    ['that Flux leaves alone by a label', label('kustomize.toolkit.fluxcd.io/reconcile: disabled'), /has the label .* Flux does not apply it$/],
    ['that kapp does nothing with', annotation('kapp.k14s.io/noop: ""'), /kapp does not apply it$/],
    ['that Config Sync does not manage', annotation('configmanagement.gke.io/managed: disabled'), /Config Sync does not apply it$/],
    ['that is deleted after a while', annotation('janitor/ttl: 7d'), /kube-janitor deletes it/],
    ['whose role Flux leaves alone', {
      more: object('ClusterRoleBinding', 'rbac.authorization.k8s.io/v1',
        'subjects: [{kind: ServiceAccount, name: cloud-controller-manager, namespace: kube-system}]\nroleRef: {kind: ClusterRole, name: r}')
      + '---\n{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r, annotations: {helm.sh/hook: x}},\n'
      + 'rules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]}\n',
    },
    /^ClusterRole r has the annotation helm.sh\/hook/],
    ['in a namespace with a range that it does not keep', { more: range('{type: Container, max: {cpu: 1}, default: {cpu: 2}}') }, /^LimitRange x/],
    ['in a namespace with a range of pods', { more: range('{type: Pod, max: {memory: 1Gi}}') }, /^LimitRange x may refuse/],
    ['in a namespace with a ratio', { more: range('{type: Container, maxLimitRequestRatio: {cpu: "2"}}') }, /^LimitRange x may refuse/],
    ['whose memory is next to none', { more: range('{type: Container, default: {memory: 8Mi}}') }, /^LimitRange x may refuse/],
    ['in a namespace with few pods', { more: object('ResourceQuota', 'v1', 'spec: {hard: {count/pods: "9"}}') }, /^ResourceQuota x may refuse/],
    ['in a namespace with few DaemonSets',
      { more: object('ResourceQuota', 'v1', 'spec: {hard: {count/daemonsets.apps: "1"}}') }, /^ResourceQuota x may refuse/],
    ['in a namespace that is full', { more: object('ResourceQuota', 'v1', 'spec: {hard: {pods: "9"}}\nstatus: {used: {pods: "9"}}') }, /^ResourceQ/],
    ['in the scope of a quota',
      { more: object('ResourceQuota', 'v1', 'spec: {hard: {pods: "9"}, scopes: [BestEffort, NotTerminating]}') }, /^ResourceQuota x may refuse/],
    ['of an account that is not there', { more: object('ServiceAccount', 'v1', '') }, /service account cloud-controller-manager, which is not among/],
    ['of a Kustomization that is suspended', flux('suspend: true, path: ./apps/cloud'), /^Kustomization x of Flux, .* is suspended$/],
    ['of a whole repository that is suspended', flux('suspend: true, path: ./'), /is suspended$/],
    ['of a source that is suspended', flux('path: apps, sourceRef: {kind: GitRepository, name: repo}', SOURCE), /is suspended$/],
    ['beside others only',
      spec('      affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: h}]}}\n'), /beside others only$/],
    ['not beside others', spec('      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: h, '
      + 'labelSelector: {matchLabels: {app: kcm}}}]}}\n'), /not scheduled beside others$/],
    ['not beside others of its labels', spec('      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: h, '
      + 'labelSelector: {matchExpressions: [{key: k8s-app, operator: Exists}]}}]}}\n'), /not scheduled beside others$/],
    ['not beside another workload of its label', {
      ...spec('      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: h, '
        + 'labelSelector: {matchLabels: {k8s-app: ccm}}}]}}\n'),
      more: object('DaemonSet', 'apps/v1', 'spec: {template: {metadata: {labels: {k8s-app: ccm}}, spec: {containers: [{name: a, image: a}]}}}'),
    }, /not scheduled beside others$/],
    ['with a sysctl that is not safe', spec('      securityContext: {sysctls: [{name: kernel.msgmax, value: "1"}]}\n'), /kernel\.msgmax/],
    ['with a seccomp profile of its node',
      { change: ['        args:\n', '        securityContext: {seccompProfile: {type: Localhost, localhostProfile: a.json}}\n        args:\n'] },
      /the seccomp profile a\.json of their node/],
    ['with an AppArmor profile of its node', {
      change: ['annotations: {config-sha256: abc}',
        'annotations: {container.apparmor.security.beta.kubernetes.io/c: localhost/p}'],
    }, /the AppArmor profile localhost\/p/],
    ['on nodes of which the firewall of Cilium lets nothing out',
      { more: object('CiliumClusterwideNetworkPolicy', 'cilium.io/v2', 'spec: {nodeSelector: {}, egress: [{}]}') }, /what nodes/],
    ['behind an init container',
      spec('      initContainers: [{name: wait, image: x, command: [sleep, infinity]}]\n'), /the init container 'wait' has ended/],
    ['with a sidecar that its release does not know',
      spec('      initContainers: [{name: side, image: x, restartPolicy: Always}]\n'), /1\.29 and later, and this one is of 1\.27\)$/],
    ['whose image is never pulled', { change: ['        args:\n', '        imagePullPolicy: Never\n        args:\n'] }, /never pulled/],
    ['with a hook at its start',
      { change: ['        args:\n', '        lifecycle: {postStart: {exec: {command: [x]}}}\n        args:\n'] }, /postStart fails$/],
  ])('is unknown %s', (_, doubted, expected) => expect(doubts(doubted)).toEqual([expect.stringMatching(expected)]));

  it.each<[string, Doubted]>([
    ['another annotation', annotation('kustomize.toolkit.fluxcd.io/reconcile: enabled')],
    ['an annotation of no tool', annotation('constructor: x')],
    ['a minimum of one', scaler('minReplicaCount: 1')],
    ['an autoscaler of something else',
      { kind: 'Deployment', more: object('ScaledObject', 'keda.sh/v1alpha1', 'spec: {scaleTargetRef: {name: y}}') }],
    ['a quota of services', { more: object('ResourceQuota', 'v1', 'spec: {hard: {services: "1"}}') }],
    ['a quota elsewhere', { more: object('ResourceQuota', 'v1', 'spec: {hard: {pods: "1"}}', 'x', 'default') }],
    ['a quota of storage', { more: object('ResourceQuota', 'v1', 'spec: {hard: {requests.storage: 1Gi, count/secrets: "1"}}') }],
    ['a quota of another resource', { more: object('ResourceQuota', 'v1', 'spec: {hard: {requests.nvidia.com/gpu: "0"}}') }],
    ['a quota of more pods than a cluster has', { more: object('ResourceQuota', 'v1', 'spec: {hard: {pods: 1G}}') }],
    ['a quota with room', { more: object('ResourceQuota', 'v1', 'spec: {hard: {pods: "9"}}\nstatus: {used: {pods: "8"}}') }],
    ['a quota of other priorities', {
      more: object('ResourceQuota', 'v1', 'spec: {hard: {pods: "1"}, scopeSelector: {matchExpressions: '
      + '[{scopeName: PriorityClass, operator: In, values: [low]}]}}'),
    }],
    ['a quota of pods that end', { more: object('ResourceQuota', 'v1', 'spec: {hard: {pods: "1"}, scopes: [Terminating]}') }],
    ['a quota of Deployments', { more: object('ResourceQuota', 'v1', 'spec: {hard: {count/deployments.apps: "1"}}') }],
    ['a range that fills in what is missing', { more: range('{type: Container, min: {cpu: 10m}, max: {cpu: 1}}') }],
    ['a range of claims', { more: range('{type: PersistentVolumeClaim, max: {storage: 1Gi}}') }],
    ['a label that is an annotation of Helm', label('helm.sh/hook: x')],
    ['a namespace that kapp expects',
      { more: object('Namespace', 'v1', '', 'kube-system').replace('name:', 'annotations: {kapp.k14s.io/exists: ""}, name:') }],
    ['a role that something else is bound to', {
      more: object('ClusterRole', 'rbac.authorization.k8s.io/v1', 'rules: []')
        .replace('name:', 'annotations: {helm.sh/hook: x}, name:'),
    }],
    ['a safe sysctl', spec('      securityContext: {sysctls: [{name: kernel.shm_rmid_forced, value: "1"}]}\n')],
    ['the profile of its runtime', spec('      securityContext: {seccompProfile: {type: RuntimeDefault}}\n')],
    ['a policy of the network of pods', { more: object('NetworkPolicy', 'networking.k8s.io/v1', 'spec: {podSelector: {}, policyTypes: [Egress]}') }],
    ['a policy of Cilium about pods',
      { more: object('CiliumClusterwideNetworkPolicy', 'cilium.io/v2', 'spec: {endpointSelector: {}, egress: [{}]}') }],
    ['a range of defaults', { more: object('LimitRange', 'v1', 'spec: {limits: [{type: Container, default: {cpu: 1}}]}') }],
    ['its account', { more: object('ServiceAccount', 'v1', '', 'cloud-controller-manager') }],
    ['accounts of another namespace', { more: object('ServiceAccount', 'v1', '', 'x', 'default') }],
    ['a Kustomization that goes on', flux('path: ./apps/cloud')],
    ['a Kustomization of another path', flux('suspend: true, path: ./apps/clou')],
    ['anti-affinity to itself', spec('      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: h, '
      + 'labelSelector: {matchLabels: {k8s-app: ccm}}}]}}\n')],
    ['anti-affinity to itself by an expression', spec('      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: '
      + '[{topologyKey: h, labelSelector: {matchExpressions: [{key: k8s-app, operator: In, values: [ccm]}]}}]}}\n')],
    ['affinity that is preferred',
      spec('      affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: h}}]}}\n')],
  ])('is known with %s', (_, doubted) => expect(doubts(doubted)).toEqual([]));

  it.each<[string, string, string, boolean]>([
    ['lets nothing out', 'NetworkPolicy', 'spec: {podSelector: {}, policyTypes: [Egress]}', true],
    ['lets some out', 'NetworkPolicy', 'spec: {podSelector: {matchLabels: {k8s-app: ccm}}, egress: [{ports: [{port: 53}]}]}', true],
    ['lets everything out', 'NetworkPolicy', 'spec: {podSelector: {}, policyTypes: [Egress], egress: [{}]}', false],
    ['is about what comes in', 'NetworkPolicy', 'spec: {podSelector: {}, ingress: []}', false],
    ['is about other pods', 'NetworkPolicy', 'spec: {podSelector: {matchLabels: {a: b}}, policyTypes: [Egress]}', false],
    ['is of Cilium', 'CiliumNetworkPolicy', 'spec: {endpointSelector: {matchLabels: {k8s-app: ccm}}, egress: []}', true],
    ['is of Calico', 'GlobalNetworkPolicy', 'spec: {types: [Egress]}', true],
  ])('on the network of pods is known unless a policy %s', (_, kind, rest, isUnknown) => {
    const group = { NetworkPolicy: 'networking.k8s.io/v1', CiliumNetworkPolicy: 'cilium.io/v2' }[kind] ?? 'projectcalico.org/v3';
    const found = doubts({ change: ['hostNetwork: true', 'hostNetwork: false'], more: object(kind, group, rest) });
    expect(found).toEqual(isUnknown ? [`${kind} x restricts what pods of DaemonSet aws-cloud-controller-manager connect to`] : []);
  });

  it('does not matter where another process has its controllers', () => {
    const more = object('ResourceQuota', 'v1', 'spec: {hard: {pods: "1"}}');
    const { liveness } = check({ old: node({ kcm: KCM_26 }), dist: { ...ccm(), 'more.yaml': more } });
    expect(liveness.verdict).toBe('holds');
  });
});
