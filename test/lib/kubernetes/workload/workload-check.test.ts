import { objectShape } from '../../../../src/lib/facts/object-shapes';
import { lookAtMetadata } from '../../../../src/lib/kubernetes/pod/looks';
import { Json } from '../../../../src/lib/kubernetes/pod/shape';
import { lookAtStored } from '../../../../src/lib/kubernetes/workload/stored-check';
import { lookAtWorkload } from '../../../../src/lib/kubernetes/workload/workload-check';

const told = (look: ReturnType<typeof lookAtWorkload>) => look === undefined ? 'taken' : Object.entries(look)[0].join(': ');
const workload = (kind: string, spec: Json, more: object = {}) =>
  told(lookAtWorkload(kind, { apiVersion: 'apps/v1', kind, metadata: { name: 'x' }, spec, ...more } as Json, objectShape(kind)!));

describe('a workload', () => {
  it.each<[string, string, Json, RegExp]>([
    ['replicas as a text', 'Deployment', { replicas: '2' }, /^refused: .*replicas must be an integer, got "2"/],
    ['fewer than no replicas', 'ReplicaSet', { replicas: -1 }, /^refused: spec\.replicas is -1/],
    ['a field of another kind', 'DaemonSet', { replicas: 2 }, /^unknown: .*DaemonSet\.spec\.replicas/],
    ['a strategy of another kind', 'DaemonSet', { strategy: {} }, /^unknown/],
    ['Recreate of a DaemonSet', 'DaemonSet', { updateStrategy: { type: 'Recreate' } }, /^refused: spec\.updateStrategy\.type is "Recreate"/],
    ['both steps of a DaemonSet', 'DaemonSet', { updateStrategy: { rollingUpdate: { maxSurge: 1 } } }, /^refused: .*one of them must be 0/],
    ['no step of a DaemonSet', 'DaemonSet', { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } }, /^refused: .* neither/],
    ['more than all', 'DaemonSet', { updateStrategy: { rollingUpdate: { maxUnavailable: '101%' } } }, /^refused: .* more than 100%/],
    ['a step that is a word', 'Deployment', { strategy: { rollingUpdate: { maxSurge: 'one' } } }, /^refused: .* neither a number nor a share/],
    ['a step below none', 'Deployment', { strategy: { rollingUpdate: { maxSurge: -1 } } }, /^refused: .*maxSurge is -1/],
    ['Recreate with steps', 'Deployment', { strategy: { type: 'Recreate', rollingUpdate: {} } }, /^refused: .* goes with no Recreate/],
    ['no step of a Deployment', 'Deployment', { strategy: { rollingUpdate: { maxSurge: '0%', maxUnavailable: 0 } } }, /^refused: .* neither/],
    ['OnDelete of a Deployment', 'Deployment', { strategy: { type: 'OnDelete' } }, /^refused: spec\.strategy\.type/],
    ['a deadline that is too short', 'Deployment', { minReadySeconds: 600 }, /^refused: spec\.progressDeadlineSeconds \(600\)/],
    ['a policy in lower case', 'StatefulSet', { podManagementPolicy: 'parallel' }, /^refused: spec\.podManagementPolicy/],
    ['OnDelete with steps', 'StatefulSet', { updateStrategy: { type: 'OnDelete', rollingUpdate: {} } }, /^refused: .* goes with no OnDelete/],
    ['a partition below none', 'StatefulSet', { updateStrategy: { rollingUpdate: { partition: -1 } } }, /^refused: .*partition is -1/],
    ['a retention that is none', 'StatefulSet', { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Keep' } }, /^refused: .*whenScaled/],
    ['an ordinal below none', 'StatefulSet', { ordinals: { start: -1 } }, /^refused: spec\.ordinals\.start/],
    ['volumes that are claimed', 'StatefulSet', { volumeClaimTemplates: [{}] }, /^unknown: its pods wait/],
    ['an operator in lower case', 'DaemonSet',
      { selector: { matchExpressions: [{ key: 'a', operator: 'in', values: ['b'] }] } }, /operator is "in"$/],
    ['an operator without values', 'DaemonSet', { selector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }, /^refused: .* 0 values$/],
    ['values that are not asked for', 'DaemonSet',
      { selector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] } }, /1 values$/],
    ['an expression without a key', 'DaemonSet', { selector: { matchExpressions: [{ operator: 'Exists' }] } }, /a key is missing$/],
    ['a label that is none', 'DaemonSet', { selector: { matchLabels: { a: 'b c' } } }, /^refused: spec\.selector\.matchLabels\.a/],
  ])('with %s', (_, kind, spec, expected) => expect(workload(kind, spec)).toMatch(expected));

  it.each<[string, string, Json]>([
    ['all of a Deployment', 'Deployment', {
      replicas: 2,
      minReadySeconds: 5,
      progressDeadlineSeconds: 30,
      revisionHistoryLimit: 0,
      paused: false,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: '100%' } },
    }],
    ['one step of a Deployment', 'Deployment', { strategy: { rollingUpdate: { maxSurge: 0 } } }],
    ['Recreate', 'Deployment', { strategy: { type: 'Recreate' } }],
    ['Recreate as a live object has it', 'Deployment', { strategy: { type: 'Recreate', rollingUpdate: null } }],
    ['a step of a DaemonSet', 'DaemonSet', { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%' } } }],
    ['the other step', 'DaemonSet', { updateStrategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: '50%' } } }],
    ['OnDelete', 'DaemonSet', { updateStrategy: { type: 'OnDelete' } }],
    ['all of a StatefulSet', 'StatefulSet',
      { serviceName: 'x', podManagementPolicy: 'Parallel', updateStrategy: { rollingUpdate: { partition: 0 } } }],
    ['a selector', 'ReplicaSet', { selector: { matchLabels: { 'a.b/c': 'd' }, matchExpressions: [{ key: 'e', operator: 'NotIn', values: ['f'] }] } }],
    ['a kind that is not looked at', 'Rollout', { replicas: '2' }],
  ])('is taken with %s', (_, kind, spec) => expect(workload(kind, spec)).toBe('taken'));

  it('is taken with what others put beside it', () => {
    expect(workload('DaemonSet', {}, { 'status': { observedGeneration: 1 }, 'x-anchors': {} })).toBe('taken');
    expect(workload('DaemonSet', {}, { specs: {} })).toMatch(/^unknown: .*DaemonSet\.specs/);
  });
});

