import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { appFiles, ofKubeadm } from './app-fixture';
import { planOf } from './plans';
import { collectionFiles } from '../../../src/files/collection';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { PlanOptions } from '../../../src/lib/plan/options';
import { byHand } from '../../../src/lib/plan/render/by-hand';
import { renderMarkdown } from '../../../src/lib/plan/render/markdown';
import { nodePrograms, operatorRoles, rightsOf } from '../../../src/lib/plan/rights';
import { PlanStateName } from '../../../src/lib/plan/state';

const ROOT = resolve(__dirname, '..', '..', '..');

/** What carries plans out: the Python of the collection, and its tasks. */
const PYTHON = sources(/\/module_utils\/.*\.py$/);
const SHELL = sources(/\/files\/by-hand\.sh$/);
const TASKS = sources(/\/roles\/(?!collect\/).*\.yaml$/);

function sources(path: RegExp): string {
  return [...collectionFiles()].filter(([name]) => path.test(name)).map(([, text]) => text).join('\n');
}

/** Matches of the first group. */
function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, one]) => one))].sort();
}

/** `node` and `leases.coordination.k8s.io` as a rule has them. */
function resourceOf(word: string): string {
  return word.replace(/\..*$/, '').replace(/([^s])$/, '$1s');
}

function planned(from: PlanStateName = 'not-started', to: PlanStateName = 'n-plus-1', files = appFiles(), options: PlanOptions = {}) {
  const result = planOf(files, from, to, options);
  if ('refused' in result) throw new Error('refused');
  return result.plan;
}

