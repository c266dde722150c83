import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../src/cli/main';
import { IamPolicy } from '../../src/lib/iam/iam-policy';
import { AWS_ENVIRONMENT, MotoProcess, startMotoScript } from '../moto/server';
import { describeMoto } from '../moto/venv';

interface AwsCluster {
  readonly endpoint: string;
  readonly account: string;
  /** The first two have the role of the cloud-controller-manager, and are targets; the third has no role. */
  readonly instances: readonly string[];
  /** Host names of a classic load balancer and of a network load balancer. */
  readonly hosts: readonly string[];
}

jest.setTimeout(300_000);

const POLICY = IamPolicy.controlPlane({ cloudControllerManager: 'v1.27.10', clusterId: 'prod-eu', routes: true });

describeMoto('ccm-migration aws', python => {
  let moto: MotoProcess<AwsCluster>;
  let folder: string;
  const before = { ...process.env };

  beforeAll(async () => {
    Object.assign(process.env, AWS_ENVIRONMENT);
    const own = JSON.parse(POLICY.toJson()) as { Statement: object[] };
    const ofTeam = { StringEquals: { 'aws:PrincipalTag/team': 'a' } };
    const limited = { Effect: 'Allow', Action: 'sts:GetCallerIdentity', Resource: '*', Condition: ofTeam };
    const denied = { Effect: 'Deny', Action: 'kms:*', Resource: '*' };
    moto = await startMotoScript(python, 'aws_cluster.py', [JSON.stringify({ ...own, Statement: [...own.Statement, limited, denied] })]);
    folder = mkdtempSync(join(tmpdir(), 'ccm-aws-'));
  });
  afterAll(async () => {
    await moto?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
    process.env = before;
  });

  async function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
    const said = { out: '', err: '' };
    const code = await main(['aws', ...args, '--endpoint', moto.ready.endpoint], {
      out: text => { said.out += text; }, err: text => { said.err += text; }, isTerminal: false, cwd: folder,
    });
    return { code, ...said };
  }

  function write(name: string, value: unknown): string {
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
    return name;
  }

  function nodes(...ids: readonly string[]): string {
    return write('nodes.json', {
      items: ids.map(id => ({
        metadata: { name: `node-of-${id}`, labels: { 'node-role.kubernetes.io/control-plane': '' } }, spec: { providerID: `aws:///us-east-1a/${id}` },
      })),
    });
  }

  function service(name: string, host: string | undefined, more: { uid?: string; spec?: object; annotations?: object } = {}) {
    return {
      kind: 'Service',
      metadata: { namespace: 'shop', name, uid: more.uid ?? `uid-of-${name}`, annotations: more.annotations },
      spec: { type: 'LoadBalancer', ...more.spec },
      status: { loadBalancer: host === undefined ? {} : { ingress: [{ hostname: host }] } },
    };
  }

  function services(...items: readonly object[]): string {
    return write('services.json', { items });
  }

  /** What the cluster has: both load balancers. */
  function both(): string {
    const [classic, network] = moto.ready.hosts;
    return services(service('cart', classic.toUpperCase()), service('api', network));
  }

  const change = (client: string, call: string, args: object) => moto.ask(JSON.stringify([client, call, args]));

  describe('auto-scaling', () => {
    const ask = (ids: readonly string[], ...more: string[]) => run('auto-scaling', '--nodes', nodes(...ids), ...more);
    const suspend = (...processes: string[]) => change('autoscaling', 'suspend_processes', {
      AutoScalingGroupName: 'masters', ScalingProcesses: processes,
    });

    it('names what may make, replace or remove nodes, until all of it is suspended', async () => {
      const { instances } = moto.ready;
      expect(await ask(instances)).toMatchObject({
        code: 1,
        out: 'masters (2 of 3 nodes): AZRebalance, Launch, ReplaceUnhealthy, Terminate not suspended; aws autoscaling suspend-processes '
          + "--auto-scaling-group-name 'masters' --scaling-processes AZRebalance Launch ReplaceUnhealthy Terminate\n"
          + 'in no Auto Scaling group: 1 of 3 nodes\n',
      });
      await suspend('Terminate', 'ReplaceUnhealthy', 'Launch');
      const asJson = await ask(instances, '--format', 'json');
      expect([asJson.code, JSON.parse(asJson.out)]).toEqual([1, {
        groups: [{ name: 'masters', instanceIds: instances.slice(0, 2), running: ['AZRebalance'] }], ungrouped: [instances[2]],
      }]);
      await suspend('AZRebalance');
      expect(await ask(instances.slice(0, 2)))
        .toMatchObject({ code: 0, out: 'masters (2 of 2 nodes): AZRebalance, Launch, ReplaceUnhealthy, Terminate are suspended\n' });
    });

    it('asks for no group where no node is in one, and ends well', async () => {
      expect(await ask(moto.ready.instances.slice(2))).toMatchObject({ code: 0, out: 'in no Auto Scaling group: 1 of 1 nodes\n' });
    });
  });

  describe('load-balancers', () => {
    it('says listeners and targets of each Service, and what it did not look at', async () => {
      const [classic, network] = moto.ready.hosts;
      const leaving = service('leaving', 'left.elb.amazonaws.com');
      Object.assign(leaving.metadata, { deletionTimestamp: '2026-11-22T00:00:00Z' });
      const file = services(
        service('cart', classic), service('api', network), service('pending', undefined), leaving,
        service('plain', 'x', { spec: { type: 'ClusterIP' } }),
        service('classed', 'y', { spec: { loadBalancerClass: 'service.k8s.aws/nlb' } }),
        service('typed', 'z', { annotations: { 'service.beta.kubernetes.io/aws-load-balancer-type': 'external' } }),
      );
      const { code, out } = await run('load-balancers', '--services', file);
      expect([code, out.split('\n')]).toEqual([0, [
        'shop/cart: classic a1: TCP:80 to TCP:30080; 2 targets',
        expect.stringMatching(/^shop\/api: network arn:aws:elasticloadbalancing:.*: TCP:443 to TCP:30443; 2 targets$/),
        'shop/classed: of another controller, not looked at',
        'shop/typed: of another controller, not looked at',
        '2 Services with a load balancer, 0 without',
        '',
      ]]);
    });

    it('names a Service whose load balancer is not in this account, and ends with 1', async () => {
      const file = services(service('lost', 'gone.elb.amazonaws.com'));
      expect(await run('load-balancers', '--services', file)).toMatchObject({
        code: 1, out: expect.stringContaining('shop/lost: no load balancer of this account and region is called gone.elb.amazonaws.com'),
      });
    });

    it('writes the same bytes for the same load balancers, and names every change since', async () => {
      const first = await run('load-balancers', '--services', both(), '--format', 'json');
      const again = await run('load-balancers', '--services', both(), '--format', 'json');
      expect([first.code, again.out]).toEqual([0, first.out]);
      const record = write('before.json', first.out);
      const compared = (...more: string[]) => run('load-balancers', '--services', both(), '--before', record, ...more);
      expect(await compared()).toMatchObject({ code: 0, out: 'the load balancers are as they were\n' });

      const [one, two, other] = moto.ready.instances;
      await change('elb', 'deregister_instances_from_load_balancer', { LoadBalancerName: 'a1', Instances: [{ InstanceId: two }] });
      expect(await compared()).toMatchObject({ code: 1, out: `shop/cart: no longer a target: ${two}\n` });
      expect(await compared('--nodes', nodes(one, two))).toMatchObject({ code: 1 });
      // Its node is gone, so that it is not missed; nor is a target that came a change.
      await change('elb', 'register_instances_with_load_balancer', { LoadBalancerName: 'a1', Instances: [{ InstanceId: other }] });
      expect(await compared('--nodes', nodes(one, other))).toMatchObject({ code: 0 });

      await change('elb', 'create_load_balancer_listeners', {
        LoadBalancerName: 'a1', Listeners: [{ Protocol: 'TCP', LoadBalancerPort: 81, InstanceProtocol: 'TCP', InstancePort: 30081 }],
      });
      await change('elb', 'delete_load_balancer_listeners', { LoadBalancerName: 'a1', LoadBalancerPorts: [80] });
      expect((await compared('--nodes', nodes(one, other))).out)
        .toBe('shop/cart: listener TCP:80 to TCP:30080 is gone\nshop/cart: listener TCP:81 to TCP:30081 is new\n');
      const asJson = await compared('--nodes', nodes(one, other), '--format', 'json');
      expect([asJson.code, (JSON.parse(asJson.out) as { changes: string[] }).changes]).toEqual([1, [
        'shop/cart: listener TCP:80 to TCP:30080 is gone', 'shop/cart: listener TCP:81 to TCP:30081 is new',
      ]]);

      await change('elb', 'delete_load_balancer', { LoadBalancerName: 'a1' });
      expect((await compared()).out).toContain('shop/cart: its load balancer a1 is gone');
      // Another Service of this name is another one.
      const [classic, network] = moto.ready.hosts;
      const anew = services(service('cart', classic, { uid: 'other' }), service('api', network));
      expect(await run('load-balancers', '--services', anew, '--before', record)).toMatchObject({ code: 0 });
    });

    it.each([
      ['a list of something else', { items: [{ kind: 'Pod', metadata: { name: 'x' } }] }, /of kind 'Pod'; only Services are accepted/],
      ['no list', {}, /has no 'items'; give the output of 'kubectl get services -A -o json'/],
      ['no JSON', '{', /neither JSON nor YAML/],
    ])('refuses %s', async (_, value, problem) => {
      const bad = write('bad.json', value);
      expect(await run('load-balancers', '--services', bad)).toMatchObject({ code: 2, err: expect.stringMatching(problem), out: '' });
    });

    it('refuses a record that is none', async () => {
      expect(await run('load-balancers', '--services', both(), '--before', write('bad.json', {})))
        .toMatchObject({ code: 2, err: expect.stringContaining('--before is not what') });
    });
  });

  describe('role', () => {
    const ask = (actions: readonly string[], ...more: string[]) => run('role', '--cluster-id', 'prod-eu', '--actions', actions.join(','), ...more);
    const role = () => `arn:aws:iam::${moto.ready.account}:role/ccm`;

    it('finds every action of our own least-privilege policy allowed, by the instances or by its ARN', async () => {
      const [one, two] = moto.ready.instances;
      const count = POLICY.actions.length;
      expect(await ask(POLICY.actions, '--nodes', nodes(one, two)))
        .toMatchObject({ code: 0, out: `${role()} (${one}, ${two}): ${count} of ${count} actions allowed\n` });
      expect(await ask(POLICY.actions, '--role-arn', role())).toMatchObject({ code: 0, out: `${role()}: ${count} of ${count} actions allowed\n` });
    });

    it('finds them denied for another cluster, whose tag the policy does not ask for', async () => {
      const actions = 'ec2:DeleteSecurityGroup,ec2:DescribeInstances';
      const { code, out } = await run('role', '--cluster-id', 'other', '--actions', actions, '--role-arn', role());
      expect([code, out.split('\n')[0]])
        .toEqual([1, `${role()} may not use ec2:DeleteSecurityGroup: no statement allows it`]);
    });

    it('names what is denied and what is not known', async () => {
      const { code, out } = await ask(['ec2:DescribeInstances', 'kms:DescribeKey', 's3:GetObject', 'sts:GetCallerIdentity'], '--role-arn', role());
      expect([code, out.split('\n')]).toEqual([1, [
        `${role()} may not use kms:DescribeKey: a statement denies it`,
        `${role()} may not use s3:GetObject: no statement allows it`,
        `whether ${role()} may use sts:GetCallerIdentity depends on aws:PrincipalTag/team`,
        `${role()}: 1 of 4 actions allowed`,
        '',
      ]]);
    });

    it('stops at an instance without a role, and at a role that is not there', async () => {
      expect(await ask(['ec2:DescribeInstances'], '--nodes', nodes(moto.ready.instances[2])))
        .toMatchObject({ code: 2, err: expect.stringContaining(`no role for a cloud-controller-manager on ${moto.ready.instances[2]}`), out: '' });
      expect(await ask(['ec2:DescribeInstances'], '--role-arn', `${role()}-other`))
        .toMatchObject({ code: 2, err: expect.stringContaining('cannot be found') });
    });

    it.each([
      [['--actions', ' , '], /--actions is ' , '; accepted/],
      [['--actions', 'DescribeInstances'], /--actions is 'DescribeInstances'/],
      [['--actions', 'ec2:X', '--role-arn', 'arn:aws:iam::1:role/x'], /--role-arn is 'arn:aws:iam::1:role\/x'; accepted/],
      [['--actions', 'ec2:X'], /which role is meant/],
    ])('refuses %j', async (args, problem) => {
      expect(await run('role', '--cluster-id', 'x', ...args)).toMatchObject({ code: 2, err: expect.stringMatching(problem), out: '' });
    });
  });
});
