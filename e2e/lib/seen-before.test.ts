import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAST, LeaseTimes, writeInput } from './input';
import { Journey } from './scenario';
import { questionOf } from './seen-before';
import { synthesize } from './synth';
import { edit, KCM_MANIFEST } from './tamper';
import { MigrationStrategy } from '../../src';
import { MIGRATION } from '../binaries';
import { journeysOf } from '../scenarios/all';
import { VIOLATIONS } from '../scenarios/violations';

const folders: string[] = [];
afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true })));

/** As a run of a scenario writes it. */
function written(endpoint: string, times: LeaseTimes = FAST): string {
  const folder = mkdtempSync(join(tmpdir(), 'ccm-seen-'));
  folders.push(folder);
  writeInput(join(folder, 'input'), `[Global]\nKubernetesClusterID=prod-eu\nVPC=vpc-${endpoint}\n`, times);
  synthesize(folder, join(folder, 'input'), {});
  return folder;
}

it('names the build of each program, by the hash of what it is built from', () => {
  const [, ...builds] = questionOf(VIOLATIONS[0], '', 37).args;
  expect(builds.slice(0, Object.keys(MIGRATION).length).filter(build => !/^[a-z-]+-[\d.]+-[0-9a-f]{16}$/.test(build))).toEqual([]);
});

const asked = (folder: string) => questionOf(VIOLATIONS[0], folder, 37);

it('is the same question where only the cloud of the run is another', () => {
  expect(asked(written('127.1.1.2'))).toEqual(asked(written('127.9.9.2')));
});

it('is another one with another flag, bound, scenario or time', () => {
  const folder = written('127.1.1.2');
  const first = asked(folder);
  expect(first.files.size).toBeGreaterThan(20);
  expect(questionOf(VIOLATIONS[0], folder, 38)).not.toEqual(first);
  expect(questionOf(VIOLATIONS[1], folder, 37)).not.toEqual(first);
  expect(asked(written('127.1.1.2', { ...FAST, leaseSeconds: 9 }))).not.toEqual(first);
  edit(folder, KCM_MANIFEST, text => text.replace('--cloud-provider=aws', '--cloud-provider=external'));
  expect(asked(folder)).not.toEqual(first);
});

describe('a journey that takes the way of the playbooks', () => {
  const [rolling] = journeysOf({ quick: true, schedules: 1, kills: 1 });
  const question = (folder: string, from: Journey) => questionOf(from, folder, 37);

  it('is the same question where only the cloud of the run is another', () => {
    expect(question(written('127.1.1.2'), rolling)).toEqual(question(written('127.9.9.2'), rolling));
  });

  it('is another one where the plan is another, which stands in no file of a phase', () => {
    const folder = written('127.1.1.2');
    expect(question(folder, { ...rolling, choice: { strategy: MigrationStrategy.downtime() } }).version).not.toBe(question(folder, rolling).version);
  });
});
