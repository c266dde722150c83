import { instancesOfNodes } from '../../../src/lib/tags/node-list';

const node = (name: string, providerID?: string, labels = {}) => ({ kind: 'Node', metadata: { name, labels }, spec: { providerID } });

describe('instancesOfNodes', () => {
  it('reads every form of provider ID that the cloud-controller-manager accepts, and passes Fargate over', () => {
    expect(instancesOfNodes({
      items: [
        node('a', 'aws:///us-east-1a/i-0a1', { 'node-role.kubernetes.io/control-plane': '' }),
        node('b', 'aws:////i-0b2'),
        node('c', 'i-0c3'),
        node('d', 'aws:///us-east-1a/fargate-10.0.0.1'),
      ],
    })).toEqual({ instanceIds: ['i-0a1', 'i-0b2', 'i-0c3'], controlPlaneIds: ['i-0a1'] });
  });

  it.each([
    [{}, /no 'items'/],
    [null, /no 'items'/],
    [{ items: [{ kind: 'Pod', metadata: { name: 'p' } }] }, /holds 'p' of kind 'Pod'/],
    [{ items: [node('a')] }, /node 'a' has the provider ID ''/],
    [{ items: [node('a', 'aws')] }, /node 'a' has the provider ID 'aws'/],
  ])('fails on %j', (nodes, expected) => {
    expect(() => instancesOfNodes(nodes)).toThrow(expected);
  });
});
