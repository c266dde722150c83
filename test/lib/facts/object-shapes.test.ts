import { generatedObjectTypes } from '../../../src/lib/facts/generated';
import { FIELDS_JUDGED_TO, objectShape } from '../../../src/lib/facts/object-shapes';
import { lookAt } from '../../../src/lib/kubernetes/pod/shape';

const look = (kind: string, data: object) => lookAt(data as never, objectShape(kind)!, kind);

describe('types of objects', () => {
  it('were looked at up to the newest minor that was read: whether a new field is not decided, or in LOOSE', () => {
    expect(Object.keys(generatedObjectTypes().read).at(-1)).toBe(`1.${FIELDS_JUDGED_TO}`);
  });

  it.each<[string, string, object, unknown]>([
    ['a field of all releases', 'Pod', { spec: { hostNetwork: 'yes' } }, { refused: 'Pod.spec.hostNetwork must be a boolean, got "yes"' }],
    ['a field within a list', 'Pod', { spec: { containers: [{ ports: [{ containerPort: '80' }] }] } },
      { refused: 'Pod.spec.containers[0].ports[0].containerPort must be an integer, got "80"' }],
    ['a field that came later', 'Pod', { spec: { hostUsers: 1 } }, { refused: 'Pod.spec.hostUsers must be a boolean, got 1' }],
    ['one whose type is not looked at', 'Pod', { spec: { schedulingGates: 'none' } }, undefined],
    ['one that nothing decides', 'Pod', { spec: { volumes: [{ name: 'v', flocker: {} }] } },
      { unknown: 'nothing is known of the field Pod.spec.volumes[0].flocker: whether the volume is there, and what is in it' }],
    ['one that decides nothing of a workload', 'Deployment', { metadata: { generation: 2 } }, undefined],
    ['the same of a pod', 'Pod', { metadata: { generation: 2 } }, {
      unknown: 'nothing is known of the field Pod.metadata.generation: fields of pods that are there already',
    }],
    ['one that is none', 'DaemonSet', { spec: { replicas: 1 } }, { unknown: 'nothing is known of the field DaemonSet.spec.replicas' }],
    ['a quantity', 'Pod', { spec: { overhead: { cpu: 'much' } } }, { refused: 'Pod.spec.overhead.cpu must be a quantity, got "much"' }],
    ['bytes', 'Secret', { data: { key: 1 } }, { refused: 'Secret.data.key must be a string, got 1' }],
  ])('say of %s what comes of it', (_, kind, data, expected) => expect(look(kind, data)).toEqual(expected));

  it('are those of objects that are held against them alone', () => expect(objectShape('Job')).toBeUndefined());
});
