import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment } from './python';
import { ansible } from '../ansible/ansible';
import { describeNeeding } from '../needs';

jest.setTimeout(600_000);

const ABSENT = ['etcd', 'etcdctl'].filter(program => spawnSync(program, ['version']).error !== undefined);
const missing = ansible().missing ?? (ABSENT.length === 0 ? undefined : `${ABSENT.join(' and ')} not found`);
const TESTS = [...readFileSync(join(__dirname, 'real_etcd.py'), 'utf8').matchAll(/^ {4}def (test_\w+)\(/gm)].map(([, name]) => name);

/** What a test says where it fails; each waits for etcd most of its time. */
async function failureOf(name: string): Promise<string> {
  try {
    const run = promisify(execFile)(join(ansible().bin!, 'python'), ['-m', 'unittest', '-b', `real_etcd.Members.${name}`], environment());
    return /^Ran 1 test in /m.test((await run).stderr) ? '' : 'did not run';
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

describeNeeding('membership of nodes that are replaced', missing, 'REQUIRE_UPSTREAM', () => {
  it('is that of a real etcd, whose quorum no action takes away', async () => {
    expect(TESTS).toHaveLength(8);
    const failures: string[] = [];
    const left = [...TESTS];
    // Four at a time, of up to five processes each.
    await Promise.all(Array.from({ length: 4 }, async () => {
      for (let name = left.shift(); name !== undefined; name = left.shift()) {
        const said = await failureOf(name);
        if (said !== '') failures.push(`${name}: ${said}`);
      }
    }));
    expect(failures).toStrictEqual([]);
  });
});
