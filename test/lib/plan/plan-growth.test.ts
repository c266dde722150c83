import { resolve } from 'node:path';
import { appFiles } from './app-fixture';
import { planOf } from './plans';
import { collectionFiles } from '../../../src/files/collection';
import { planFiles } from '../../../src/lib/plan/render/files';
import { renderMarkdown } from '../../../src/lib/plan/render/markdown';
import { renderText } from '../../../src/lib/plan/render/text';
import { PlanStateName } from '../../../src/lib/plan/state';
import { readTree } from '../../golden';
import { kubeadmNodes, nodeLike } from '../../nodes';

const [FIRST, SECOND, THIRD, WORKER] = kubeadmNodes();

/** Those of the kubeadm example. */
const WAYS: [PlanStateName, PlanStateName][] = [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started'], ['n-plus-1', 'disabled']];

/** Files of the folder of a plan, beside the collection. */
function written(files: ReadonlyMap<string, string>, from: PlanStateName, to: PlanStateName): ReadonlyMap<string, string> {
  const result = planOf(files, from, to);
  if ('refused' in result) throw new Error(result.refused.reason);
  return new Map(planFiles(result.plan, '../..', collectionFiles()).map(({ path, content }) => [path, content]));
}

function bytes(files: ReadonlyMap<string, string>): number {
  return [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function lines(text: string): number {
  return text.split('\n').length - 1;
}

describe('the folder of a plan', () => {
  it.each(WAYS)(
    'of the kubeadm example from %s to %s has at most 25 files and 150 KB', (from, to) => {
      const example = resolve(__dirname, '..', '..', '..', 'examples', 'kubeadm');
      const app = ['dist', 'nodes', 'bundles/kubeadm'].flatMap(part => [...readTree(resolve(example, part))]
        .map(([path, text]): [string, string] => [`${part}/${path}`, text]));
      const files = written(new Map(app), from, to);
      expect(files.size).toBeLessThanOrEqual(25);
      expect(bytes(files)).toBeLessThanOrEqual(150_000);
    },
  );

  it('of 200 workers has at most 400 KB, and a runbook of as many lines as that of two', () => {
    const few = written(appFiles(), 'not-started', 'n-plus-1');
    const workers = Array.from({ length: 200 }, (_, index) => nodeLike(WORKER, `10-1-${Math.floor(index / 100)}-${index % 100 + 1}`));
    const many = written(appFiles({ nodes: [FIRST, SECOND, THIRD, ...workers] }), 'not-started', 'n-plus-1');
    expect(bytes(many)).toBeLessThanOrEqual(400_000);
    expect(lines(many.get('runbook.md')!)).toBe(lines(few.get('runbook.md')!));
    expect([...many.keys()]).toEqual([...few.keys()]);
  });
});

it('of one control-plane node counts in the singular', () => {
  const result = planOf(appFiles({ nodes: [FIRST] }), 'not-started', 'n-plus-1');
  expect(renderMarkdown(result)).toMatch(/: \d+ steps on 1 control-plane node \|\n.*, and 1 drain of at most /);
  expect(renderText(result)).toContain(', 1 control-plane node, 0 workers, ');
});

describe('a sixth node changes', () => {
  /** Counts, durations and sums, by file: lines that change though they do not name the node. */
  const OTHER_LINES: Readonly<Record<string, readonly RegExp[]>> = {
    'plan.json': [/^ {2}"id": "[a-z0-9-]+"$/],
    'runbook.md': [
      /^\| What \| .*: \d+ steps on \d+ control-plane nodes, one after the other, and \d+ workers, by node group \|$/,
      /^\| How long \| at most \d+ min of waiting in all, .* \d+ drains of at most /,
      /^\| No process runs the cloud controllers \| .*\(at most (?:once|\d+ times)\)/,
      // How many nodes a row is about.
      /^\| `[a-z0-9-]+\/[a-z0-9-]+` \| (?:\d+, one by one|\d+ of group \w+) \|/,
      // On how many nodes version N+1 takes something away.
      /^- named: [a-z-]+ on \d+ nodes, /,
    ],
    // The id of the plan.
    'by-hand.sh': [/^plan='[a-z0-9-]+'$/],
  };

  /** Lines of one text that are not in the other; the comma that JSON has after each row but the last is no difference. */
  function only(text: string, other: string): readonly string[] {
    const linesOf = (all: string) => all.split('\n').map(line => line.replace(/,$/, ''));
    const left = new Map<string, number>();
    for (const line of linesOf(other)) left.set(line, (left.get(line) ?? 0) + 1);
    return linesOf(text).filter(line => {
      const count = left.get(line) ?? 0;
      left.set(line, count - 1);
      return count <= 0;
    });
  }

  // Nodes are in the order of their names. The first one of the control plane is upgraded first, the last one goes back first: this is neither.
  const controlPlane = nodeLike(SECOND, '10-0-2-50');
  const worker = nodeLike(WORKER, '10-0-9-101');
  it.each(WAYS.flatMap(([from, to]) => [controlPlane, worker].map(node => ({ from, to, role: node.role, node }))))(
    'only lines that name it, and counts, durations and sums: from $from to $to, a $role node', ({ from, to, node }) => {
      const [before, after] = [appFiles(), appFiles({ nodes: [...kubeadmNodes(), node] })].map(files => written(files, from, to));
      expect([...after.keys()]).toEqual([...before.keys()]);
      let naming = 0;
      for (const [path, text] of after) {
        const changed = [...only(text, before.get(path)!), ...only(before.get(path)!, text)];
        const others = changed.filter(line => !line.includes(node.name));
        naming += changed.length - others.length;
        expect([path, others.filter(line => !OTHER_LINES[path]?.some(pattern => pattern.test(line)))]).toEqual([path, []]);
      }
      expect(naming).toBeGreaterThan(2);
    },
  );
});
