import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { KUBERNETES } from './consumers';
import { describeGo } from './go';
import { ansible } from '../test/ansible/ansible';
import { describeNeeding } from '../test/needs';

const KUBECONFIG = '/etc/kubernetes/cloud-controller-manager.conf';
const SERVER = 'https://10.0.1.10:6443';
const NODE = 'ip-10-0-1-10';
const COLLECTION = resolve(__dirname, '..', 'collection');
/** As much of a plan as any action asks for. */
const NO_STEPS = { id: 'none', controlPlane: [NODE], workers: [], steps: [] };

interface Kubeconfig {
  readonly clusters: readonly [{ readonly cluster: { readonly 'server': string; readonly 'certificate-authority-data': string } }];
  readonly users: readonly [{ readonly user: { readonly 'client-certificate-data': string; readonly 'client-key-data': string } }];
}

/** The actions of a plan with the real kubeadm of each side, on a node that is a folder. */
for (const { version, kubeadm } of KUBERNETES.filter(release => ['1.26.15', '1.27.16'].includes(release.version))) {
  describeGo(`the kubeconfig of a static pod, by kubeadm ${version}`, kubeadm, program =>
    describeNeeding('with Ansible', ansible().missing, 'REQUIRE_ANSIBLE', () => {
      let root: string;
      const path = (name: string) => join(root, 'node', name);
      beforeEach(() => {
        root = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
        for (const folder of ['bin', 'node/etc/kubernetes/pki']) mkdirSync(join(root, folder), { recursive: true });
        writeFileSync(join(root, 'inventory'), '[control_plane]\nlocalhost\n');
        writeFileSync(join(root, 'plan.json'), JSON.stringify(NO_STEPS));
        symlinkSync(program(), join(root, 'bin', 'kubeadm'));
        writeFileSync(path('etc/kubernetes/controller-manager.conf'), `apiVersion: v1\nkind: Config\nclusters:\n- cluster:\n    server: ${SERVER}\n  `
        + 'name: kubernetes\n');
        const config = join(root, 'kubeadm.yaml');
        writeFileSync(config, `apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v${version}\ncertificatesDir: `
        + `${path('etc/kubernetes/pki')}\n`);
        execFileSync(program(), ['init', 'phase', 'certs', 'ca', `--config=${config}`], { stdio: 'pipe' });
      });
      afterEach(() => rmSync(root, { recursive: true, force: true }));

      function play(
        verb: 'make-kubeconfig' | 'remove-kubeconfig', ...flags: readonly string[]
      ): { readonly status: number | null; readonly said: string } {
        const user = 'system:cloud-controller-manager';
        const given = { do: verb, node: NODE, path: KUBECONFIG, user, api: 'kubeadm.k8s.io/v1beta3', release: version };
        writeFileSync(join(root, 'play.yaml'), JSON.stringify([{
          hosts: 'localhost',
          connection: 'local',
          gather_facts: false,
          vars: {
            ansible_python_interpreter: '{{ ansible_playbook_python }}',
            app_dir: root,
            backup_dir: '/backup',
            node_root: join(root, 'node'),
            plan_file: join(root, 'plan.json'),
          },
          roles: ['cdk8s.ccm_migration.settings'],
          tasks: [{ 'cdk8s.ccm_migration.carry_out': { do: given } }],
        }]));
        const env = { PATH: `${join(root, 'bin')}:${process.env.PATH}`, ANSIBLE_COLLECTIONS_PATH: COLLECTION, ANSIBLE_NOCOLOR: '1', HOME: root };
        const { status, stdout, stderr } = spawnSync(join(ansible().bin!, 'ansible-playbook'), ['-i', 'inventory', ...flags, 'play.yaml'], {
          cwd: root, encoding: 'utf8', env: { ...process.env, ...env },
        });
        return { status, said: (stdout + stderr).replace(/\s+/g, ' ') };
      }

      it('is for one user in no group, for the API server of the node, and is in no output', () => {
        const { status, said } = play('make-kubeconfig', '--diff', '-vvv');
        expect([status, status === 0 ? '' : said]).toEqual([0, '']);
        expect((statSync(path(KUBECONFIG)).mode % 0o1000).toString(8)).toBe('600');
        const { clusters: [{ cluster }], users: [{ user }] } = parse(readFileSync(path(KUBECONFIG), 'utf8')) as Kubeconfig;
        expect(cluster.server).toBe(SERVER);
        const ca = new X509Certificate(readFileSync(path('etc/kubernetes/pki/ca.crt'), 'utf8'));
        const certificate = new X509Certificate(Buffer.from(user['client-certificate-data'], 'base64').toString('utf8'));
        expect(certificate.subject).toBe('CN=system:cloud-controller-manager');
        expect(certificate.verify(ca.publicKey)).toBe(true);
        expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']); // clientAuth
        const days = (Date.parse(certificate.validTo) - Date.now()) / 86_400_000;
        expect([Math.ceil(days) <= 365, days > 360]).toEqual([true, true]);
        expect(said).not.toContain(user['client-key-data'].slice(0, 60));
        expect(existsSync(path('backup/ccm-kubeconfig.yaml'))).toBe(false);
      });

      it('stays as it is where it is there, and is removed only where the plan made it', () => {
        expect(play('make-kubeconfig').status).toBe(0);
        const made = readFileSync(path(KUBECONFIG), 'utf8');
        expect(play('make-kubeconfig').status).toBe(0);
        expect(readFileSync(path(KUBECONFIG), 'utf8')).toBe(made);
        expect(play('remove-kubeconfig').status).toBe(0);
        expect(existsSync(path(KUBECONFIG))).toBe(false);
        writeFileSync(path(KUBECONFIG), 'mine\n');
        expect(play('make-kubeconfig').status).toBe(0);
        expect(play('remove-kubeconfig').status).toBe(0);
        expect(readFileSync(path(KUBECONFIG), 'utf8')).toBe('mine\n');
      });

      it('is taken back where a run was killed while it made it: no private key is left', () => {
        mkdirSync(path('backup'));
        for (const left of [`${KUBECONFIG}.new`, 'backup/ccm-kubeconfig.yaml']) writeFileSync(path(left), 'half\n');
        writeFileSync(path(KUBECONFIG), 'mine\n');
        expect(play('remove-kubeconfig').status).toBe(0);
        expect([`${KUBECONFIG}.new`, 'backup/ccm-kubeconfig.yaml'].filter(left => existsSync(path(left)))).toEqual([]);
        expect(readFileSync(path(KUBECONFIG), 'utf8')).toBe('mine\n');
      });

      it('is nothing where nothing can be signed, and nothing half made is left', () => {
        rmSync(path('etc/kubernetes/pki/ca.key'));
        const { status, said } = play('make-kubeconfig');
        expect(status).not.toBe(0);
        expect(said).toContain(`ca.key is not on ${NODE}, so nothing can be signed here; make ${KUBECONFIG} with a client certificate`);
        expect(existsSync(path(KUBECONFIG))).toBe(false);
      });

      it.each([0, 2])('is nothing where the API server is not known: %s are named', count => {
        writeFileSync(path('etc/kubernetes/controller-manager.conf'), `server: ${SERVER}\n`.repeat(count));
        const { status, said } = play('make-kubeconfig');
        expect([status === 0, existsSync(path(KUBECONFIG))]).toEqual([false, false]);
        expect(said).toContain(`controller-manager.conf of ${NODE} names ${count} API servers where one is needed`);
      });

      it('is not made by looking only', () => {
        expect(play('make-kubeconfig', '--check').status).toBe(0);
        expect(existsSync(path(KUBECONFIG))).toBe(false);
      });
    }));
}
