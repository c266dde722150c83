import type { Tagger } from '../../src/aws/tagger';
import { runApply, runPlan, runRemove, runVerify, TagRun } from '../../src/cli/commands/tag/actions';
import { TagFlags } from '../../src/cli/commands/tag/flags';
import { ClusterTagAction, ClusterTagSeverity } from '../../src/lib/tags/cluster-tag-plan';
import { printableLines } from '../../src/lib/text/printable';

/** What stands in tags of an account, which many may write: colours, new lines with a verdict, commands to a build server, direction marks. */
const BAD = '\u001b[2Jx\n::error::forged\r\n0 to add, 0 to keep, 0 in conflict\n##[error]y\u202ez\u200b';

const change = (action: ClusterTagAction) => ({ action, resource: BAD, resourceId: BAD, key: BAD, value: BAD, reason: BAD });
const tag = { resourceId: BAD, key: BAD, value: BAD };
const outcome = { changed: 1, failures: [{ tags: [tag], code: BAD, message: BAD }] };
const TAGGER = {
  plan: async () => ({ changes: Object.values(ClusterTagAction).map(change), warnings: [BAD] }),
  apply: async () => outcome,
  verify: async () => [{ severity: ClusterTagSeverity.ERROR, resourceId: BAD, message: BAD, ccmText: BAD, fix: BAD }],
  planRemoval: async () => ({ remove: [tag], gone: [tag], changed: [{ ...tag, now: BAD }], uncertain: [tag] }),
  remove: async () => outcome,
} as unknown as Tagger;

const ACTIONS = { plan: runPlan, apply: runApply, verify: runVerify, remove: runRemove };

describe.each(Object.entries(ACTIONS))('tag %s', (_, action) => {
  it.each(['text', 'json'] as const)('writes no text of a tag as it is, as %s', async format => {
    let said = '';
    const io = { out: (more: string) => { said += more; }, err: (more: string) => { said += more; }, isTerminal: false, cwd: '/' };
    const flags = { format, yes: true, skipConflicts: true } as unknown as TagFlags;
    await action({ tagger: TAGGER, io, flags, recordFile: 'record.json' } as TagRun);
    expect(said).toContain('forged');
    // What a terminal or a build server would take for more than text stands as an escape sequence; only our own line ends are left.
    expect(printableLines(said)).toBe(said);
    expect(said.split('\n').filter(line => /^\s*(::|##|0 to add)/.test(line))).toEqual([]);
    if (format === 'json') expect(JSON.stringify(JSON.parse(said))).toContain(JSON.stringify(BAD).slice(1, -1));
  });
});
