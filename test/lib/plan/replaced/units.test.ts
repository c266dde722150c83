/** A control plane of units of systemd whose nodes are replaced: the API knows neither their names before nor their components after. */
import { parse } from 'yaml';
import { ALL, replacedFiles } from './replaced-app';
import { dropInOf } from '../../../../src/lib/migration/unit-component';
import { allOnRelease } from '../../../../src/lib/plan/actions/components';
import { restartUnit } from '../../../../src/lib/plan/actions/units';
import { byHand } from '../../../../src/lib/plan/render/by-hand';
import { renderJson } from '../../../../src/lib/plan/render/json';
import { renderMarkdown } from '../../../../src/lib/plan/render/markdown';
import { verify } from '../../../../src/lib/verify/verify';
import { unitNodes } from '../../../unit-nodes';
import { migrationOf } from '../app-fixture';
import { allGiven, everyAction, ids, planned } from '../plans';

const FILES = replacedFiles({ nodes: unitNodes() });
const KCM = 'kube-controller-manager';
const folder = (phase: string, side: string) => `nodes/${phase}/control-plane-${side}/control-plane`;
const SERVER = '/etc/systemd/system/kube-apiserver.service';

interface UserData {
  readonly write_files: readonly { readonly path: string; readonly content: string }[];
  readonly runcmd: readonly (readonly string[])[];
}