describe('metadata', () => {
  it.each<[string, { [key: string]: Json }, RegExp]>([
    ['no name', {}, /^refused: metadata\.name is null/],
    ['a name with _', { name: 'a_b' }, /^refused: metadata\.name is "a_b"/],
    ['a name that is generated', { generateName: 'a-' }, /^unknown: its name is generated/],
    ['a namespace with a dot', { name: 'a', namespace: 'b.c' }, /^refused: metadata\.namespace/],
    ['a label with +', { name: 'a', labels: { version: 'v1+b' } }, /^refused: metadata\.labels\.version/],
    ['a label of 64 characters', { name: 'a', labels: { a: 'b'.repeat(64) } }, /^refused: metadata\.labels\.a/],
    ['a key with two slashes', { name: 'a', labels: { 'a/b/c': '' } }, /^refused: metadata\.labels has the key/],
    ['a key of an annotation', { name: 'a', annotations: { 'a b': '' } }, /^refused: metadata\.annotations/],
    ['too many annotations', { name: 'a', annotations: { a: 'x'.repeat(262144) } }, /^refused: metadata\.annotations have 262145/],
  ])('with %s', (_, metadata, expected) => expect(told(lookAtMetadata(metadata))).toMatch(expected));

  it('is taken', () => {
    const metadata = { name: 'a.b-c', namespace: 'kube-system', labels: { 'a.b/C_d': 'E.f_g', 'e': '' }, annotations: { 'A/b': 'anything goes' } };
    expect(lookAtMetadata(metadata)).toBeUndefined();
  });
});

describe('what is stored', () => {
  const stored = (kind: string, rest: object) =>
    told(lookAtStored(kind, { apiVersion: 'v1', kind, metadata: { name: 'x' }, ...rest } as Json, objectShape(kind)));
  it.each<[string, string, object, RegExp]>([
    ['a number', 'ConfigMap', { data: { a: 5 } }, /^refused: ConfigMap\.data\.a must be a string, got 5/],
    ['a truth value', 'Secret', { stringData: { a: true } }, /^refused: Secret\.stringData\.a/],
    ['plain text', 'Secret', { data: { a: 'eu-central-1!' } }, /^refused: data\.a is not base64/],
    ['base64 without its end', 'Secret', { data: { a: 'YWI' } }, /^refused: data\.a/],
    ['an end in the middle', 'Secret', { data: { a: 'YQ==YQ==' } }, /^refused: data\.a/],
    ['bytes that are none', 'ConfigMap', { binaryData: { a: '?' } }, /^refused: binaryData\.a/],
    ['a key with a slash', 'ConfigMap', { data: { 'a/b': '' } }, /^refused: a key must be .* got "a\/b"/],
    ['a key twice', 'ConfigMap', { data: { a: '' }, binaryData: { a: '' } }, /both have "a"/],
    ['no key of its type', 'Secret', { type: 'kubernetes.io/tls', data: { 'tls.crt': '' } }, /needs the key tls\.key/],
    ['too much', 'ConfigMap', { data: { a: 'x'.repeat(1400000) } }, /^refused: it has 1400000 characters/],
    ['a name that is none', 'ConfigMap', { metadata: { name: 'A' } }, /^refused: metadata\.name/],
    ['a field that is none', 'Secret', { dat: {} }, /^unknown: .*Secret\.dat/],
  ])('with %s', (_, kind, rest, expected) => expect(stored(kind, rest)).toMatch(expected));

  it.each<[string, string, object]>([
    ['texts', 'ConfigMap', { data: { 'a.conf': 'x', 'b': null }, binaryData: { c: 'YQ==' }, immutable: true }],
    ['base64 in lines', 'Secret', { type: 'Opaque', data: { a: 'YWJj\nZGVm\n' }, stringData: { b: 'plain!' } }],
    ['all keys of its type', 'Secret', { type: 'kubernetes.io/tls', stringData: { 'tls.crt': '', 'tls.key': '' } }],
    ['what SOPS encrypts', 'Secret', { data: { a: 'ENC[AES256_GCM,data:x]' }, sops: { mac: 'x' } }],
    ['another kind', 'Service', { data: { a: 5 } }],
  ])('is taken with %s', (_, kind, rest) => expect(stored(kind, rest)).toBe('taken'));
});
