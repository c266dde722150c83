import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdk8s';
import {
  CloudControllerMigration, KubernetesVersion, Migration, MigrationOutput, MigrationPhase, MigrationProps, NodeInput, NodeRole,
} from '../../../src';
import { readDirectory } from '../../../src/files/read-directory';
import { ToDelete } from '../../../src/lib/migration/to-delete';
import { FileContent } from '../../../src/lib/read/input/input';
import { verify } from '../../../src/lib/verify/verify';
import { readTree } from '../../golden';
import { kubeadmNodes } from '../../nodes';
import { once } from '../../once';
import { emptyFolder } from '../../scratch';
import { unitNodes } from '../../unit-nodes';
import { planOf } from '../plan/plans';

const DROP_IN = '/etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf';

let dir: string;
beforeEach(() => { dir = emptyFolder(); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const migration = once((props: Partial<MigrationProps> = {}): Migration => new Migration({
  clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes: unitNodes(), ...props,
}));

function write(phase: MigrationPhase, props?: Partial<MigrationProps>): CloudControllerMigration {
  const app = new App({ outdir: join(dir, 'dist', phase) });
  const made = new CloudControllerMigration(app, 'eu', { migration: migration(props), phase, chartPrefix: '' });
  app.synth();
  MigrationOutput.write(app, dir);
  return made;
}

/** Command line that a drop-in of the first control-plane node of a side gives. */
function line({ nodeFiles: { files } }: CloudControllerMigration, side: string, path = DROP_IN): string | undefined {
  const content = files.find(file => file.side === side && file.path === path)?.content.replace(/ \\\n {2}/g, ' ');
  return content?.match(/^ExecStart=(.+)$/m)?.[1];
}

describe('a kube-controller-manager that is a unit of systemd', () => {
  it('gets a drop-in with its whole command line, and the migration configuration, as a static pod gets its flags', () => {
    const n = write(MigrationPhase.N);
    expect(line(n, 'n')).toMatch(/^\/usr\/local\/bin\/kube-controller-manager --.* --enable-leader-migration=true /);
    expect(line(n, 'n')).toContain(' --leader-migration-config=/etc/leadermigration.conf ');
    expect(line(n, 'n')).toContain(' --cloud-provider=aws ');
    const mixed = write(MigrationPhase.MIXED);
    expect(line(mixed, 'n')).toBe(line(n, 'n'));
    expect(line(mixed, 'n-plus-1')).toContain('--cloud-provider=external');
    expect(line(mixed, 'n-plus-1')).not.toContain('leader-migration');
    const paths = mixed.nodeFiles.files.filter(({ role, side }) => role === NodeRole.CONTROL_PLANE && side === 'n').map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining([DROP_IN, '/etc/leadermigration.conf', '/etc/systemd/system/kube-controller-manager.service']));
    expect(paths.join()).not.toContain('/etc/kubernetes/manifests/');
  });

  it('changes by the same flags as the static pod of the same command line', () => {
    const units = migration()._model.phase(MigrationPhase.MIXED).nodeFiles;
    const pods = migration({ nodes: kubeadmNodes() })._model.phase(MigrationPhase.MIXED).nodeFiles;
    const changes = (files: typeof units, path: string) => files.filter(file => file.path === path && file.side === 'n')
      .map(({ content }) => [...content.matchAll(/--[^\s]+/g)].map(([flag]) => flag).sort());
    expect(changes(units, DROP_IN)).toEqual(changes(pods, '/etc/kubernetes/manifests/kube-controller-manager.yaml'));
  });

  it('is proven, also by verify, which reads the release off the drop-in, and of units without one off migration.json', () => {
    for (const phase of Object.values(MigrationPhase)) {
      write(phase);
      const directories = [readDirectory(`nodes/${phase}`, dir), readDirectory(`dist/${phase}`, dir)];
      const { exclusivity, liveness, findings } = verify({ directories });
      expect([phase, exclusivity.verdict, liveness.verdict]).toEqual([phase, 'holds', 'holds']);
      expect(findings.filter(({ severity, rule }) => severity === 'error' || rule === 'version-unknown')).toEqual([]);
    }
  });

  it('is of an unknown release without either, and of that of the nearest migration.json', () => {
    write(MigrationPhase.MIXED);
    const { name, files } = readDirectory('nodes/mixed', dir);
    const unknownIn = (more: readonly [string, string][]) => verify({
      directories: [
        { name, files: new Map([...files, ...more.map(([path, text]): [string, FileContent] => [path, { text }])]) },
        readDirectory('dist/mixed', dir),
      ],
    }).findings.filter(({ rule }) => rule === 'version-unknown').map(({ file }) => file.split('/')[2]);
    const index = 'text' in files.get('migration.json')! ? (files.get('migration.json') as { text: string }).text : '';
    expect(unknownIn([])).toEqual([]);
    const other = index.replace('"from": "1.26.15"', '"from": "none"');
    for (const [path, text] of [['migration.json', '{}'], ['migration.json', other], ['control-plane-n/migration.json', other]] as const) {
      expect(unknownIn([[path, text]])).toEqual(['control-plane-n']);
    }
  });

  it('is changed with the other components of the control plane, of which only what changes gets a drop-in', () => {
    const mixed = write(MigrationPhase.MIXED);
    const dropIn = (component: string) => `/etc/systemd/system/${component}.service.d/90-ccm-migration.conf`;
    expect(line(mixed, 'n', dropIn('kube-apiserver'))).toBeUndefined();
    expect(line(mixed, 'n-plus-1', dropIn('kube-apiserver'))).not.toContain('--cloud-provider=aws');
    expect(line(mixed, 'n-plus-1', dropIn('kube-scheduler'))).toBeUndefined();
  });

  it('loses on the way back what version N did not have: systemd starts what the last drop-in says', () => {
    const path = '/etc/systemd/system/kube-apiserver.service.d/90-ccm-migration.conf';
    Object.values(MigrationPhase).forEach(phase => write(phase));
    const left = (phase: MigrationPhase) => (JSON.parse(readTree(dir).get(`nodes/${phase}/to-delete.json`)!) as ToDelete).nodeFiles;
    expect(left(MigrationPhase.N)).toContainEqual({ role: 'control-plane', side: 'n', path });
    expect(left(MigrationPhase.MIXED)).toContainEqual({ role: 'control-plane', side: 'n', path });
    expect(left(MigrationPhase.N).map(file => file.path)).not.toContain(DROP_IN);
    expect(left(MigrationPhase.N_PLUS_1).map(file => file.path)).not.toContain(path);
  });

  it('says its release by the drop-in of an earlier phase, so that nodes can be read again', () => {
    const { nodeFiles: { files } } = write(MigrationPhase.N);
    const written = (name: string) => Object.fromEntries(files.filter(file => file.node === name).map(file => [file.path, file.content]));
    const nodes = unitNodes().map(node => ({ ...node, files: { ...node.files, ...written(node.name) } }));
    expect(migration({ nodes, fromVersion: undefined })._model.settings.fromVersion?.toString()).toBe('1.26.15');
  });

  it('is not planned: a plan waits for kubelets to restart what changes', () => {
    Object.values(MigrationPhase).forEach(phase => write(phase));
    const files = new Map([...readTree(dir)]);
    expect(() => planOf(files, 'not-started', 'disabled')).toThrow('90-ccm-migration.conf\' is a drop-in of systemd, and a plan changes a control '
      + 'plane of static pods only. Change the nodes of each phase one by one: ');
  });

  const withFile = (path: string, change: (text: string) => string) => unitNodes().map(node => (node.files[path] === undefined ? node
    : { ...node, files: { ...node.files, [path]: change(node.files[path]) } }));
  const UNIT = '/etc/systemd/system/kube-controller-manager.service';

  it('keeps what stands before the program, percent signs and words with blanks', () => {
    const more = '$KCM_ARGS --v=2 "--x=a b" --y=%%h --z=$$HOME';
    const nodes = withFile(UNIT, text => text.replace('ExecStart=', 'ExecStart=-').replace('$KCM_ARGS', () => more));
    expect(migration({ nodes })._model.phase(MigrationPhase.N).nodeFiles.find(({ path }) => path === DROP_IN)!.content)
      .toMatch(/^ExecStart=-\/usr\/local[^]* \\\n {2}--v=2 \\\n {2}"--x=a b" \\\n {2}--y=%%h \\\n {2}--z=\$\$HOME\n/m);
  });

  it('is refused on the side of another release than the path of its program', () => {
    const at = (path: string) => withFile(UNIT, text => text.replace('/usr/local/bin/', path));
    const files = (nodes: NodeInput[], upgradedNodes?: NodeInput[]) =>
      migration({ nodes, upgradedNodes })._model.phase(MigrationPhase.MIXED).nodeFiles;
    expect(() => files(at('/opt/kubernetes-v1.26.15/bin/'))).toThrow('kube-controller-manager.service starts \'/opt/kubernetes-v1.26.15/bin/kube-'
      + 'controller-manager\', which says 1.26.15, and this side is 1.27.16; start it by a path that is the same for every release');
    expect(() => files(at('/opt/1.26/'))).toThrow('which says 1.26, and this side is 1.27.16');
    expect(() => files(at('/opt/1.26/'), at('/opt/1.27/'))).not.toThrow();
    expect(() => files(at('/opt/11.26.15.3/'))).not.toThrow();
  });

  it.each<[string, Partial<MigrationProps>, string]>([
    ['its release is not said', { fromVersion: undefined }, 'does not say which release that is; give it as `fromVersion`'],
    ['a shell starts it', {
      nodes: withFile(UNIT, text => text.replace(/ExecStart=.*/, 'ExecStart=/bin/sh -c "exec kube-controller-manager $KCM_ARGS"')),
    }, 'what kube-controller-manager.service starts is not known: '],
    ['the file with its flags is not handed in', {
      nodes: unitNodes().map((node): NodeInput => {
        const { '/etc/kubernetes/kcm.env': _, ...files } = node.files;
        return { ...node, files };
      }),
    }, 'kube-controller-manager.service:6: what kube-controller-manager.service starts is not known: /etc/kubernetes/kcm.env, which is not in '
      + 'the input, may define KCM_ARGS'],
    ['a drop-in that comes later sets its command line', {
      nodes: unitNodes().map(node => (node.role === NodeRole.WORKER ? node
        : { ...node, files: { ...node.files, [`${UNIT}.d/99-own.conf`]: '[Service]\nExecStart=\nExecStart=/bin/kube-controller-manager --v=1\n' } })),
    },
    'kube-controller-manager.service.d/99-own.conf:3: sets ExecStart= after \'90-ccm-migration.conf\''],
    ['a static pod runs it too', {
      nodes: unitNodes().map((node, index) => ({ ...kubeadmNodes()[index], files: { ...kubeadmNodes()[index].files, ...node.files } })),
    }, 'runs kube-apiserver as the static pod \'/etc/kubernetes/manifests/kube-apiserver.yaml\' and as \'kube-apiserver.service\'; hand in the one'],
    ['a static pod runs it before the upgrade', { nodes: kubeadmNodes(), upgradedNodes: unitNodes() },
      'hand in the one that runs, the same in `nodes` and in `upgradedNodes`'],
    ['a static pod runs it after the upgrade', { nodes: unitNodes(), upgradedNodes: kubeadmNodes() },
      'hand in the one that runs, the same in `nodes` and in `upgradedNodes`'],
    ['two units run it', {
      nodes: unitNodes().map(node => (node.role === NodeRole.WORKER ? node
        : { ...node, files: { ...node.files, '/etc/systemd/system/kcm.service': '[Service]\nExecStart=/usr/bin/kube-controller-manager --v=1\n' } })),
    },
    'as \'kcm.service\' and as \'kube-controller-manager.service\'; keep the one that runs'],
  ])('is refused where %s', (_, props, message) => {
    expect(() => migration(props)).toThrow(message);
  });
});
