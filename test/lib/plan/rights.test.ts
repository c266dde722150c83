import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { appFiles } from './app-fixture';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { operatorRoles } from '../../../src/lib/plan/operator-roles';
import { PlanOptions } from '../../../src/lib/plan/options';
import { makePlan, Plan } from '../../../src/lib/plan/plan';
import { byHand } from '../../../src/lib/plan/render/by-hand';
import { renderMarkdown } from '../../../src/lib/plan/render/markdown';
import { programsOn, rightsOf } from '../../../src/lib/plan/rights';
import { PlanStateName } from '../../../src/lib/plan/state';
import { contentHash } from '../../../src/lib/text/content-hash';

const ROOT = resolve(__dirname, '..', '..', '..');
const TASKS = join(ROOT, 'ansible', 'tasks');

interface Task {
  readonly 'ansible.builtin.command'?: { readonly argv?: unknown };
  readonly 'delegate_to'?: string;
}

function planned(from: PlanStateName = 'not-started', to: PlanStateName = 'n-plus-1', files = appFiles(), options: PlanOptions = {}) {
  const result = makePlan(files, from, to, options);
  if ('refused' in result) throw new Error('refused');
  return result.plan;
}

describe('rights of an operator', () => {
  it('name every resource that a task of the plan asks kubectl for', () => {
    const { steps } = planned();
    const known = rightsOf(planned()).rules.map(({ resource }) => resource);
    const used = new Set(steps.flatMap(({ before, run, proof, undo }) => [...before, ...run, ...proof, ...undo].map(({ action }) => action.do)));
    const asked = [...used].flatMap(name => {
      const text = readFileSync(join(TASKS, `${name}.yaml`), 'utf8');
      return [...text.matchAll(/kubectl \+ \['(?:get|scale|patch|label)', '([a-z]+)/g)].map(([, resource]) => resource.replace(/([^s])$/, '$1s'));
    });
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter(resource => !known.includes(resource))).toEqual([]);
  });

  it('name every resource that is asked for by hand around the steps, whatever these do', () => {
    const plan = { ...planned(), steps: [] };
    const known = rightsOf(plan).rules.map(({ resource }) => resource);
    const asked = [...byHand(plan).matchAll(/kubectl (?:get|patch) ([a-z]+)/g)].map(([, resource]) => resource.replace(/([^s])$/, '$1s'));
    expect(new Set(asked)).toEqual(new Set(['leases', 'namespaces', 'nodes', 'services']));
    expect(asked.filter(resource => !known.includes(resource))).toEqual([]);
  });

  it('reach the Leases of the controller managers where they lie, and the lock where it lies', () => {
    const { rules } = rightsOf({ ...planned(), steps: [], leases: { namespace: 'locks', names: [] } });
    expect(rules.filter(({ resource }) => resource === 'leases').map(({ namespace, verbs }) => [namespace, verbs.includes('create')]))
      .toEqual([['kube-system', true], ['locks', false]]);
  });

  it('reach what brings a Deployment of kube-controller-manager back, in its namespace alone', () => {
    const { rules } = rightsOf(planned('n', 'n-plus-1', appFiles({ strategy: MigrationStrategy.downtime() }), { kcmRuntime: 'deployment' }));
    const writing = rules.filter(({ resource, namespace }) => /^(pods|deployments)(\/scale)?$/.test(resource) && namespace !== undefined);
    expect(writing.map(({ resource, namespace, verbs }) => [resource, namespace, verbs.join(' ')])).toEqual([
      ['pods', 'kube-system', 'get list watch delete create'],
      ['deployments', 'kube-system', 'get list patch watch update'],
    ]);
  });

  it('name every URL that a task reads', () => {
    const texts = readdirSync(TASKS).map(file => readFileSync(join(TASKS, file), 'utf8'));
    const urls = texts.flatMap(text => [...text.matchAll(/'get', '--raw', '([^']+)'/g)].map(([, url]) => url));
    expect([...new Set(urls)].sort()).toEqual(rightsOf(planned()).urls);
  });

  it('name every operation of AWS that is asked of it', () => {
    const operations = ['auto-scaling-sdk', 'ec2-sdk', 'load-balancer-sdk', 'role-sdk'].flatMap(file => {
      const text = readFileSync(join(ROOT, 'src', 'aws', `${file}.ts`), 'utf8');
      const reads = [...text.matchAll(/(\w+)\.(?:paginate|new \w+\.)?(?:paginate)?(Describe\w+|Simulate\w+|Get\w+)/g)];
      return reads.map(([, client, name]) => {
        const service = { iam: 'iam', scaling: 'autoscaling', v1: 'elasticloadbalancing', v2: 'elasticloadbalancing' }[client] ?? 'ec2';
        return `${service}:${name.replace(/Command$/, '')}`;
      });
    });
    expect(rightsOf(planned()).aws).toEqual([...new Set(operations)].sort());
  });

  it('name what preflight asks of AWS where no step looks at tags', () => {
    const { aws } = rightsOf(planned('n-plus-1', 'disabled'));
    expect(aws).toEqual(expect.arrayContaining(['elasticloadbalancing:DescribeLoadBalancers', 'iam:SimulatePrincipalPolicy']));
    expect(aws).not.toContain('ec2:DescribeTags');
    expect(rightsOf({ ...planned('n-plus-1', 'disabled'), cloud: 'gce', aws: undefined }).aws).toEqual([]);
  });

  it('name etcdctl on the first node, and no pod to run it in, where etcd is elsewhere', () => {
    const plan = planned();
    const elsewhere = { ...plan, etcd: { ...plan.etcd, external: { endpoints: ['https://10.0.9.1:2379'], certificates: [] } } };
    const used = (of: typeof plan) => [
      rightsOf(of).rules.some(({ resource }) => resource === 'pods/exec'), rightsOf(of).programs.includes('etcdctl'),
      plan.controlPlane.map(node => programsOn(of, node).includes('etcdctl')),
    ];
    expect([used(plan), used(elsewhere)]).toEqual([[true, false, [false, false, false]], [false, true, [true, false, false]]]);
  });

  it('name every program that a task of the plan starts on a node', () => {
    const { steps } = planned();
    const { programs } = rightsOf(planned());
    const used = new Set(steps.flatMap(({ before, run, proof, undo }) => [...before, ...run, ...proof, ...undo].map(({ action }) => action.do)));
    const started = [...used].flatMap(name => (parse(readFileSync(join(TASKS, `${name}.yaml`), 'utf8')) as Task[]).flatMap(task => {
      const argv = task['ansible.builtin.command']?.argv;
      return Array.isArray(argv) && task.delegate_to !== 'localhost' ? [argv[0]] : [];
    }));
    expect(new Set(started)).toEqual(new Set(['df', 'ps', 'uname']));
    expect(started.filter(program => !programs.includes(program))).toEqual([]);
  });
});

describe('programs that must be on a node before anything changes', () => {
  const [first, second] = planned().controlPlane;
  const [worker] = planned().workers;
  const kubeconfigs = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });
  const unit = planned('n', 'n-plus-1', appFiles({ strategy: MigrationStrategy.downtime() }), { kcmRuntime: 'systemd' });

  it.each<[string, Plan, string, readonly string[]]>([
    ['of the control plane', planned(), first, [
      'cp', 'crictl pull', 'df', 'mv', 'ps', 'rmdir', 'systemctl daemon-reload', 'systemctl restart kubelet',
    ]],
    ['of a worker, which pulls nothing', planned(), worker, [
      'cp', 'df', 'mv', 'ps', 'rmdir', 'systemctl daemon-reload', 'systemctl restart kubelet',
    ]],
    ['whose kubeconfig is made', planned('n', 'mixed', kubeconfigs), second, ['crictl pull', 'df', 'kubeadm kubeconfig user', 'ps', 'sed']],
    ['with a unit, but for the program that comes with its step', unit, first, [
      'cp', 'crictl pull', 'df', 'mv', 'ps', 'rmdir', 'systemctl daemon-reload', 'systemctl restart kubelet', 'systemctl show',
      'systemctl start kube-controller-manager', 'systemctl stop kube-controller-manager',
    ]],
  ])('are those of a node %s', (_, plan, node, programs) => {
    expect(programsOn(plan, node).filter(program => program !== 'uname')).toEqual(programs);
    expect(rightsOf(plan).programs).toEqual(expect.arrayContaining([...programsOn(plan, node)]));
  });
});

describe('roles of an operator', () => {
  const rights = rightsOf(planned());
  const { items } = operatorRoles(rights) as { items: { kind: string; metadata: { namespace?: string }; rules: Record<string, string[]>[] }[] };

  it('give what the page lists, each in its namespace or in all, and nothing to everything', () => {
    const given = items.flatMap(({ metadata: { namespace }, rules }) => rules.filter(({ resources }) => resources !== undefined)
      .map(({ apiGroups: [apiGroup], resources: [resource], resourceNames: names, verbs }) => ({ apiGroup, resource, names, verbs, namespace })));
    const keys = ['apiGroup', 'resource', 'names', 'verbs', 'namespace'];
    const inOrder = (rules: readonly object[]) => rules.map(rule => JSON.stringify(rule, keys)).sort();
    expect(inOrder(given)).toEqual(inOrder(rights.rules));
    expect(JSON.stringify(items)).not.toContain('"*"');
    expect(items.map(({ kind, metadata: { namespace } }) => [kind, namespace])).toEqual(
      [['ClusterRole', undefined], ['Role', 'kube-node-lease'], ['Role', 'kube-system']],
    );
  });

  it('let it act as nobody but kube-controller-manager, and give the rights that the manifests have', () => {
    expect(rights.rules.filter(({ verbs }) => verbs.includes('impersonate'))).toEqual(
      [{ apiGroup: '', resource: 'users', names: ['system:kube-controller-manager'], verbs: ['impersonate'] }],
    );
    const giving = rights.rules.filter(({ verbs }) => verbs.includes('escalate'));
    expect(giving.map(({ resource }) => resource)).toEqual(['clusterroles', 'roles']);
  });
});

describe('the first page of a runbook', () => {
  const plan = planned();
  const text = renderMarkdown({ plan });

  it('comes before everything else, and says what, how long, who, go, stop and back', () => {
    const at = ['## In short', '| What |', '| How long |', '| Who |', '**Go**', '**No go**', '**Stop**', '**Turn back**', '## What the operator '
      + 'must be allowed to do', '```mermaid']
      .map(part => text.indexOf(part));
    expect(at).not.toContain(-1);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(text).toMatch(/at most \d+ min of waiting in all, if every wait lasts as long as it may, and 5 drains of at most 10 min each/);
    const longest = Math.max(...plan.steps.map(({ gap }) => gap.mainLockFirst ?? 0));
    expect(text).toContain(`less than ${longest.toFixed(1)} s, and the start of a process`);
  });

  it('lists every package that npm would ask a registry for', () => {
    const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { peerDependencies: object };
    for (const name of ['cdk8s-ccm-migration', ...Object.keys(peerDependencies)]) expect(text).toContain(`\`${name}\``);
    expect(text).toContain('`ccm_migration: [<folder>/node_modules/.bin/ccm-migration]`');
  });

  it('says which commands must be set where the plan has something to upgrade', () => {
    expect(text).toContain('`node_upgrade` (the kubelet; `without_node_upgrade` leaves it out by name)');
    expect(text).not.toContain('`without_kubeadm_upgrade`');
    expect(renderMarkdown({ plan: planned('n-plus-1', 'disabled') })).not.toContain('without_node_upgrade');
  });

  it('says what a cluster lacks without a kube-controller-manager', () => {
    const lacks = [
      /pods are deleted while no kube-controller-manager runs, .* and are not made again before it does/,
      /somebody runs `kubeadm upgrade` after the way/,
    ];
    const files = appFiles({ strategy: MigrationStrategy.downtime() });
    const page = renderMarkdown({ plan: planned('n', 'n-plus-1', files, { kcmRuntime: 'systemd' }) });
    expect(renderMarkdown({ plan: planned('n', 'n-plus-1', files) })).not.toMatch(lacks[0]);
    for (const one of lacks) {
      expect(page).toMatch(one);
      expect(text).not.toMatch(one);
    }
  });

  it('lists the images that a mirror must have', () => {
    expect(text).toMatch(/`registry\.k8s\.io\/kube-controller-manager:v1\.27\.16`/);
    expect(text).toMatch(/cloud-controller-manager:v1\.27\.\d+`/);
  });

  it('says where what an upgrade fetches is to be had, of packages and of kubeadm, each where the plan has it', () => {
    expect(text).toContain('what `node_upgrade` installs of 1.27.16.');
    expect(text).not.toContain('kubeadm config images list');
    const config = 'kind: ClusterConfiguration\n';
    const paths = ['n', 'n-plus-1'].map(side => `${side}/cluster-configuration.yaml`);
    const rows = paths.map(path => ({ path, sha256: contentHash(config) }));
    const bundle = paths.map((path): [string, string] => [`bundles/kubeadm/${path}`, config]);
    const app = new Map([...appFiles(), ...bundle, ['bundles/kubeadm/files.json', JSON.stringify(rows)]]);
    const bundled = renderMarkdown({ plan: planned('not-started', 'n-plus-1', app) });
    expect(bundled).toMatch(/in step \d\d, should the new kube-controller-manager come to lead at once, the rest of `kubeadm .* and at most 180 s/);
    expect(text).not.toContain('come to lead at once');
    expect(bundled).toContain('`kubeadm config images list --config bundles/kubeadm/n-plus-1/cluster-configuration.yaml` of kubeadm 1.27.16 prints');
    expect(bundled).toContain('what `node_upgrade` installs of 1.27.16, and the kubeadm that `kubeadm_program` runs.');
    expect(renderMarkdown({ plan: planned('mixed', 'n-plus-1', app) })).toContain('`kubeadm config images list --kubernetes-version v1.27.16`');
    expect(renderMarkdown({ plan: planned('n-plus-1', 'disabled', app) })).not.toContain('where the nodes get their packages from');
  });
});
