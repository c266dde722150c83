import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ansible } from '../../test/ansible/ansible';
import { playbookOf, ReadyAction, stepsOf } from '../../test/ansible/plan-actions';
import { SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(600_000);

const START = 'objects/start-bootstrap-pod';
const BOOTSTRAP = 'pod/kube-system/kube-controller-manager-bootstrap';

describeNeeding('a kube-controller-manager that is a Deployment', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  /** Carries these out, and nothing else. */
  const carryOut = (actions: readonly ReadyAction[]) => {
    writeFileSync(join(cluster.project, 'probe.yaml'), playbookOf(actions));
    return cluster.run('probe');
  };
  /** As far as a run came that was killed when the pod was started that makes the others. */
  const untilStarted = (actions: readonly ReadyAction[]) => actions.slice(0, actions.findIndex(({ do: verb }) => verb === START) + 1);
  const deployment = () => {
    const { metadata, spec } = cluster.object('deployment/kube-system/kube-controller-manager') as unknown as {
      metadata: { annotations?: object }; spec: { replicas: number; template: { spec: { containers: { image: string }[] } } };
    };
    return [spec.replicas, spec.template.spec.containers[0].image.replace(/.*:/, ''), Object.keys(metadata.annotations ?? {})];
  };

  it('is at 0 without the pod that a run which was killed left, and comes back with as many replicas as it had', async () => {
    cluster = await SimulatedProject.ofDowntime('n', 'deployment').plan('n', 'n-plus-1', '--kcm', 'deployment');
    const steps = stepsOf(join(cluster.project, 'plan.json'));
    const [stopping, starting] = ['stop-kcm', 'start-kcm'].map(id => steps.find(({ name }) => name.endsWith(`/${id}`))!);
    const stop = [...stopping.run, ...stopping.proof];
    expect(await carryOut(stop)).toMatchObject({ status: 0 });
    expect(deployment()).toEqual([0, 'v1.26.15', ['ccm-migration/replicas']]);

    // There: killed when the pod was started that makes the others.
    const start = [...starting.before, ...starting.run];
    expect(await carryOut(untilStarted(start))).toMatchObject({ status: 0 });
    expect([cluster.object(BOOTSTRAP) !== undefined, ...deployment()]).toEqual([true, 2, 'v1.27.16', []]);
    expect(await carryOut(starting.undo)).toMatchObject({ status: 0 });
    expect([cluster.object(BOOTSTRAP), ...deployment()]).toEqual([undefined, 0, 'v1.26.15', ['ccm-migration/replicas']]);

    // Back: killed in the same place, then there again.
    expect(await carryOut(untilStarted(stopping.undo))).toMatchObject({ status: 0 });
    expect(cluster.object(BOOTSTRAP)).toBeDefined();
    expect(await carryOut(stop)).toMatchObject({ status: 0 });
    expect([cluster.object(BOOTSTRAP), ...deployment()]).toEqual([undefined, 0, 'v1.26.15', ['ccm-migration/replicas']]);
    expect(await carryOut([...start, ...starting.proof])).toMatchObject({ status: 0 });
    expect([cluster.object(BOOTSTRAP), ...deployment()]).toEqual([undefined, 2, 'v1.27.16', []]);
    const asked = {
      do: 'deployment-runs',
      namespace: 'kube-system',
      name: 'kube-controller-manager',
      release: '1.27.16',
      has: ['--cloud-provider=external'],
      lacks: ['--cloud-provider=aws'],
    };
    expect(await carryOut([asked])).toMatchObject({ status: 0 });
    expect((await carryOut([{ ...asked, lacks: ['--cloud-provider=external'] }])).status).not.toBe(0);
  });
});