describe('rights of an operator', () => {
  /** Between them they have every action that asks the cluster or a node. */
  const WAYS = [
    planned('not-started', 'n-plus-1', ofKubeadm(appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) }))),
    planned('n-plus-1', 'disabled'),
    ...(['systemd', 'deployment'] as const)
      .map(kcmRuntime => planned('n', 'n-plus-1', appFiles({ strategy: MigrationStrategy.downtime() }), { kcmRuntime, releaseLease: true })),
  ];

  it('name every resource that kubectl is asked for', () => {
    const known = new Set(WAYS.flatMap(plan => rightsOf(plan).rules.map(({ resource }) => resource)));
    const asked = [
      ...found(PYTHON, /world\.(?:get|items)\('([a-z.,0-9]+)'/g), ...found(PYTHON, /world\.kubectl\('(?:get|patch)', '([a-z.]+)'/g),
      ...found(TASKS, /kubectl \+ \['(?:get|delete|annotate|label)', '([a-z]+)'/g),
    ].flatMap(words => words.split(',')).map(resourceOf);
    expect(new Set(asked)).toEqual(new Set([
      'configmaps', 'daemonsets', 'deployments', 'events', 'leases', 'nodes', 'poddisruptionbudgets', 'pods', 'services', 'statefulsets',
    ]));
    expect(asked.filter(resource => !known.has(resource))).toEqual([]);
  });

  it('name every resource that is asked for by hand', () => {
    for (const plan of WAYS) {
      const commands = SHELL + byHand(plan, '.');
      // Which is a resource of its own.
      expect(commands).not.toContain('kubectl scale ');
      const asked = found(commands, /kubectl (?:get|patch|label|drain|wait|delete) "?([a-z.]+)/g).map(resourceOf);
      expect(asked).toEqual(expect.arrayContaining(['leases', 'nodes']));
      const known = rightsOf(plan).rules.map(({ resource }) => resource);
      expect(asked.filter(resource => !known.includes(resource))).toEqual([]);
    }
    const lock = rightsOf({ ...planned(), steps: [], applied: [] }).rules.find(({ resource }) => resource === 'leases')!;
    expect(lock).toMatchObject({ namespace: 'kube-system', verbs: expect.arrayContaining(['get', 'create', 'update', 'patch']) });
  });

  it('reach the Leases of the controller managers in their namespaces, and the lock in its own', () => {
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

  it('name every URL that is read', () => {
    expect(found(PYTHON, /'get', '--raw', '([^']+)'/g)).toEqual(rightsOf(planned()).urls);
  });

  it('name every operation of AWS that is asked of it', () => {
    const balancing = 'elasticloadbalancing';
    const services: Record<string, string> = {
      'auto-scaling': 'autoscaling', 'elastic-load-balancing': balancing, 'elastic-load-balancing-v2': balancing,
    };
    const operations = ['auto-scaling-sdk', 'ec2-sdk', 'load-balancer-sdk', 'role-sdk'].flatMap(file => {
      const text = readFileSync(join(ROOT, 'src', 'aws', `${file}.ts`), 'utf8');
      return [...text.matchAll(/import \{([^}]*)\} from '@aws-sdk\/client-([\w-]+)'/g)].flatMap(([, names, client]) => {
        const asked = names.matchAll(/\b(?:paginate)?((?:Describe|Simulate|Get)\w+?)(?:Command)?(?= as |,|\s*$)/g);
        return [...asked].map(([, name]) => `${services[client] ?? client}:${name}`);
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
      nodePrograms(of).first.includes('etcdctl'), nodePrograms(of).controlPlane.includes('etcdctl'),
    ];
    expect([used(plan), used(elsewhere)]).toEqual([[true, false, false, false], [false, true, true, false]]);
  });

  it('name every program that is started on a node', () => {
    const known = new Set(WAYS.flatMap(plan => rightsOf(plan).programs));
    const started = [
      ...found(PYTHON, /(?:command\(|run\(world, )'([a-z]+)'/g), ...found(PYTHON, /said\(world, [^\n]*, \['([a-z]+)'/g),
    ];
    expect(started).toEqual(expect.arrayContaining(['df', 'find', 'kubeadm', 'mv', 'sh', 'systemctl', 'uname']));
    expect(started.filter(program => ![...known].some(one => one.split(' ')[0] === program))).toEqual([]);
  });

  it('say what they amount to', () => {
    expect(rightsOf(planned()).amount)
      .toMatch(/^Taken together these rights amount to cluster-admin: `escalate` and `bind` .*`pods\/exec` .* Give them for/);
    expect(rightsOf({ ...planned(), steps: [], applied: [], etcd: { node: 'a', external: { endpoints: [], certificates: [] } } }).amount)
      .toBe('These rights read the cluster and change what the plan names.');
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

  it('let it act as kube-controller-manager alone, and give the rights that the manifests have', () => {
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

  it('comes before everything else, and says go, no go, stop, back, then what, how long and who', () => {
    const parts = ['## Go, no go, stop, turn back', '**Go**', '**No go**', '**Stop**', '**Turn back**', '## In short', '| What |', '| How long |',
      '| Who |', '## Steps', '**By hand**', '## What changes', '## Copies', '## Settings', '## Permissions of the operator', '## IAM',
      '## Requirements of a machine without a network'];
    const at = parts.map(part => text.indexOf(part));
    expect(at).not.toContain(-1);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(text).toMatch(/at most \d+ min of waiting in all, if every wait reaches its limit, and 5 drains of at most 10 min each/);
    expect(text).toMatch(/; the playbooks themselves need 1\.7 s of processor time for each of \d+ workers \(measured with 200\), \d+ min in all; /);
    const longest = Math.max(...plan.steps.map(({ gap }) => gap.mainLockFirst ?? 0));
    expect(text).toContain(`less than ${longest.toFixed(1)} s, and the start of a process`);
  });

  it('lists every action that the cloud-controller-manager calls', () => {
    const [, listed] = /^The role of the cloud-controller-manager, that of its instances, needs (.*)\.$/m.exec(text)!;
    const actions = listed.split('; ').map(one => one.slice(1,
      -1).split(':')).flatMap(([service, names]) => names.split(', ').map(name => `${service}:${name}`));
    expect(actions).toEqual(plan.aws!.actions);
  });

  it('lists every package that npm would ask a registry for', () => {
    const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { peerDependencies: object };
    for (const name of ['cdk8s-ccm-migration', ...Object.keys(peerDependencies)]) expect(text).toContain(`\`${name}\``);
    expect(text).toContain('`ccm_migration: [<folder>/node_modules/.bin/ccm-migration]`');
  });

  it('says which commands must be set where the plan has something to upgrade', () => {
    expect(text).toContain('`node_upgrade` (the kubelet; `without_node_upgrade: true` skips it)');
    expect(text).toContain('- `node_packages: true` has the playbooks bring nodes to their release by apt or dnf, or your own commands do');
    expect(text).not.toContain('`without_kubeadm_upgrade`');
    expect(renderMarkdown({ plan: planned('n-plus-1', 'disabled') })).not.toContain('without_node_upgrade');
  });

  it('says what a cluster lacks without a kube-controller-manager', () => {
    const lacks = [
      /pods are deleted while no kube-controller-manager runs, .* and are not made again before it does/,
      /`kubeadm upgrade` is run after the plan/,
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
    const app = ofKubeadm(appFiles());
    const bundled = renderMarkdown({ plan: planned('not-started', 'n-plus-1', app) });
    expect(bundled).toMatch(/in the step 'Upgrade ip-10-0-1-10\S+ to 1\.27\.16', if the new kube-controller-manager leads/);
    expect(bundled).toMatch(/if the new kube-controller-manager leads immediately, the rest of `kubeadm .* and at most 180 s/);
    expect(text).not.toContain('come to lead at once');
    expect(bundled).toContain('`kubeadm config images list --config bundles/kubeadm/n-plus-1/cluster-configuration.yaml` of kubeadm 1.27.16 prints');
    expect(bundled).toContain('what `node_upgrade` installs of 1.27.16, and the kubeadm that `kubeadm_program` runs.');
    expect(renderMarkdown({ plan: planned('mixed', 'n-plus-1', app) })).toContain('`kubeadm config images list --kubernetes-version v1.27.16`');
    expect(renderMarkdown({ plan: planned('n-plus-1', 'disabled', app) })).not.toContain('in the package repository of the nodes');
  });
});
