import { FileContent } from '../../../src/lib/read/input/input';
import { Executed } from '../../executed';
import { kubeadmNodes, nodeLike } from '../../nodes';

type Verify = typeof import('../../../src/lib/verify/verify');

/** Things in the smaller input. `test:deep` takes six times as many, where a small part that grows faster shows, too. */
const FROM = Number(process.env.GROWTH_FROM ?? 32);
type Shape = (count: number) => readonly object[];

const CCM = { image: 'x/cloud-controller-manager:v1.27.1', args: ['--cloud-provider=aws'] };
const several = <T>(count: number, make: (index: number) => T): readonly T[] => Array.from({ length: count }, (_, index) => make(index));
const object = (kind: string, apiVersion: string, name: string, rest: object) =>
  ({ apiVersion, kind, metadata: { name, namespace: 'kube-system' }, ...rest });
const deployment = (name: string, spec: object) => object('Deployment', 'apps/v1', name, { spec: { template: { spec } } });

const SHAPES: Readonly<Record<string, Shape>> = {
  'containers of which nothing is known': count => [deployment('d', {
    containers: several(count, index => ({ name: `c${index}`, image: 'x', command: ['sh', '-c', `kube-controller-manager --v=${index}`] })),
  })],
  'containers and volumes': count => [deployment('d', {
    containers: several(count, index => ({ ...CCM, name: `c${index}`, volumeMounts: [{ name: 'v0', mountPath: '/x' }] })),
    volumes: several(count, index => ({ name: `v${index}`, emptyDir: {} })),
  })],
  'containers of a mirror pod': count => [{
    ...object('Pod', 'v1', 'p', { spec: { nodeName: 'n', containers: several(count, index => ({ ...CCM, name: `c${index}` })) } }),
    metadata: { name: 'p', annotations: { 'kubernetes.io/config.mirror': 'x' } },
  }],
  'nodes that all differ': count => several(count, index => ({
    ...object('Pod', 'v1', `p${index}`, { spec: { nodeName: `n${index}`, containers: [{ ...CCM, name: 'c', args: [`--v=${index}`] }] } }),
    metadata: { name: `p${index}`, annotations: { 'kubernetes.io/config.mirror': 'x' } },
  })),
  'workloads with autoscalers': count => several(count, index => index).flatMap(index => [
    deployment(`d${index}`, { containers: [{ ...CCM, name: 'c' }] }),
    object('HorizontalPodAutoscaler', 'autoscaling/v2', `h${index}`, { spec: { scaleTargetRef: { kind: 'Deployment', name: `d${index}` } } }),
  ]),
  'pods of workloads': count => several(count, index => index).flatMap(index => [
    object('ReplicaSet', 'apps/v1', `r${index}`, { spec: { template: { spec: { containers: [{ ...CCM, name: 'c' }] } } } }),
    {
      ...object('Pod', 'v1', `p${index}`, { spec: { containers: [{ ...CCM, name: 'c' }] } }),
      metadata: { name: `p${index}`, namespace: 'kube-system', ownerReferences: [{ controller: true, kind: 'ReplicaSet', name: `r${index}` }] },
    },
  ]),
};

describe('many of one thing', () => {
  const executed = new Executed();
  const { verify } = executed.load<Verify>(require.resolve('../../../src/lib/verify/verify'));
  afterAll(() => executed.close());

  /** Four times as many blocks for four times as many things, and sixteen times as many where each is compared with each. */
  const growth = (filesOf: (count: number) => ReadonlyMap<string, FileContent>, from: number) => {
    const count = (many: number) => {
      const files = filesOf(many);
      return executed.count(() => {
        try {
          verify({ directories: [{ name: 'in', files }] });
        } catch (error) {
          expect((error as Error).constructor.name).toMatch(/UnreadableInput|NothingToCheck/);
        }
      });
    };
    count(4 * from); // what is loaded, compiled and remembered once: code that the engine has made faster counts less of what it calls
    return count(4 * from) / count(from);
  };

  it.each(Object.entries(SHAPES))('take work that grows with them: %s', (_, shape) => {
    expect(growth(many => new Map([['a.yaml', { text: shape(many).map(one => JSON.stringify(one)).join('\n---\n') }]]), FROM)).toBeLessThan(4.3);
  });

  it('take work that grows with them: folders of control-plane nodes', () => {
    const [first] = kubeadmNodes();
    const nodes = (many: number) => several(many, index => nodeLike(first, `10-0-${many}-${index + 1}`));
    expect(growth(many => new Map(nodes(many).flatMap(({ name, files }) =>
      Object.entries(files).map(([path, text]) => [`${name}${path}`, { text }]))), Math.ceil(FROM / 4))).toBeLessThan(4.3);
  });

  it('that each stand for two of the one before are not written out', () => {
    const env = several(60, index => ({ name: `E${index}`, value: index === 0 ? 'x' : `$(E${index - 1})$(E${index - 1})` }));
    const container = { ...CCM, name: 'c', env, args: ['--leader-elect-resource-name=$(E59)'] };
    const content = { text: JSON.stringify(deployment('d', { containers: [container] })) };
    const { exclusivity } = verify({ directories: [{ name: 'in', files: new Map([['a.yaml', content]]) }] });
    expect(exclusivity.unknown.map(({ what }) => what).join('\n')).toContain('its variables stand for more than 2000000 characters');
  });
});
