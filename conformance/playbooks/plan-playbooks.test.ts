import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, KCM_FILE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const LOCK = 'lease/kube-system/ccm-migration';
const CCM = 'daemonset/kube-system/aws-cloud-controller-manager';
const [FIRST, SECOND, THIRD] = CONTROL_PLANE;

describeNeeding('the playbooks', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  it('preflight fails where a node goes away in the middle', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    mkdirSync(join(cluster.project, 'host_vars'));
    writeFileSync(join(cluster.project, 'host_vars', `${THIRD}.yaml`), JSON.stringify({
      ansible_connection: "{{ 'ssh' if hostvars['localhost'].seen.reached is defined else 'local' }}", ansible_host: '127.0.0.1', ansible_port: 1,
    }));
    const run = await cluster.run('preflight');
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toContain(`${THIRD}: it went away before every check was made`);
    expect(run.said).not.toContain('every check holds');
  });

  it('preflight names a node that it cannot reach, and everything else that fails', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    mkdirSync(join(cluster.project, 'host_vars'), { recursive: true });
    writeFileSync(join(cluster.project, 'host_vars', `${THIRD}.yaml`), JSON.stringify({
      ansible_connection: 'ssh', ansible_host: '127.0.0.1', ansible_port: 1,
    }));
    cluster.set('etcd', '[-]etcd failed');
    const run = await cluster.run('preflight');
    expect(run.status).not.toBe(0);
    const said = run.said.slice(run.said.indexOf('PLAY [Say what fails]')).replace(/\s+/g, ' ');
    expect(said).toContain(`${THIRD}: it went away before every check was made`);
    expect(said).toContain('the API server says of etcd: [-]etcd failed');
  });

  it('leave out a worker whose machine is gone, where it is named', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const [worker] = cluster.nodes.filter(node => !CONTROL_PLANE.includes(node));
    mkdirSync(join(cluster.project, 'host_vars'), { recursive: true });
    writeFileSync(join(cluster.project, 'host_vars', `${worker}.yaml`), JSON.stringify({
      ansible_connection: 'ssh', ansible_host: '127.0.0.1', ansible_port: 1,
    }));
    const refused = await cluster.run('preflight');
    expect(refused.status).not.toBe(0);
    expect(refused.said.replace(/\s+/g, ' ')).toContain(`${worker}: it went away before every check was made`);
    const run = await cluster.run('preflight', ['-e', JSON.stringify({ without_workers: [worker] })]);
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('every check holds')]);
    expect(run.said.replace(/\s+/g, ' ')).toContain(`in without_workers, left out: ${worker}`);
  });

  it('change nothing with --check, and show what they would', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const before = cluster.nodes.map(node => cluster.node(node));
    const run = await cluster.run('migrate', ['--check', '--diff']);
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('check mode: nothing was changed')]);
    expect(run.said).toContain('+    - --cloud-provider=external');
    expect(cluster.log.filter(line => !line.startsWith('tags '))).toEqual([]);
    expect([cluster.nodes.map(node => cluster.node(node)), cluster.object(LOCK)]).toEqual([before, undefined]);
  });

  it('say in a line for each step and node what they do, and the rest in the log', async () => {
    cluster = await new SimulatedProject('input', '', '1.26.15').plan('not-started', 'n-plus-1');
    const { steps, kinds } = JSON.parse(readFileSync(join(cluster.project, 'plan.json'), 'utf8')) as {
      steps: { kind: string; node?: string }[]; kinds: Record<string, { title: string }>;
    };
    const titles = steps.map(({ kind, node }, index) =>
      `step ${index + 1} of ${steps.length}, ${kind}: ${kinds[kind].title.replaceAll('{node}', node ?? '')}`);
    const begun = (said: string) => said.split('\n').flatMap(line => /^\d\d:\d\d:\d\d (.*)$/.exec(line)?.[1] ?? []).sort();
    const log = () => readFileSync(join(cluster.project, 'run.log'), 'utf8');
    const inLines = { ANSIBLE_STDOUT_CALLBACK: 'cdk8s.ccm_migration.lines' };
    for (const args of [['--check'], ['--check', '--diff']]) {
      const run = await cluster.run('migrate', args, inLines);
      expect([run.status, begun(run.said)]).toEqual([0, [...titles].sort()]);
      expect(run.said).not.toMatch(/^(TASK|PLAY) \[/m);
      expect(run.said.split('\n').length).toBeLessThanOrEqual(args.length === 1 ? 150 : 400);
      expect(run.said).toMatch(/^ {2}would: \S+: .*Put files: \S*\/etc\/kubernetes\/manifests\/kube-apiserver.yaml/m);
      expect(run.said).toMatch(/check mode: nothing was changed\n.* failed=0 /);
    }
    expect(log()).toContain('TASK [cdk8s.ccm_migration.step : Put files');
    // As ansible.cfg has it.
    const run = await cluster.run('migrate', ['--tags', 'none'], { ANSIBLE_STDOUT_CALLBACK: undefined });
    expect(run.said).not.toContain('PLAY [');
  });

  it.each<[string, string, readonly string[], () => Promise<SimulatedProject>]>([
    ['not-started', 'n-plus-1', [], () => Promise.resolve(new SimulatedProject('input', '', '1.26.15'))],
    ['n', 'mixed', ['--release-lease'], () => SimulatedProject.ofN()],
    ['n-plus-1', 'disabled', [], () => new SimulatedProject('n-plus-1', 'n-plus-1', '1.27.16').deployed('n-plus-1', ...CONTROL_PLANE)],
    ['n-plus-1', 'n', [], () => new SimulatedProject('n-plus-1', 'n-plus-1', '1.27.16').deployed('n-plus-1', ...CONTROL_PLANE)],
  ])('have nothing against a healthy cluster with --check: from %s to %s %j', async (from, to, flags, made) => {
    cluster = await (await made()).plan(from, to, ...flags);
    const before = cluster.nodes.map(node => cluster.node(node));
    const run = await cluster.run('migrate', ['--check']);
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('check mode: nothing was changed')]);
    expect([cluster.nodes.map(node => cluster.node(node)), cluster.object(LOCK)]).toEqual([before, undefined]);
  });

  it('go there in order, have nothing to do when run again, and turn back byte for byte', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const before = cluster.nodes.map(node => cluster.node(node));
    const run = await cluster.run('migrate');
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('the cluster is in state mixed')]);
    const after = cluster.node(FIRST);
    for (const [path, text] of cluster.synthesized('mixed', 'n-plus-1', FIRST)) expect([path, after.get(path)]).toEqual([path, text]);
    expect(cluster.staticPods(FIRST)).toEqual(['kube-apiserver.yaml', 'kube-controller-manager.yaml', 'kube-scheduler.yaml']);
    expect(cluster.node(SECOND)).toEqual(before[cluster.nodes.indexOf(SECOND)]);
    const order = [
      'apply -f', 'kubeadm init phase upload-config', `drain ${FIRST}`, `label node ${FIRST}`, `upgrade ${FIRST} 1.27.16`,
      'systemctl restart kubelet', `uncordon ${FIRST}`,
    ];
    const places = order.map(part => cluster.log.findIndex(line => line.includes(part)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(cluster.holder).toBe('');
    const changes = cluster.log.length;
    cluster.elsewhere();
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    expect(cluster.log.slice(changes).filter(line => /drain|apply|restart|upgrade|kubeadm/.test(line))).toEqual([]);
    // A listener that is not there any more stops the end, and so does an AWS that does not answer; nothing is called well that was not seen.
    const compared = () => cluster.calls.filter(line => line.includes('tags aws load-balancers') && line.includes('--before')).length;
    expect(compared()).toBeGreaterThan(0);
    cluster.set('balancers.json', JSON.stringify({ services: {}, targetLists: [['i-1']], missing: {} }));
    const changed = await cluster.run('migrate');
    expect([changed.status, changed.said]).toEqual([2, expect.stringContaining('shop/cart: listener TCP:80 to TCP:30080 is gone')]);
    cluster.set('no-aws', '');
    const unanswered = await cluster.run('migrate');
    expect([unanswered.status, unanswered.said]).toEqual([2, expect.stringContaining('Could not load credentials from any providers')]);
    cluster.remove('no-aws');
    cluster.remove('balancers.json');
    // What goes back, line by line: nothing is named that stays as it is.
    const shown = await cluster.run('back', ['--check', '--diff'], { ANSIBLE_STDOUT_CALLBACK: 'cdk8s.ccm_migration.lines' });
    expect([shown.status, shown.said]).toEqual([0, expect.stringContaining('check mode: nothing was changed')]);
    expect(shown.said).toMatch(new RegExp(`^ {2}would: ${FIRST}: Undo the change of files: \\S+kube-apiserver.yaml\n--- .*kube-apiserver.yaml`, 'm'));
    expect(shown.said).toMatch(/^-\s+- --cloud-provider=external\n[^]*^\+\s+- --cloud-provider=aws\n/m);
    expect(shown.said).toMatch(/^ {2}would: Delete daemonset aws-cloud-controller-manager$/m);
    expect(shown.said).toContain(`would: Take the cloud-controller-manager off ${FIRST}`);
    expect(shown.said).not.toContain('kubelet/config.yaml');
    expect(shown.said).toMatch(/^note: steps that only check are left out on the way back: [\d, ]+$/m);
    const back = await cluster.run('back');
    expect([back.status, back.said]).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
    expect([cluster.object(CCM), cluster.has(`labels/${FIRST}`)]).toEqual([undefined, false]);
  });

  describe("with kubeadm's own upgrade", () => {
    const settings = {
      kubeadm_program: ['kubeadm', 'become', '{node}', '{release}'], kubeadm_upgrade_flags: ['--etcd-upgrade=false'], without_kubeadm_upgrade: false,
    };
    const KUBELET_CONFIG = 'var/lib/kubelet/config.yaml';
    const BY_KUBEADM = ['-e', JSON.stringify(settings)];

    /** What kubeadm makes of its configuration: the planned manifests, or with a change. */
    function writes(change: (text: string) => string = text => text): void {
      for (const node of CONTROL_PLANE) {
        mkdirSync(cluster.place(`kubeadm-writes/${node}`), { recursive: true });
        const manifests = [...cluster.synthesized('mixed', 'n-plus-1', node)].filter(([path]) => path.includes('/manifests/'));
        for (const [path, text] of manifests) cluster.set(join('kubeadm-writes', node, basename(path)), change(text));
      }
    }

    it('let it write the manifests, with copies, before the kubelet follows', async () => {
      cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
      writes();
      const before = cluster.nodes.map(node => cluster.node(node));
      const run = await cluster.run('migrate', BY_KUBEADM);
      expect([run.status, run.said]).toEqual([0, expect.stringContaining('the cluster is in state mixed')]);
      const order = [
        `drain ${FIRST}`, `kubeadm become ${FIRST} 1.27.16`, `kubeadm upgrade apply v1.27.16 --yes --etcd-upgrade=false on ${FIRST}`,
        `label node ${FIRST}`, `upgrade ${FIRST} 1.27.16`, 'systemctl restart kubelet', `uncordon ${FIRST}`,
      ];
      const places = order.map(part => cluster.log.findIndex(line => line.includes(part)));
      expect(places).not.toContain(-1);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      const after = cluster.node(FIRST);
      const planned = [...cluster.synthesized('mixed', 'n-plus-1', FIRST)].filter(([path]) => path !== KUBELET_CONFIG);
      for (const [path, text] of planned) expect([path, after.get(path)]).toEqual([path, text]);
      // What it writes of its own accord is given back from the copy, and keeps neither preflight nor the way back from going on.
      expect(after.get(KUBELET_CONFIG)).toContain('# by kubeadm');
      expect(await cluster.run('preflight', BY_KUBEADM)).toMatchObject({ status: 0 });
      const back = await cluster.run('back', BY_KUBEADM);
      expect([back.status, cluster.nodes.map(node => cluster.node(node))]).toEqual([0, before]);
    });

    it('give kube-proxy back, which must not be newer than its API server, and what kubelets that join are configured from', async () => {
      const at = { namespace: 'kube-system', annotations: {} };
      const addons = [
        { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'kube-proxy', ...at }, spec: { template: { spec: { containers: [] } } } },
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-proxy', ...at }, data: { 'config.conf': 'mode: ""' } },
      ]; // this cluster has no kubelet-config
      const made = await SimulatedProject.ofN();
      for (const object of addons) made.add(object);
      cluster = await made.plan('n', 'mixed');
      writes();
      const seen = () => ['daemonset', 'configmap'].map(kind => cluster.object(`${kind}/kube-system/kube-proxy`) as typeof addons[number] | undefined)
        .map(object => object?.metadata.annotations);
      const goes = async (playbook: string, said: RegExp) => {
        const run = await cluster.run(playbook, BY_KUBEADM);
        expect([run.status, run.said.replace(/\s+/g, ' ')]).toEqual([0, expect.stringMatching(said)]);
        return seen();
      };
      const [before, after] = [{}, { by: 'kubeadm v1.27.16' }].map(annotations => [annotations, annotations]);
      expect(await goes('migrate', /in state mixed/)).toEqual(after);
      const back = /are taken back: the cluster is in state n; where kubeadm had upgraded kube-proxy, .* what it upgraded besides stays as it is/;
      expect(await goes('back', back)).toEqual(before);
      // There again from the middle of the way back: what kubeadm upgrades anew has its copy.
      expect(await goes('migrate', /in state mixed/)).toEqual(after);
      const middle = await cluster.run('back', BY_KUBEADM, { SIM_KILL: 'annotate configmap ccm-migration-n-daemonset-kube-proxy' });
      expect([middle.signal, seen()]).toEqual(['SIGKILL', before]);
      expect(cluster.node(FIRST).get('etc/kubernetes/manifests/kube-apiserver.yaml')).toContain(':v1.27.16'); // its API server goes after them
      expect((await cluster.run('migrate', [...BY_KUBEADM, ...cluster.takingOver])).status).toBe(0);
      expect(seen()).toEqual(after);
      expect(await goes('back', back)).toEqual(before);
      expect(await goes('migrate', /in state mixed/)).toEqual(after);
      // A plan of its own goes by the copies of the plan that left the state.
      await cluster.plan('mixed', 'n');
      const stays = /configmap kubelet-config stays as it is: no copy of it was needed in state n, since it is not there[^]* in state n/;
      expect(await goes('migrate', stays)).toEqual(before);
      expect(await goes('back', /are taken back/)).toEqual(after);
    });

    it('give back what it wrote on a worker, where they were killed before they put a file there', async () => {
      const made = await SimulatedProject.ofN();
      const [worker] = made.nodes.filter(node => !CONTROL_PLANE.includes(node));
      made.set(`nodes/${worker}/${KUBELET_CONFIG}`, 'kind: KubeletConfiguration\n');
      cluster = await made.plan('n', 'n-plus-1');
      writes();
      const before = cluster.nodes.map(node => cluster.node(node));
      expect((await cluster.run('migrate', BY_KUBEADM, { SIM_KILL: `on ${worker}: kubeadm upgrade` })).signal).toBe('SIGKILL');
      // It ran to its end on the node.
      cluster.set(`nodes/${worker}/${KUBELET_CONFIG}`, 'kind: KubeletConfiguration\n# by kubeadm\n');
      const back = await cluster.run('back', [...BY_KUBEADM, ...cluster.takingOver]);
      expect([back.status, cluster.nodes.map(node => cluster.node(node))]).toEqual([0, before]);
    });

    it.each(['say so', 'are killed then'])('stop where it wrote other bytes than those that were proven, %s, and turn back', async how => {
      cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
      const before = cluster.nodes.map(node => cluster.node(node));
      writes(text => text.replace('--cloud-provider=external', '--cloud-provider=aws').concat('# by kubeadm\n'));
      if (how === 'say so') {
        const run = await cluster.run('migrate', BY_KUBEADM);
        expect([run.status, run.said.replace(/\s+/g, ' ')])
          .toEqual([2, expect.stringMatching(
            new RegExp(`kubeadm wrote /etc/kubernetes/manifests/kube-.*\\.yaml of ${FIRST} with the sum .* as planned: .* run back.yaml`),
          )]);
      } else {
        expect((await cluster.run('migrate', BY_KUBEADM, { SIM_KILL: 'kubeadm upgrade apply' })).signal).toBe('SIGKILL');
        // It ran to its end on the node.
        for (const [path, text] of [...cluster.synthesized('mixed', 'n-plus-1', FIRST)].filter(([name]) => name.includes('/manifests/'))) {
          cluster.set(`nodes/${FIRST}/${path}`, text.concat('# by kubeadm\n'));
        }
      }
      expect(cluster.log.filter(line => line.startsWith('upgrade '))).toEqual([]);
      const back = await cluster.run('back', [...BY_KUBEADM, ...cluster.takingOver]);
      expect([back.status, back.said]).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
      expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
      // No other file has its bytes.
      expect(readFileSync(cluster.place(`nodes/${FIRST}/var/lib/ccm-migration/backup/n/${KCM_FILE}.found`), 'utf8')).toContain('# by kubeadm');
    });
  });

  it('ask before each step, pause at the first answer that is not yes, and go on from there', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const run = await cluster.answer('migrate', ['yes', 'yes', 'yes', 'yes', 'no']);
    expect([run.status, run.said]).toEqual([0, expect.stringMatching(/paused before Apply [^\n]*: run again to continue/)]);
    expect(cluster.log.filter(line => line.includes('apply'))).toEqual([]);
    expect(cluster.object(LOCK))
      .toMatchObject({ metadata: { annotations: { 'ccm-migration/state': expect.stringMatching(/^paused before Apply/) } } });
    expect(cluster.holder).toBe('');
    // Once for each step, also for one that asks other nodes first.
    const { steps } = JSON.parse(readFileSync(join(cluster.project, 'plan.json'), 'utf8')) as { steps: readonly object[] };
    const rest = await cluster.answer('migrate', steps.map(() => 'yes'));
    expect([rest.status, rest.said]).toEqual([0, expect.stringContaining('the cluster is in state mixed')]);
    const asked = [...rest.said.matchAll(/([^\n:]*): write 'yes' to continue/g)].map(([, title]) => title);
    expect(asked).toEqual([...new Set(asked)]);
    expect(asked.length).toBeGreaterThan(steps.length / 2);
    expect(asked.at(-1)).toContain('Check that a process leads');
  });

  // A drain leaves nothing to see of its step, so the last step that has left something is done again before it.
  it.each([['drain', 2], ['label node', 1]])('go on elsewhere where they were killed, in the middle of a step: at %s', async (place, times) => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    expect((await cluster.run('migrate', [], { SIM_KILL: place })).signal).toBe('SIGKILL');
    cluster.elsewhere();
    const applied = cluster.log.filter(line => line.includes('apply')).length;
    expect(await cluster.run('migrate', cluster.takingOver)).toMatchObject({ status: 0 });
    expect(cluster.log.filter(line => line.includes('apply')).length).toBe(applied * times);
    expect(cluster.node(FIRST).get(KCM_FILE)).toBe(cluster.synthesized('mixed', 'n-plus-1', FIRST).get(KCM_FILE));
    expect(cluster.log.some(line => line.includes(`label node ${FIRST} ccm-migration/side=n-plus-1`))).toBe(true);
    expect(cluster.log.at(-1)).toContain(`uncordon ${FIRST}`);
  });

  it('stop before a node whose manifest was changed by hand, and leave it alone', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    cluster.set(`nodes/${FIRST}/${KCM_FILE}`, cluster.node(FIRST).get(KCM_FILE)!.concat('# mine\n'));
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toContain(`/${KCM_FILE} of ${FIRST} is not as expected`);
    expect(cluster.log.some(line => line.includes('drain'))).toBe(false);
    expect(cluster.node(FIRST).get(KCM_FILE)).toContain('# mine');
  });

  it.each<[string, [file: string, text: string]]>([
    ['an API server', [`api-server-${THIRD}`, '[+]ping ok\n[-]etcd failed: reason withheld\nreadyz check failed\n']],
    ['a member of etcd', ['etcd-unhealthy', 'https://10.0.1.10:2379 is unhealthy']],
  ])('take no further node of the control plane away while %s is not well', async (_, [file, text]) => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'n-plus-1');
    expect((await cluster.run('migrate', [], { SIM_KILL: `drain ${SECOND}` })).signal).toBe('SIGKILL');
    cluster.set(file, text);
    const changes = cluster.log.length;
    const run = await cluster.run('migrate', cluster.takingOver);
    expect([run.status === 0, run.said]).toEqual([false, expect.stringMatching(/Upgrade \S+ to 1.27.16: /)]);
    expect(cluster.log.slice(changes).filter(line => line.includes('drain'))).toEqual([]);
    cluster.remove(file);
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
  });

  it('turn back elsewhere after a kill in the middle of a step, once the dead run is taken over', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    // An object that is given back is another version of it.
    const contents = () => Object.entries(cluster.objects).map(([key, { metadata, ...content }]) => [key, content]);
    const [before, objects] = [cluster.nodes.map(node => cluster.node(node)), contents()];
    expect((await cluster.run('migrate', [], { SIM_KILL: 'uncordon' })).signal).toBe('SIGKILL');
    cluster.elsewhere();
    const changes = cluster.log.length;
    const refused = await cluster.run('back');
    expect(refused.status).not.toBe(0);
    expect(refused.said.replace(/\s+/g, ' ')).toContain('once you know that this run has ended (no ansible-playbook of it on the machine that ran '
      + `it), run again with -e take_over=${cluster.holder}`);
    expect(cluster.log).toHaveLength(changes);
    // The way back is killed, too: in the middle of the node, and again before its end.
    for (const place of ['restart kubelet', 'delete daemonset']) {
      expect((await cluster.run('back', cluster.takingOver, { SIM_KILL: place })).signal).toBe('SIGKILL');
      cluster.elsewhere();
    }
    expect(await cluster.run('back', cluster.takingOver)).toMatchObject({ status: 0 });
    expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
    expect(contents()).toEqual(objects);
  });

  it.each<[string, (made: SimulatedProject) => void, string]>([
    ['a cluster of another version', made => made.set('version', '1.25.16'), 'the cluster runs 1.25.16, but this plan is for'],
    ['a control-plane node that is lost', made => made.remove(`nodes/${THIRD}`), 'the control-plane nodes of the cluster are not those of this '
      + `plan: missing ${THIRD}`],
    ['a connection that ends on another machine', made => made.set(`nodes/${SECOND}/proc/sys/kernel/random/boot_id`, 'x'), 'the connection to '
      + `${SECOND} ends on another machine`],
    ['an app that changed', made => {
      const file = join(made.app, 'dist', 'mixed', '30-ccm.k8s.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace('--v=2', '--v=4'));
    }, "'dist/mixed/30-ccm.k8s.yaml' is not as it was when this plan was made"],
  ])('refuse %s before anything is changed', async (_, spoil, message) => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    if (message.includes(
      'another machine',
    )) cluster.set(`machine-${SECOND}`, JSON.stringify({ machineID: `machine-of-${SECOND}`, bootID: `boot-of-${SECOND}` }));
    spoil(cluster);
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toContain(message);
    expect(cluster.log).toEqual([]);
  });

  it.each([
    ['turn back', `machine-of-${SECOND}`, 0, 'all steps of this plan are taken back'],
    ['do not turn back where two Nodes are of one machine', `machine-of-${FIRST}`, 2, `the connection to ${SECOND} ends on another machine`],
  ])('%s while a kubelet has not come up since its machine was started', async (_, machineID, status, said) => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const before = cluster.nodes.map(node => cluster.node(node));
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    cluster.set(`machine-${SECOND}`, JSON.stringify({ machineID, bootID: 'the one before' }));
    cluster.set(`nodes/${SECOND}/etc/machine-id`, `${machineID}\n`);
    const isUp = await cluster.run('back');
    const elsewhere = expect.stringContaining(`the connection to ${SECOND} ends on another`);
    expect([isUp.status === 0, isUp.said.replace(/\s+/g, ' ')]).toEqual([false, elsewhere]);
    cluster.set(`ready-${SECOND}`, 'Unknown');
    const back = await cluster.run('back');
    expect([back.status, back.said.replace(/\s+/g, ' ')]).toEqual([status, expect.stringContaining(said)]);
    if (status === 0) expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
  });

  it('leave a lost worker out, name a new one, and go all the way and back', async () => {
    cluster = await new SimulatedProject('input', '', '1.26.15').plan('not-started', 'n-plus-1');
    const lost = cluster.nodes.find(node => !CONTROL_PLANE.includes(node))!;
    cluster.remove(`nodes/${lost}`);
    const before = new Map(cluster.nodes.map(node => [node, cluster.node(node)]));
    const there = await cluster.run('migrate');
    expect([there.status, there.said]).toEqual([0, expect.stringContaining('the cluster is in state n-plus-1')]);
    expect(there.said.replace(/\s+/g, ' ')).toContain(`left out: ${lost}`);
    for (const node of CONTROL_PLANE) {
      const after = cluster.node(node);
      for (const [path, text] of cluster.synthesized('n-plus-1', 'n-plus-1', node)) expect([path, after.get(path)]).toEqual([path, text]);
    }
    await cluster.plan('n-plus-1', 'not-started');
    const back = await cluster.run('migrate');
    expect([back.status, back.said]).toEqual([0, expect.stringContaining('the cluster is in state not-started')]);
    expect(new Map(cluster.nodes.map(node => [node, cluster.node(node)]))).toEqual(before);
    expect(cluster.object(CCM)).toBeUndefined();
  });

  it('compare the Services where a leg ends on the way back, before the next one is taken back', async () => {
    cluster = await new SimulatedProject('input', '', '1.26.15').plan('not-started', 'mixed');
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    cluster.set('balancers.json', JSON.stringify({ services: {}, targetLists: [['i-1']], missing: {} }));
    const changes = cluster.log.length;
    const back = await cluster.run('back');
    expect([back.status === 0, back.said]).toEqual([false, expect.stringContaining('shop/cart: listener TCP:80 to TCP:30080 is gone')]);
    expect(cluster.log.slice(changes).some(line => line.includes('delete daemonset'))).toBe(true);
    expect(cluster.node(FIRST).get(KCM_FILE)).toBe(cluster.synthesized('n', 'n', FIRST).get(KCM_FILE));
    expect(cluster.object(LOCK)).toMatchObject({
      metadata: { annotations: { 'ccm-migration/state': 'stopped in Take back: compare the Services in state n' } },
    });
  });

  it('leave a node that was upgraded before the plan began as it was, on the way there and back', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    const before = cluster.nodes.map(node => cluster.node(node));
    await cluster.plan('mixed', 'n-plus-1');
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    const changes = cluster.log.length;
    const back = await cluster.run('back');
    expect([back.status, back.said]).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
    expect([FIRST, SECOND].map(node => cluster.has(`labels/${node}`))).toEqual([true, false]);
    expect(cluster.log.slice(changes).filter(line => line.includes(FIRST))).toEqual([]);
  });

  it('name a node that its owner had cordoned, and leave it so on the way there and back', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    cluster.set(`cordoned-${FIRST}`, '');
    const looked = await cluster.run('preflight');
    expect([looked.status, looked.said.replace(/\s+/g, ' ')]).toEqual([0, expect.stringContaining(
      `cordoned before anything of this plan was begun: ${FIRST};`,
    )]);
    for (const playbook of ['migrate', 'back']) {
      expect(await cluster.run(playbook)).toMatchObject({ status: 0 });
      expect([cluster.has(`cordoned-${FIRST}`), readFileSync(cluster.place(`annotations-${FIRST}`), 'utf8')]).toEqual([true, '{}']);
    }
    expect(cluster.log.filter(line => line.includes('drain'))).toHaveLength(2);
    expect(cluster.log.filter(line => line.includes('uncordon'))).toEqual([]);
  });

  it("give kubeadm's configuration back as it was when its state was left last, however often", async () => {
    const OF_KUBEADM = 'configmap/kube-system/kubeadm-config';
    const configuration = () => cluster.object(OF_KUBEADM)?.data;
    const goes = async (playbook: string) => {
      const run = await cluster.run(playbook);
      expect([run.status, run.said]).toEqual([0, expect.stringMatching(/the cluster is in state|all steps of this plan are taken back/)]);
      return configuration();
    };
    cluster = await new SimulatedProject('input', '', '1.26.15').plan('not-started', 'n');
    const before = configuration();
    const ofN = await goes('migrate');
    expect(ofN).not.toEqual(before);
    await cluster.plan('n', 'not-started');
    expect(await goes('migrate')).toEqual(before);
    expect(await goes('back')).toEqual(ofN);
    cluster.elsewhere();
    expect(await goes('migrate')).toEqual(before);
    // The copy of the first way is of another time by now.
    const later = { ...cluster.object(OF_KUBEADM) as { kind: string; metadata: { namespace: string; name: string } }, data: { own: 'later' } };
    cluster.add({ ...later, metadata: { ...later.metadata, namespace: 'kube-system' } });
    await cluster.plan('not-started', 'n');
    expect(await goes('migrate')).toEqual(ofN);
    expect(await goes('back')).toEqual({ own: 'later' });
  });

  it("refuse before anything changes where it is not known what kubeadm's configuration was", async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'not-started');
    const changes = cluster.log.length;
    const run = await cluster.run('preflight');
    expect([run.status, run.said.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(
      'there is no ConfigMap kube-system/ccm-migration-not-started-configmap-kubeadm-config, which says what configmap kubeadm-config was in state '
        + 'not-started',
    )]);
    expect(cluster.log).toHaveLength(changes);
  });

  it('go on where some workers may fail, and do not say done', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'n-plus-1');
    const [worker] = cluster.nodes.filter(node => !CONTROL_PLANE.includes(node));
    cluster.set(`hung-${worker}`, '');
    const run = await cluster.run('migrate', ['-e', 'worker_share=2', '-e', 'worker_max_fail_percentage=50']);
    expect([run.status === 0, run.said.includes('done: the cluster is in state')]).toEqual([false, false]);
    expect(run.said).toContain(`${worker} stopped in the middle; run again to continue there`);
    expect(cluster.log.filter(line => line.includes('uncordon')).length).toBeGreaterThan(CONTROL_PLANE.length); // the other worker came to its end
    expect([cluster.holder, cluster.object(LOCK)]).toEqual(['', expect.objectContaining({
      metadata: expect.objectContaining({ annotations: expect.objectContaining({ 'ccm-migration/state': `stopped on ${worker}` }) }),
    })]);
    // The run afterwards does what that one lacks, also where another of its share came to its end.
    cluster.remove(`hung-${worker}`);
    const changes = cluster.log.length;
    const again = await cluster.run('migrate', ['-e', 'worker_share=2']);
    expect([again.status, again.said]).toEqual([0, expect.stringContaining('the cluster is in state n-plus-1')]);
    expect(cluster.log.slice(changes).filter(line => line.includes('restart kubelet'))).toEqual([`systemctl restart kubelet on ${worker}`]);
  });

  it.each([[0, '.*: the connection was lost'], [50, ' stopped in the middle; run again to continue there']])(
    'do not say done where one worker of two loses its connection and %s of a hundred may fail, and give the lock back', async (share, message) => {
      cluster = await (await SimulatedProject.ofWorkers()).plan('mixed', 'n-plus-1');
      const [lost, other] = cluster.nodes.filter(node => !CONTROL_PLANE.includes(node));
      cluster.losing(lost, `drain ${lost}`);
      const run = await cluster.run('migrate', ['-e', 'worker_share=2', '-e', `worker_max_fail_percentage=${share}`]);
      expect([run.status === 0, run.said.includes('done: the cluster is in state')]).toEqual([false, false]);
      expect(run.said.replace(/\s+/g, ' ')).toMatch(new RegExp(`${lost}${message}`));
      expect([cluster.holder, cluster.log.some(line => line.includes(`uncordon ${other}`))]).toEqual(['', true]);
    },
  );

  it('end Leader Migration: roll first, delete with copies, the Lease last and with a precondition', async () => {
    const made = new SimulatedProject('n-plus-1', 'n-plus-1', '1.27.16');
    cluster = await (await made.deployed('n-plus-1', ...CONTROL_PLANE)).plan('n-plus-1', 'disabled');
    cluster.set('held', `${FIRST.split('.')[0]}_ccm`);
    const before = cluster.objects;
    const run = await cluster.run('migrate');
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('the cluster is in state disabled')]);
    const at = (part: string) => cluster.log.findIndex(line => line.includes(part));
    expect(at('dist/disabled/30-ccm.k8s.yaml')).toBe(0);
    expect(at('delete configmap leader-migration-config')).toBeGreaterThan(0);
    expect(at('leases/cloud-provider-extraction-migration')).toBeGreaterThan(at('delete role.rbac.authorization.k8s.io '
      + 'leader-migration:kube-controller-manager'));
    expect(cluster.log[at('leases/cloud-provider-extraction-migration')]).toContain('"preconditions": {"resourceVersion": "');
    expect(cluster.log.filter(line => line.includes('label node')).length).toBe(3);
    expect(existsSync(join(cluster.project, 'copies', 'n-plus-1', 'configmap-kube-system-leader-migration-config.yaml'))).toBe(true);
    // What was deleted comes from the app again, from any machine.
    cluster.elsewhere();
    const back = await cluster.run('back');
    expect([back.status, back.said]).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    expect(cluster.objects).toEqual(before);
  });

  it('never delete a Lease that is still held, nor what its holder needs', async () => {
    const made = new SimulatedProject('n-plus-1', 'n-plus-1', '1.27.16');
    cluster = await (await made.deployed('n-plus-1', ...CONTROL_PLANE)).plan('n-plus-1', 'disabled');
    // A process still runs with Leader Migration, whatever the manifests say.
    cluster.set(`nodes/${SECOND}/${KCM_FILE}`, cluster.node(SECOND).get(KCM_FILE)!.replace('    - --leader-elect=true', '    - '
      + '--enable-leader-migration=true\n    - --leader-elect=true'));
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    expect(cluster.log.filter(line => line.includes('delete'))).toEqual([]);
  });

  describe('with --release-lease', () => {
    const leader = `${FIRST.split('.')[0]}_kcm`;

    it('release the Lease of the leader that they stopped', async () => {
      cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed', '--release-lease');
      cluster.set('held', leader);
      cluster.set('short-names', '');
      expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
      expect(cluster.log.filter(line => line.includes('patch lease'))).toEqual([
        expect.stringMatching(/--type=merge -p \{"metadata": \{"resourceVersion": "\d+"\}, "spec": \{"holderIdentity": null\}\}/),
      ]);
    });

    it('leave the Lease alone when another process holds it by then', async () => {
      cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed', '--release-lease');
      expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
      expect(cluster.log.some(line => line.includes('patch lease'))).toBe(false);
    });
  });
});
