import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  EbsVolumes, KubernetesVersion, Migration, MigrationPlan, MigrationPlanProps, MigrationStrategy, NodeFolder,
  PlanState,
} from '../../src';
import { main } from '../../src/cli/main';
import { ioIn } from '../cli/simulated-project';
import { readTree, writeTree } from '../golden';
import { keptInPhases, steadyFiles, withoutNodeFiles } from '../lib/plan/app-fixture';

const EXAMPLE = resolve(__dirname, '..', '..', 'examples', 'kubeadm');
const NODES = NodeFolder.read(join(EXAMPLE, 'input'));

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'migration-plan-'));
  for (const part of ['dist', 'nodes', 'bundles/kubeadm']) cpSync(join(EXAMPLE, part), join(root, part), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function planOf(props: Partial<MigrationPlanProps> = {}, strategy?: MigrationStrategy): MigrationPlan {
  const migration = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes: NODES, strategy });
  return new MigrationPlan({ migration, appDir: root, ...props });
}

describe('MigrationPlan', () => {
  it('is the same where the phases are kept beside what is applied, but for the paths', () => {
    const kept = join(root, 'kept');
    writeTree(keptInPhases(new Map(['dist', 'nodes', 'bundles/kubeadm'].flatMap(part =>
      [...readTree(join(root, part))].map(([path, text]) => [`${part}/${path}`, text] as const)))), kept);
    const files = (name: string, appDir: string) => {
      planOf({ appDir }).write(join(root, name));
      return readTree(join(root, name));
    };
    const [before, now] = [files('plan-before', root), files('plan-kept', kept)];
    expect([...now.keys()]).toEqual([...before.keys()]);
    expect(now.get('plan.json')).toContain('phases/mixed/30-ccm.k8s.yaml');
    const withoutSums = (text: string) => text.replace(/\b(?:[0-9a-f]{64}|[0-9a-f]{12})\b/g, 'sum');
    const [old, young] = [before, now].map(plan => withoutSums(plan.get('plan.json')!.replaceAll('dist/', 'phases/')));
    expect(young.replaceAll('../kept', '..')).toBe(old);
  });

  it('goes from before the migration to the last phase from which there is a way back, unless told otherwise', () => {
    expect(planOf().steps[0]).toBe('Grant access to the migration Lease');
    expect(planOf().steps).toEqual(planOf({ from: PlanState.NOT_STARTED, to: PlanState.N_PLUS_1 }).steps);
    expect(planOf({ from: PlanState.N }).steps.length).toBeLessThan(planOf().steps.length);
  });

  describe('upgrades the cloud-controller-manager from what was synthesized before', () => {
    const upgradeOf = (props: Partial<MigrationPlanProps> = {}) => {
      for (const [name, release] of [['before', 'v1.36.1'], ['now', 'v1.37.0']] as const) writeTree(steadyFiles(release), join(root, 'steady', name));
      return planOf({ appDir: join(root, 'steady', 'now'), upgradeFrom: join(root, 'steady', 'before'), ...props });
    };

    it('with the plan of the command line', async () => {
      const plan = upgradeOf();
      expect(plan.steps[3]).toBe('Roll the cloud-controller-manager v1.37.0');
      plan.write(join(root, 'steady', 'now', 'bundles', 'plan'));
      const io = ioIn(join(root, 'steady'));
      expect(await main(['plan', 'now', '--upgrade-from', 'before', '--output', 'now/bundles/other'], io)).toBe(0);
      const [ofConstruct, ofCommand] = ['plan', 'other'].map(name => readTree(join(root, 'steady', 'now', 'bundles', name)));
      expect(ofConstruct).toEqual(ofCommand);
      expect(ofConstruct.size).toBeGreaterThan(10);
      expect([...ofConstruct.keys()]).not.toContain('report.md');
    });

    it('over several releases, with the plan of the command line', async () => {
      const way = [['old', 'v1.35.2', '1.35.6'], ['middle', 'v1.36.1', '1.36.4'], ['now', 'v1.37.0', '1.37.1']] as const;
      for (const [folder, ccm, kubernetes] of way) writeTree(withoutNodeFiles(steadyFiles(ccm), kubernetes), join(root, 'chain', folder));
      const [upgradeFrom, middle, appDir] = way.map(([folder]) => join(root, 'chain', folder));
      planOf({ appDir, upgradeFrom, upgradeVia: [middle] }).write(join(appDir, 'bundles', 'plan'));
      const io = ioIn(join(root, 'chain'));
      expect(await main(['plan', 'now', '--upgrade-from', 'old', '--upgrade-from', 'middle', '--output', 'now/bundles/other'], io)).toBe(0);
      const [ofConstruct, ofCommand] = ['plan', 'other'].map(name => readTree(join(appDir, 'bundles', name)));
      expect(ofConstruct).toEqual(ofCommand);
      expect(ofConstruct.get('plan.json')).toContain('"disabled-hop-1"');
      expect(() => planOf({ appDir, upgradeVia: [middle] })).toThrow('upgradeVia has no meaning without upgradeFrom, the folder that the way begins');
      expect(() => planOf({ appDir, upgradeFrom, upgradeVia: [middle, 'nowhere'] })).toThrow("upgradeVia[1] is 'nowhere', where there is no folder");
    });

    it('with the same steps where either keeps its phases beside what is applied', () => {
      const { steps } = upgradeOf();
      for (const [name, release] of [['kept-before', 'v1.36.1'], ['kept', 'v1.37.0']] as const) {
        writeTree(keptInPhases(steadyFiles(release)), join(root, 'steady', name));
      }
      const [now, before] = ['kept', 'kept-before'].map(name => join(root, 'steady', name));
      for (const props of [{ appDir: now }, { upgradeFrom: before }, { appDir: now, upgradeFrom: before }]) {
        expect(upgradeOf(props).steps).toEqual(steps);
      }
    });

    it('and refuses what upgrade says no to, unless a file accepts it', () => {
      const back = (accepted?: string) => planOf({
        appDir: join(root, 'steady', 'old'), upgradeFrom: join(root, 'steady', 'now'), ...accepted !== undefined && { accepted },
      });
      for (const [name, release] of [['old', 'v1.35.2'], ['now', 'v1.37.0']] as const) writeTree(steadyFiles(release), join(root, 'steady', name));
      expect(() => back()).toThrow('and this one is 2; v1.37.0 to v1.35.2 is one roll over several minors');
      const file = join(root, 'steady', 'accepted.yaml');
      writeFileSync(file, 'accepted:\n- {rule: version-skew, reason: x, until: "2020-01-31"}\n- {rule: ccm-upgrade-skips-minors, reason: y}\n');
      const folder = join(root, 'steady', 'old', 'bundles', 'plan');
      back(file).write(folder);
      expect(readFileSync(join(folder, 'runbook.md'), 'utf8')).toContain('`version-skew`, accepted until 2020-01-31');
    });

    it.each<[string, Partial<MigrationPlanProps>, string]>([
      ['a file of accepted findings that is not there', { accepted: 'nowhere' }, "accepted is 'nowhere', where there is no file; give a file of"],
      ['a state', { to: PlanState.DISABLED }, "to has no meaning with upgradeFrom, which stays in phase 'disabled'; leave it out"],
      ['volumes', { volumes: EbsVolumes.NONE }, 'volumes has no meaning with upgradeFrom'],
      ['a folder that is not there', { upgradeFrom: 'nowhere' }, "upgradeFrom is 'nowhere', where there is no folder; give that of the app"],
    ])('fails for %s', (_, props, message) => {
      expect(() => upgradeOf(props)).toThrow(message);
    });
  });

  it('releases the Lease where the strategy asks for it', () => {
    const text = (strategy?: MigrationStrategy) => {
      const folder = join(root, 'bundles', strategy ? 'releasing' : 'plain');
      planOf({ from: PlanState.N }, strategy).write(folder);
      return readFileSync(join(folder, 'runbook.md'), 'utf8');
    };
    expect(text()).not.toContain('## Releasing the migration Lease');
    expect(text(MigrationStrategy.leaderMigration({ releaseLease: true }))).toContain('## Releasing the migration Lease');
  });

  describe('checks the EBS CSI driver where pods use EBS volumes', () => {
    const driverChecks = (volumes?: EbsVolumes) => {
      const folder = join(root, 'bundles', `volumes-${volumes}`);
      planOf({ from: PlanState.N, volumes }).write(folder);
      const { kinds } = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as {
        readonly kinds: Readonly<Record<string, { readonly proof: readonly { readonly nodes?: unknown }[] }>>;
      };
      return Object.entries(kinds).filter(([name]) => name.includes('ebs-csi')).map(([name, { proof: [{ nodes }] }]) => [name.split('/')[1], nodes]);
    };
    it.each([
      [undefined, [['ebs-csi-driver', 'all'], ['ebs-csi-migration', 'all']]],
      [EbsVolumes.ALL_NODES, [['ebs-csi-driver', 'all'], ['ebs-csi-migration', 'all']]],
      [EbsVolumes.WORKERS, [['ebs-csi-driver', 'workers'], ['ebs-csi-migration', 'all']]],
      [EbsVolumes.NONE, []],
    ])('volumes %s', (volumes, expected) => {
      expect(driverChecks(volumes)).toEqual(expected);
    });

    it('fails for nodes that plain JavaScript makes up', () => {
      expect(() => planOf({ volumes: 'some' as EbsVolumes })).toThrow('volumes is "some", which says no nodes; accepted: \'all-nodes\', '
        + '\'workers\', \'none\' (EbsVolumes)');
    });
  });

  it('writes a report without differences, which the change under review has, and with the options of the plan', () => {
    const folder = join(root, 'bundles', 'reported');
    planOf({ from: PlanState.N, volumes: EbsVolumes.WORKERS }).write(folder);
    const text = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(text.split('\n')[0]).toBe('# May go: migration `n` → `n-plus-1` of prod-eu');
    expect(text).toMatch(/^\*\*n → mixed\*\*: objects: \d+ added[^]*^\*\*mixed → n-plus-1\*\*: /m);
    expect(text).toContain('`ccm-migration plan <app-dir> --from n --to mixed --volumes workers --output <dir>`');
    expect(text).not.toContain('```diff');
    const plan = readFileSync(join(folder, 'plan.json'), 'utf8');
    expect(text.split('\n').length).toBeLessThan(plan.split('\n').length / 4);
  });

  it('writes the same bytes again, and removes what an earlier plan wrote', () => {
    const folder = join(root, 'bundles', 'again');
    planOf().write(folder);
    const first = readdirSync(folder, { recursive: true }).map(String).sort();
    const bytes = readFileSync(join(folder, 'plan.json'), 'utf8');
    planOf({ from: PlanState.N_PLUS_1, to: PlanState.DISABLED }).write(folder);
    expect(readFileSync(join(folder, 'plan.json'), 'utf8')).not.toBe(bytes);
    planOf().write(folder);
    expect(readFileSync(join(folder, 'plan.json'), 'utf8')).toBe(bytes);
    expect(readdirSync(folder, { recursive: true }).map(String).sort()).toEqual(first);
  });

  it('fails with the counter-example for a step that is not safe', () => {
    expect(() => planOf({ from: PlanState.N, to: PlanState.DISABLED })).toThrow(
      /refused: the plan from 'n' to 'disabled' is not safe[^]*no lock in common/,
    );
  });

  it('fails for a phase that was not written, and for another cluster', () => {
    expect(() => planOf({ appDir: join(root, 'nodes') })).toThrow('no phase is written here');
    const other = new Migration({ clusterId: 'prod-us', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') });
    expect(() => planOf({ migration: other })).toThrow("'prod-us'");
  });
});
