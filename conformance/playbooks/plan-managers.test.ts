import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ansibleTasks } from '../../src/files/ansible-tasks';
import { MigrationStrategy } from '../../src/lib/migration/migration-strategy';
import { PlanAction } from '../../src/lib/plan/action';
import { makePlan } from '../../src/lib/plan/plan';
import { ansible } from '../../test/ansible/ansible';
import { SimulatedProject } from '../../test/cli/simulated-project';
import { appFiles } from '../../test/lib/plan/app-fixture';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(600_000);

const BOOTSTRAP = 'pod/kube-system/kube-controller-manager-bootstrap';

describeNeeding('a kube-controller-manager that is a Deployment', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  const result = makePlan(appFiles({ strategy: MigrationStrategy.downtime() }), 'n', 'n-plus-1', { kcmRuntime: 'deployment' });
  const commands = (id: RegExp, part: 'before' | 'run' | 'proof' | 'undo'): readonly PlanAction[] =>
    'refused' in result ? [] : result.plan.steps.find(step => id.test(step.id))![part].map(({ action }) => action);

  /** Carries these out, and nothing else. */
  const carryOut = (actions: readonly PlanAction[]) => {
    writeFileSync(join(cluster.project, 'probe.yaml'), JSON.stringify([{
      hosts: 'localhost',
      gather_facts: false,
      tasks: actions.map(given => ({ 'name': given.do, 'ansible.builtin.include_tasks': `tasks/${given.do}.yaml`, 'vars': { given, within: 2 } })),
    }]));
    return cluster.run('probe');
  };
  /** As far as a run came that was killed when the pod was started that makes the others. */
  const untilStarted = (actions: readonly PlanAction[]) => actions.slice(0, actions.findIndex(action => action.do === 'start-bootstrap-pod') + 1);
  const deployment = () => {
    const { metadata, spec } = cluster.object('deployment/kube-system/kube-controller-manager') as unknown as {
      metadata: { annotations?: object }; spec: { replicas: number; template: { spec: { containers: { image: string }[] } } };
    };
    return [spec.replicas, spec.template.spec.containers[0].image.replace(/.*:/, ''), Object.keys(metadata.annotations ?? {})];
  };

  it('is at 0 without the pod that a run which was killed left, and comes back with as many replicas as it had', async () => {
    cluster = await SimulatedProject.ofDowntime('n', 'deployment').plan('n', 'n-plus-1', '--kcm', 'deployment');
    const stop = [...commands(/stop-kcm$/, 'run'), ...commands(/stop-kcm$/, 'proof')];
    expect(await carryOut(stop)).toMatchObject({ status: 0 });
    expect(deployment()).toEqual([0, 'v1.26.15', ['ccm-migration/replicas']]);

    // There: killed when the pod was started that makes the others.
    const start = [...commands(/start-kcm$/, 'before'), ...commands(/start-kcm$/, 'run')];
    expect(await carryOut(untilStarted(start))).toMatchObject({ status: 0 });
    expect([cluster.object(BOOTSTRAP) !== undefined, ...deployment()]).toEqual([true, 2, 'v1.27.16', []]);
    expect(await carryOut(commands(/start-kcm$/, 'undo'))).toMatchObject({ status: 0 });
    expect([cluster.object(BOOTSTRAP), ...deployment()]).toEqual([undefined, 0, 'v1.26.15', ['ccm-migration/replicas']]);

    // Back: killed in the same place, then there again.
    expect(await carryOut(untilStarted(commands(/stop-kcm$/, 'undo')))).toMatchObject({ status: 0 });
    expect(cluster.object(BOOTSTRAP)).toBeDefined();
    expect(await carryOut(stop)).toMatchObject({ status: 0 });
    expect([cluster.object(BOOTSTRAP), ...deployment()]).toEqual([undefined, 0, 'v1.26.15', ['ccm-migration/replicas']]);
    expect(await carryOut([...start, ...commands(/start-kcm$/, 'proof')])).toMatchObject({ status: 0 });
    expect([cluster.object(BOOTSTRAP), ...deployment()]).toEqual([undefined, 2, 'v1.27.16', []]);
    const asked: PlanAction = {
      do: 'deployment-runs',
      namespace: 'kube-system',
      name: 'kube-controller-manager',
      release: '1.27.16',
      has: ['--cloud-provider=external'],
      lacks: ['--cloud-provider=aws'],
    };
    writeFileSync(join(cluster.project, 'tasks', 'deployment-runs.yaml'), ansibleTasks().get('deployment-runs')!);
    expect(await carryOut([asked])).toMatchObject({ status: 0 });
    expect((await carryOut([{ ...asked, lacks: ['--cloud-provider=external'] }])).status).not.toBe(0);
  });
});
