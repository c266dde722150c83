import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdk8s';
import {
  CloudControllerMigration, KubernetesVersion, Migration, MigrationOutput, MigrationPhase, MigrationProps, MigrationStrategy, NodeInput, NodeRole,
} from '../../../src';
import { readDirectory } from '../../../src/files/read-directory';
import { ToDelete } from '../../../src/lib/migration/to-delete';
import { givenTo, PlanAction } from '../../../src/lib/plan/action';
import { restartUnit } from '../../../src/lib/plan/actions/units';
import { PlanStateName } from '../../../src/lib/plan/state';
import { actionsOf } from '../../../src/lib/plan/step';
import { FileContent } from '../../../src/lib/read/input/input';
import { verify } from '../../../src/lib/verify/verify';
import { readTree } from '../../golden';
import { kubeadmNodes } from '../../nodes';
import { once } from '../../once';
import { emptyFolder } from '../../scratch';
import { unitNodes } from '../../unit-nodes';
import { appFiles } from '../plan/app-fixture';
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

  it.each([['1.22.17', '1.23.17'], ['1.23.17', '1.24.17'], ['1.24.17', '1.25.16'], ['1.25.16', '1.26.15'], ['1.26.15', '1.27.16']])(
    'is proven in each phase from %s to %s, with what a unit and kubeadm-flags.env have of each side, and planned there and back', (from, to) => {
      const props = { fromVersion: KubernetesVersion.of(from), toVersion: KubernetesVersion.of(to), nodes: unitNodes() };
      for (const phase of Object.values(MigrationPhase)) {
        write(phase, props);
        const directories = ['nodes', 'dist'].map(folder => readDirectory(`${folder}/${phase}`, dir));
        const { exclusivity, liveness, findings } = verify({ directories });
        expect([phase, exclusivity.verdict, liveness.verdict, findings.filter(({ severity }) => severity === 'error')])
          .toEqual([phase, 'holds', 'holds', []]);
      }
      const files = readTree(dir);
      const node = unitNodes()[0].name;
      const of = (side: string, path: string) => files.get(`nodes/mixed/control-plane-${side}/${node}${path}`)!;
      expect([of('n', DROP_IN), of('n-plus-1', DROP_IN)])
        .toEqual([expect.stringContaining(`KubernetesVersion=${from}`), expect.stringContaining(`KubernetesVersion=${to}`)]);
      const flags = '/var/lib/kubelet/kubeadm-flags.env';
      expect(['n', 'n-plus-1'].map(side => of(side, flags).includes('--cloud-provider=external'))).toEqual([false, true]);
      for (const [a, b] of [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started']] as const) expect('plan' in planOf(files, a, b)).toBe(true);
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

  it('is planned there and back, one unit after the other, its API server first there and last back', () => {
    const files = appFiles({ nodes: unitNodes() });
    const steps = (from: PlanStateName, to: PlanStateName) => {
      const result = planOf(files, from, to);
      return 'plan' in result ? result.plan.steps.filter(({ node }) => node?.startsWith('ip-10-0-1-10.')) : [];
    };
    const restarts = (actions: readonly PlanAction[]) => actions.flatMap(one => {
      const restarted = givenTo(one, restartUnit);
      return restarted ? [`${restarted.unit} ${restarted.release} ${restarted.files.map(path => path.split('/').at(-1)).join()}`] : [];
    });
    const CONF = '90-ccm-migration.conf';
    const gone = (release: string, component: string) => `${component} ${release} ${component}.service.d`;
    const [enable, upgrade] = steps('not-started', 'n-plus-1');
    expect([enable.run, enable.undo, upgrade.run, upgrade.undo].map(restarts)).toEqual([
      [`kube-controller-manager 1.26.15 ${CONF}`],
      [gone('1.26.15', 'kube-controller-manager')],
      [`kube-apiserver 1.27.16 ${CONF}`, `kube-controller-manager 1.27.16 ${CONF}`, 'kube-scheduler 1.27.16 '],
      [gone('1.26.15', 'kube-controller-manager'), 'kube-scheduler 1.26.15 ', gone('1.26.15', 'kube-apiserver')],
    ]);
    // Without its drop-in a unit has its own command line: the folder tells when that went, and no pod is asked for.
    const [rollback, restore] = steps('n-plus-1', 'not-started');
    expect([rollback.run, rollback.undo, restore.run].map(restarts)).toEqual([
      [`kube-controller-manager 1.26.15 ${CONF}`, 'kube-scheduler 1.26.15 ', gone('1.26.15', 'kube-apiserver')],
      [gone('1.27.16', 'kube-apiserver'), gone('1.27.16', 'kube-controller-manager'), 'kube-scheduler 1.27.16 '],
      [gone('1.26.15', 'kube-controller-manager')],
    ]);
    const verbs = [enable, upgrade, rollback, restore].flatMap(actionsOf).map(({ kind }) => kind.do);
    expect(verbs.filter(verb => ['pod-runs', 'all-on-release', 'process-gone'].includes(verb))).toEqual(['process-gone', 'process-gone']);
    // Where packages have come and systemd starts a unit again before its drop-in has, nothing runs twice either.
    const plan = planOf(files, 'n', 'mixed');
    const { verdict, coexists } = ('plan' in plan ? plan.plan.steps : []).find(({ id }) => id === 'upgrade')!;
    expect([verdict.exclusivity, verdict.liveness]).toEqual([true, true]);
    expect(coexists.filter(one => one.includes('with the program of'))).toEqual([
      'node of version N, with the program of 1.27.16: KCM 1.27, with Leader Migration (Lease cloud-provider-extraction-migration)',
      'node of version N+1, with the program of 1.26.15: KCM 1.26, `--cloud-provider=external`, without Leader Migration',
    ]);
    // Packages come before the first unit starts again there, and with the kubelet, which is the first one back.
    const order = (actions: readonly PlanAction[]) => actions.map(({ kind }) => kind.do).filter(verb => /upgrade-node|restart/.test(verb));
    expect(order(upgrade.run)).toEqual(['node/upgrade-node', 'restart-unit', 'restart-unit', 'restart-unit', 'node/restart-kubelet']);
    expect(order(rollback.run)).toEqual(['node/upgrade-node', 'node/restart-kubelet', 'restart-unit', 'restart-unit', 'restart-unit']);
  });

  it.each<[string, Partial<MigrationProps>, string]>([
    ['with another strategy', { strategy: MigrationStrategy.downtime() }, 'a plan changes them with strategy \'leader-migration\' alone, got '
      + '\'downtime\'; for \'downtime\', hand in the command line of kube-controller-manager as the manifest of a static pod'],
    ['where nodes call them differently', {
      nodes: unitNodes().map((node, index) => (index > 0 ? node : {
        ...node, files: Object.fromEntries(Object.entries(node.files).map(([path, text]) => [path.replace('scheduler.service', 's.service'), text])),
      })),
    }, 'and the steps of a plan are the same for each node; run it the same way on all of them'],
  ])('is not planned %s', (_, props, message) => {
    expect(() => planOf(appFiles({ nodes: unitNodes(), ...props }), 'n', 'n-plus-1')).toThrow(message);
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
