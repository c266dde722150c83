import { ccm, check, Files, KCM_26, KCM_27, node } from '../rules/input';

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
    ['in a namespace with a range',
      { more: object('LimitRange', 'v1', 'spec: {limits: [{type: Container, min: {cpu: 1}}]}') }, /^LimitRange x may refuse/],
    ['of an account that is not there', { more: object('ServiceAccount', 'v1', '') }, /service account cloud-controller-manager, which is not among/],
    ['of a Kustomization that is suspended', flux('suspend: true, path: ./apps/cloud'), /^Kustomization x of Flux, .* is suspended$/],
    ['of a whole repository that is suspended', flux('suspend: true, path: ./'), /is suspended$/],
    ['of a source that is suspended', flux('path: apps, sourceRef: {kind: GitRepository, name: repo}', SOURCE), /is suspended$/],
    ['beside others only',
      spec('      affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: h}]}}\n'), /beside others only$/],
    ['not beside others', spec('      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: h, '
      + 'labelSelector: {matchLabels: {app: kcm}}}]}}\n'), /not scheduled beside others$/],
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
    ['a range of defaults', { more: object('LimitRange', 'v1', 'spec: {limits: [{type: Container, default: {cpu: 1}}]}') }],
    ['its account', { more: object('ServiceAccount', 'v1', '', 'cloud-controller-manager') }],
    ['accounts of another namespace', { more: object('ServiceAccount', 'v1', '', 'x', 'default') }],
    ['a Kustomization that goes on', flux('path: ./apps/cloud')],
    ['a Kustomization of another path', flux('suspend: true, path: ./apps/clou')],
    ['anti-affinity to itself', spec('      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: h, '
      + 'labelSelector: {matchLabels: {k8s-app: ccm}}}]}}\n')],
    ['affinity that is preferred',
      spec('      affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: h}}]}}\n')],
  ])('is known with %s', (_, doubted) => expect(doubts(doubted)).toEqual([]));

  it('does not matter where another process has its controllers', () => {
    const more = object('ResourceQuota', 'v1', 'spec: {hard: {pods: "1"}}');
    const { liveness } = check({ old: node({ kcm: KCM_26 }), dist: { ...ccm(), 'more.yaml': more } });
    expect(liveness.verdict).toBe('holds');
  });
});
