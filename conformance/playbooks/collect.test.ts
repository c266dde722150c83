import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { main } from '../../src/cli/main';
import { AWS_V2 } from '../../src/lib/facts/aws-v2';
import { ansible } from '../../test/ansible/ansible';
import { sharedPython } from '../../test/cli/shared-python';
import { CONTROL_PLANE, ioIn } from '../../test/cli/simulated-project';
import { readTree } from '../../test/golden';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(900_000);

const SOURCES = resolve(__dirname, '..', '..', 'src', 'lib');
const INPUT = resolve(__dirname, '..', '..', 'examples', 'kubeadm', 'input');
const VARIABLES = resolve(__dirname, '../../collection/ansible_collections/cdk8s/ccm_migration/roles/collect/vars/main.yaml');

let root: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'ccm-collect-'));
  expect(await main(['collect', '--output', 'collect'], ioIn(root))).toBe(0);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ONE_NODE = ['--limit', `localhost,${CONTROL_PLANE[0]}`];
const programs = ansible();

describeNeeding('collect.yaml', programs.missing, 'REQUIRE_ANSIBLE', () => {
  function fill(more: readonly string[] = []): void {
    for (const role of ['control-plane', 'worker']) cpSync(join(INPUT, role), join(root, 'nodes'), { recursive: true });
    const file = join(root, 'collect', 'inventory.yaml');
    const inventory = parse(readFileSync(file, 'utf8')) as { all: { vars: object; children: Record<string, unknown> } };
    const workers = [...readTree(join(INPUT, 'worker')).keys()].map(path => path.split('/')[0]);
    writeFileSync(join(root, 'node-python'), `#!/bin/sh\n${sharedPython('node_python.py')} ${join(programs.bin!, 'python')} "$@"\n`, { mode: 0o755 });
    const hosts = (names: readonly string[]) => ({ hosts: Object.fromEntries(names.map(name => [name, {}])) });
    Object.assign(inventory.all.vars, {
      kubectl: ['python3', '-c', 'print(\'{"items": []}\' if "configmap" not in __import__("sys").argv else "")'],
      ansible_connection: 'local',
      ansible_become: false,
      ansible_python_interpreter: join(root, 'node-python'),
      node_root: `${root}/nodes/{{ inventory_hostname }}`,
      more_files: more,
    });
    Object.assign(inventory.all.children, { control_plane: hosts(CONTROL_PLANE), workers: hosts(workers) });
    writeFileSync(file, stringify(inventory));
  }

  /** What the cluster has, as kubectl prints it. */
  function has(kind: string, objects: object): void {
    writeFileSync(join(root, `${kind}.json`), JSON.stringify(objects, undefined, 4));
    const answer = 'import os, sys\nasked = next(a for a in sys.argv[2:] if not a.startswith("-") and a != "get")\n'
      + 'file = os.path.join(sys.argv[1], asked + ".json")';
    const file = join(root, 'kubectl.py');
    writeFileSync(file, `${answer}\nprint(open(file).read() if os.path.exists(file) else "" if asked == "configmap" else '{"items": []}')\n`);
    const inventory = parse(readFileSync(join(root, 'collect', 'inventory.yaml'), 'utf8')) as { all: { vars: object } };
    Object.assign(inventory.all.vars, { kubectl: ['python3', file, root] });
    writeFileSync(join(root, 'collect', 'inventory.yaml'), stringify(inventory));
  }

  function collect(...flags: readonly string[]) {
    const env = { PATH: `${programs.bin!}:${process.env.PATH}`, HOME: root, SIM: root, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };
    const { status, stdout, stderr } = spawnSync(
      join(programs.bin!, 'ansible-playbook'), ['collect.yaml', ...flags], { cwd: join(root, 'collect'), encoding: 'utf8', env },
    );
    return { status, said: (stdout + stderr).replace(/\s+/g, ' ') };
  }

  it('fails where a node does not answer, which Ansible alone passes by, and names it', () => {
    fill();
    writeFileSync(join(root, 'ssh'), '#!/bin/sh\nexit 255\n', { mode: 0o755 });
    mkdirSync(join(root, 'collect', 'host_vars'));
    writeFileSync(
      join(root, 'collect', 'host_vars', `${CONTROL_PLANE[1]}.yaml`),
      stringify({ ansible_connection: 'ssh', ansible_ssh_executable: join(root, 'ssh') }),
    );
    const { status, said } = collect();
    expect([status === 0, said]).toEqual([false, expect.stringMatching(`msg: ['"]?${CONTROL_PLANE[1]} did not answer, or could not be read`)]);
    expect(said).not.toContain('TASK [Collect the objects of the cluster]');
    // Of the others it says which components of the control plane have no manifest where it looks.
    const manifests = join(root, 'nodes', CONTROL_PLANE[0], 'etc', 'kubernetes', 'manifests');
    renameSync(join(manifests, 'kube-apiserver.yaml'), join(manifests, 'kube-apiserver.manifest'));
    const limited = collect('--limit', `localhost,${CONTROL_PLANE[0]}`);
    expect([limited.status, limited.said]).toEqual([
      0, expect.stringContaining(`nothing of it was collected: ${CONTROL_PLANE[0]}: kube-apiserver. Where a static pod has another name`),
    ]);
  });

  it('fetches what synthesis reads, byte for byte, and nothing confidential beside it', () => {
    fill();
    for (const path of ['etc/kubernetes/admin.conf', 'etc/kubernetes/pki/ca.key']) {
      mkdirSync(join(root, 'nodes', CONTROL_PLANE[0], path, '..'), { recursive: true });
      writeFileSync(join(root, 'nodes', CONTROL_PLANE[0], path), 'confidential\n');
    }
    // Flags may lie in any drop-in.
    const dropIn = 'etc/systemd/system/kubelet.service.d/20-aws.conf';
    const text = '[Service]\nEnvironment="KUBELET_EXTRA_ARGS=--cloud-provider=aws"\n';
    mkdirSync(join(root, 'nodes', CONTROL_PLANE[1], dropIn, '..'), { recursive: true });
    for (const file of [dropIn, `${dropIn}.bak`]) writeFileSync(join(root, 'nodes', CONTROL_PLANE[1], file), text);
    // A component may be a unit of any name, with flags in files of its own.
    const units = new Map([
      ['usr/lib/systemd/system/k8s-kcm.service', '[Service]\nEnvironmentFile=-/etc/k8s/kcm.env\nExecStart=/opt/kube-controller-manager $ARGS\n'],
      ['etc/systemd/system/k8s-kcm.service.d/10-own.conf', '[Service]\nEnvironmentFile=/etc/k8s/pki/more.env\n'],
      ['etc/k8s/kcm.env', 'ARGS="--v=2"\n'],
    ]);
    const others: readonly [string, string][] = [
      ['etc/systemd/system/other.service', '[Service]\nExecStart=/bin/x\n'], ['etc/k8s/pki/more.env', 'x'],
    ];
    for (const [path, content] of [...units, ...others]) {
      mkdirSync(join(root, 'nodes', CONTROL_PLANE[2], path, '..'), { recursive: true });
      writeFileSync(join(root, 'nodes', CONTROL_PLANE[2], path), content);
    }
    rmSync(join(root, 'nodes', CONTROL_PLANE[2], 'etc/kubernetes/manifests/kube-controller-manager.yaml'));
    const run = collect();
    expect([run.status, run.said]).toEqual([0, expect.not.stringContaining('nothing of it was collected')]);
    const added = (role: string) => new Map(role === 'worker' ? [] : [
      [`${CONTROL_PLANE[1]}/${dropIn}`, text], ...[...units].map(([path, content]) => [`${CONTROL_PLANE[2]}/${path}`, content] as const),
    ]);
    for (const role of ['control-plane', 'worker']) {
      const wanted = new Map([...readTree(join(INPUT, role)), ...added(role)]);
      wanted.delete(`${CONTROL_PLANE[2]}/etc/kubernetes/manifests/kube-controller-manager.yaml`);
      expect(new Map(readTree(join(root, 'collect', 'input', role)))).toEqual(wanted);
    }
  });

  it('shows no text of a file, whatever is asked, and lets no other user read a password or commit it', () => {
    fill();
    const texts = [
      '[Global]\nuser = me\npassword = "hunter2"\n[VirtualCenter "10.0.0.1"]\n',
      '{"tenantId": "t", "aadClientSecret": "hunter2"}\n',
      '[Global]\nsecret-name = hunter2\nsecret-namespace = kube-system\n# password = x\n',
    ];
    const paths = CONTROL_PLANE.map(name => `control-plane/${name}/etc/kubernetes/cloud.conf`);
    for (const [index, name] of CONTROL_PLANE.entries()) writeFileSync(join(root, 'nodes', name, 'etc/kubernetes/cloud.conf'), texts[index]);
    const { status, said } = collect('-vvv', '--diff');
    expect([status, status === 0 ? '' : said]).toEqual([0, '']);
    for (const shown of ['hunter2', 'leader-elect=true', ...texts.map(text => Buffer.from(text).toString('base64').slice(0, 40))]) {
      expect(said.slice(Math.max(0, said.indexOf(shown) - 300))).not.toContain(shown);
    }
    for (const [index, path] of paths.entries()) {
      expect(readFileSync(join(root, 'collect/input', path), 'utf8')).toBe(texts[index]);
      expect(statSync(join(root, 'collect/input', path)).mode % 0o1000).toBe(0o600);
    }
    expect(readFileSync(join(root, 'collect/input/.gitignore'), 'utf8').split('\n').slice(1)).toEqual([`/${paths[0]}`, `/${paths[1]}`, '']);
  });

  /** No secret, though the name has the word of one. */
  const NAMES_A_PLACE = [
    '--tls-private-key-file=x', '--service-account-private-key-file=x', '--use-service-account-credentials=true', '--credential-file=x',
  ];

  it('leaves what may be a password out of workloads, so that readers of them take it for unknown', () => {
    fill();
    const env = [
      { name: 'AWS_SECRET_ACCESS_KEY', value: 'hunter2 "{\\' },
      { name: 'AWS_REGION', value: 'eu-central-1' }, { name: 'POD_TOKEN', value: 'hunter2' },
      { name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    ];
    const container = {
      args: ['--cloud-provider=aws', '--db-password=hunter2 x', '--api-key', 'hunter2', '--use-password', '--token-file=x', '--leader-elect=true',
        '--credential=hunter2', '--app-credentials', 'hunter2', '--private-key=hunter2', ...NAMES_A_PLACE],
      command: ['sh', '-c', 'exec app --db-token=\'hunter2\' --secret "hunter2" --password hunter2\n--v=2 --secret-name=x'],
      env,
      name: 'x',
    };
    const applied = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ spec: { env } }), 'other': 'kept' };
    const workload = (containers: readonly object[], annotations: object) => ({
      items: [{ metadata: { annotations, name: 'app' }, spec: { template: { spec: { containers } } } }],
    });
    has('deployments', workload([container], applied));
    const { status, said } = collect('-vvv', '--diff', ...ONE_NODE);
    expect([status, said.includes('hunter2')]).toEqual([0, false]);
    const unknown = { valueFrom: { secretKeyRef: { key: 'value', name: 'left-out-by-collect' } } };
    expect(JSON.parse(readFileSync(join(root, 'collect/input/cluster/deployments.json'), 'utf8'))).toEqual(workload([{
      args: [
        '--cloud-provider=aws', '--db-password=left-out-by-collect', '--api-key', 'left-out-by-collect', '--use-password', '--token-file=x',
        '--leader-elect=true', '--credential=left-out-by-collect', '--app-credentials', 'left-out-by-collect', '--private-key=left-out-by-collect',
        ...NAMES_A_PLACE,
      ],
      command: ['sh', '-c', 'exec app --db-token=\'left-out-by-collect\' --secret "left-out-by-collect" --password left-out-by-collect\n'
        + '--v=2 --secret-name=x'],
      env: [{ name: 'AWS_SECRET_ACCESS_KEY', ...unknown }, env[1], { name: 'POD_TOKEN', ...unknown }, env[3]],
      name: 'x',
    }], { 'kubectl.kubernetes.io/last-applied-configuration': 'left-out-by-collect', 'other': 'kept' }));
  });

  it('writes what verify takes for unknown where a value was left out', async () => {
    fill();
    const container = {
      args: ['--cloud-provider=aws', '$(MODE)'],
      env: [{ name: 'MODE', value: '--leader-elect=false' }],
      image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.0',
      name: 'ccm',
    };
    const metadata = { name: 'ccm', namespace: 'kube-system' };
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { template: { spec: { containers: [container] } } } };
    has('deployments', { apiVersion: 'v1', items: [deployment], kind: 'List', metadata: {} });
    expect(collect(...ONE_NODE)).toMatchObject({ status: 0 });
    const io = ioIn(root);
    expect(await main(['verify', '--format', 'json', 'collect/input/cluster/deployments.json'], io)).toBe(1);
    const { exclusivity: { unknown } } = JSON.parse(io.text.out) as { exclusivity: { unknown: readonly { what: string }[] } };
    expect(unknown.map(({ what }) => what)).toContain('an argument of cloud-controller-manager is \'$(MODE)\', '
      + 'and it comes from key value of Secret left-out-by-collect, which is not in the input');
  });

  it('keeps the variables that the library reads', () => {
    const { kept_values: kept } = parse(readFileSync(VARIABLES, 'utf8')) as { kept_values: string };
    const read = [...readTree(SOURCES).values()].flatMap(source => [...source.matchAll(/\benv[?]?\.([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name));
    const names = [...new Set([...read, AWS_V2.switch.name])].sort();
    // An access key is confidential, and that there is one is what counts.
    expect(names.filter(name => !new RegExp(`^${kept}$`).test(name))).toEqual(['AWS_ACCESS_KEY_ID']);
    expect(names).toEqual(expect.arrayContaining(['AWS_ROLE_ARN', 'KUBERNETES_SERVICE_HOST', 'ENABLE_ALPHA_V2']));
  });

  it('fails where objects cannot be read, and says why', () => {
    fill();
    has('nodes', {});
    const refuses = 'import sys\nif "leases" in sys.argv: sys.exit("may not list leases")\nprint("" if "configmap" in sys.argv else "{}")';
    writeFileSync(join(root, 'kubectl.py'), refuses);
    const { status, said } = collect(...ONE_NODE);
    expect([status === 0, said]).toEqual([false, expect.stringContaining('leases: may not list leases')]);
  });

  it.each<[string, string[], (node: string) => void, string]>([
    ['to read a kubeconfig, also when it is asked for', ['/etc/kubernetes/admin.conf'], () => {}, 'a file with such a name is never read: '
      + '/etc/kubernetes/admin.conf'],
    ['to write a token that stands in a file', [], node => writeFileSync(join(node, 'etc/kubernetes/cloud.conf'), 'token: abc\n'),
      '/etc/kubernetes/cloud.conf of'],
  ])('fails %s', (_, more, spoil, message) => {
    fill(more);
    spoil(join(root, 'nodes', CONTROL_PLANE[0]));
    const run = collect(...ONE_NODE);
    expect(run.status).not.toBe(0);
    expect(run.said).toContain(message);
  });
});
