import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { tableReach } from '../../src/lib/facts/table-reach';
import { writeTree } from '../golden';
import { steadyFiles, withoutNodeFiles } from '../lib/plan/app-fixture';

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'ccm-plan-upgrade-')); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function plan(...args: string[]) {
  const io = ioIn(root);
  const code = await main(['plan', ...args], io);
  return { code, ...io.text };
}

describe('ccm-migration plan --upgrade-from', () => {
  it('plans the upgrade of the cloud-controller-manager from what was synthesized before', async () => {
    writeTree(steadyFiles('v1.37.0'), join(root, 'now'));
    writeTree(steadyFiles('v1.36.1'), join(root, 'before'));
    const { code, out } = await plan('now', '--upgrade-from', 'before', '--output', 'now/bundles/plan');
    expect([code, out.split('\n')[0]]).toEqual([0, expect.stringMatching(
      /^upgrade of the cloud-controller-manager v1\.36\.1 -> v1\.37\.0, Kubernetes 1\.37\.1, 3 control-plane nodes, 0 workers, 6 steps; of every/,
    )]);
    const { pinned } = JSON.parse(readFileSync(join(root, 'now', 'bundles', 'plan', 'plan.json'), 'utf8')) as { pinned: object };
    expect(Object.keys(pinned)).toEqual(['../before/dist/disabled/app.k8s.yaml', 'dist/disabled/app.k8s.yaml']);
    writeTree(steadyFiles('v1.35.2', { kubernetes: '1.36.4' }), join(root, 'old'));
    writeTree(steadyFiles('v1.37.0', { kubernetes: '1.36.4' }), join(root, 'early'));
    const refused = await plan('early', '--upgrade-from', 'old', '--output', 'early/bundles/plan');
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('what to do: Go hop by hop, as listed: API servers to 1.36, then ')]);
    expect(existsSync(join(root, 'early', 'bundles'))).toBe(false);
    writeFileSync(join(root, 'accepted.yaml'), 'accepted:\n- {rule: ccm-newer-than-api-server, reason: x, until: "2999-12-31"}\n'
      + '- {rule: ccm-upgrade-skips-minors, reason: y}\n');
    expect((await plan('early', '--upgrade-from', 'old', '--accepted', 'accepted.yaml')).code).toBe(0);
  });

  it('repeated, plans over several releases, in the order of its folders', async () => {
    const way = [['old', 'v1.35.2', '1.35.6'], ['middle', 'v1.36.1', '1.36.4'], ['now', 'v1.37.0', '1.37.1']] as const;
    for (const [folder, ccm, kubernetes] of way) writeTree(withoutNodeFiles(steadyFiles(ccm), kubernetes), join(root, folder));
    const { code, out, err } = await plan('now', '--upgrade-from', 'old', '--upgrade-from', 'middle', '--output', 'now/bundles/plan');
    expect([code, err, out.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/^wrote \d+ files to now\/bundles\/plan: read runbook\.md; /),
      expect.stringMatching(
        /^upgrade of the cloud-controller-manager v1\.35\.2 -> v1\.36\.1 -> v1\.37\.0, Kubernetes 1\.35\.6 -> 1\.37\.1, .*, 12 steps;/,
      ),
    ]);
    const runbook = readFileSync(join(root, 'now', 'bundles', 'plan', 'runbook.md'), 'utf8');
    expect(runbook).toContain('Each hop was judged as if the hops before it were done and the API servers were of the release of its row');
    expect(runbook).toMatch(/before hop 1, to v1\.36\.1: `revokes-other-rules` concerns .*; `kubectl get services -A -o json > cluster\.json`, /);
    expect(runbook).toContain('and `npx ccm-migration upgrade cluster.json --from v1.35.2 --to v1.36.1` names it where it is so');
    const written = JSON.parse(readFileSync(join(root, 'now', 'bundles', 'plan', 'plan.json'), 'utf8')) as { pinned: object };
    const printed = JSON.parse((await plan('now', '--upgrade-from', 'old', '--upgrade-from', 'middle', '--format', 'json')).out) as object;
    // The file does not change with the day of the tables.
    expect(printed).toEqual({ ...written, tables: tableReach() });
    const { pinned } = written;
    expect(Object.keys(pinned)).toEqual(['../middle/dist/disabled/app.k8s.yaml', '../old/dist/disabled/app.k8s.yaml', 'dist/disabled/app.k8s.yaml']);
    const turned = await plan('now', '--upgrade-from', 'middle', '--upgrade-from', 'old', '--output', 'now/bundles/other');
    expect([turned.code, turned.out]).toEqual([1, expect.stringMatching(/v1\.35\.2 to v1\.37\.0 is one roll over several minors/)]);
    expect(existsSync(join(root, 'now', 'bundles', 'other'))).toBe(false);
  });
});