describe('a control plane of units whose nodes are replaced', () => {
  it('has units without what belongs to one node, and drop-ins with the command line of each side', () => {
    const [n, young] = ['n', 'n-plus-1'].map(side => (path: string) => FILES.get(`${folder('mixed', side)}${path}`));
    expect(unitNodes()[0].files[SERVER]).toContain('--advertise-address=');
    for (const side of [n, young]) expect(side(SERVER)).toMatch(/^ExecStart=\/usr\/local\/bin\/kube-apiserver --(?!.*advertise-address)/m);
    expect(n(dropInOf(KCM))).toContain('--enable-leader-migration=true');
    expect(young(dropInOf(KCM))).toContain('--cloud-provider=external');
    expect(young(dropInOf('kube-apiserver'))).toContain('kube-apiserver');
  });

  it('takes that address off lines of its own, also the last one, and out of variables, and names one of IPv6', () => {
    const edited = (edit: (text: string) => string) => unitNodes().map(node => SERVER in node.files
      ? { ...node, files: { ...node.files, [SERVER]: edit(node.files[SERVER]) } } : node);
    const unitOf = (edit: (text: string) => string) => replacedFiles({ nodes: edited(edit) }).get(`${folder('n', 'n')}${SERVER}`)!;
    const lines = unitOf(text => text.replaceAll(' --', ' \\\n  --'));
    expect(lines).not.toContain('advertise');
    expect(lines).toMatch(/kube-apiserver \\\n {2}--/);
    expect(unitOf(text => text.replace(/ --advertise-address=(\S+)(.*)/, '$2 --advertise-address $1'))).not.toContain('advertise');
    expect(unitOf(text => text.replace(/ --advertise-address=(\S+)/, ' $$ADDRESS')
      .replace('[Service]', '[Service]\nEnvironment="ADDRESS=--advertise-address=10.0.1.10"'))).toContain('Environment="ADDRESS="');
    const of6 = edited(text => text.replace(/--advertise-address=\S+/, '--advertise-address=fd00::1'));
    expect(() => migrationOf({ nodes: of6, nodeReplacement: ALL })).toThrow(/kube-apiserver\.service:\d+: 'fd00::1' is a value of one node alone/);
  });

  it('is started by user data that has systemd read its units again', () => {
    const { write_files: rows, runcmd } = parse(FILES.get(`${folder('mixed', 'n-plus-1')}/user-data.yaml`)!) as UserData;
    expect(rows.map(({ path }) => path)).toEqual(expect.arrayContaining([SERVER, dropInOf(KCM)]));
    const units = ['kube-apiserver.service', 'kube-controller-manager.service', 'kube-scheduler.service'];
    expect(runcmd).toEqual([['systemctl', 'daemon-reload'], ['systemctl', 'enable', ...units], ['systemctl', 'restart', ...units]]);
  });

  it('is proven by verify in each phase', () => {
    for (const phase of ['n', 'mixed', 'n-plus-1', 'disabled']) {
      const under = (top: string) => ({
        name: top,
        files: new Map([...FILES].filter(([path]) => path.startsWith(`${top}/`)).map(([path, text]) => [path.slice(top.length + 1), { text }])),
      });
      const directories = [under(`nodes/${phase}`), under(`dist/${phase}`)].filter(({ files }) => files.size > 0);
      const { exclusivity, liveness } = verify({ directories });
      expect([phase, exclusivity.verdict, liveness.verdict]).toEqual([phase, 'holds', 'holds']);
    }
  });

  it('has the same turns as static pods, there and back, and restarts no unit', () => {
    for (const [from, to] of [['n', 'n-plus-1'], ['n-plus-1', 'n']] as const) {
      const plan = planned(from, to, FILES);
      expect(ids(plan)).toEqual(ids(planned(from, to, replacedFiles())));
      expect(allGiven(everyAction(plan), restartUnit)).toEqual([]);
    }
    expect(allGiven(everyAction(planned('n-plus-1', 'n', FILES)), allOnRelease)).toEqual([{ release: '1.26.15', unit: KCM }]);
    // Into phase `n` the units of the nodes that are there are restarted.
    expect(allGiven(everyAction(planned('not-started', 'n', FILES)), restartUnit).map(({ unit }) => unit)).toContain(KCM);
  });

  it('says in plan.json which flags and units a node that joins has, and where they answer', () => {
    const { groups } = JSON.parse(renderJson({ plan: planned('n', 'n-plus-1', FILES) })) as {
      groups: { 'control-plane': { etcd: string; sides: Record<string, { flags: Record<string, string[]>; units: object }> } };
    };
    const { etcd, sides } = groups['control-plane'];
    // Its API server asks etcd at 127.0.0.1: each node has a member.
    expect(etcd).toBe('stacked');
    expect(sides['n-plus-1'].units).toEqual({
      'kube-apiserver': { unit: 'kube-apiserver', port: '6443', path: 'readyz' },
      [KCM]: { unit: KCM, port: '10257', path: 'healthz' },
      'kube-scheduler': { unit: 'kube-scheduler', port: '10259', path: 'healthz' },
    });
    expect(sides.n.flags[KCM]).toEqual(expect.arrayContaining(['--cloud-provider=aws', '--enable-leader-migration=true']));
    expect(sides['n-plus-1'].flags[KCM]).toContain('--cloud-provider=external');
    // Also of one without a drop-in.
    expect(sides.n.flags['kube-apiserver']).toContain('--cloud-provider=aws');
    expect(sides.n.flags['kube-scheduler'].length).toBeGreaterThan(0);
  });

  it('says by which command its nodes are asked, in the runbook and by hand', () => {
    const plan = planned('n', 'n-plus-1', FILES);
    expect(renderMarkdown({ plan })).toContain('`on_node`, which has a shell of `{node}` run, as root, what it gets on standard input');
    const text = byHand(plan, '..');
    expect(text).toContain(`on "systemctl is-active ${KCM} && ps -ww -o args= \\$(systemctl show -p MainPID --value ${KCM})`);
    expect(text).not.toContain(`kubectl get pod -n kube-system "${KCM}-$NODE"`);
    expect(byHand(planned('n-plus-1', 'n', FILES), '..'))
      .toMatch(/yourself "on each control-plane node: \/proc\/.*\/exe --version says Kubernetes v1\.26\.15"/);
    expect(renderMarkdown({ plan: planned('n', 'n-plus-1', replacedFiles()) })).not.toContain('on_node');
  });
});
