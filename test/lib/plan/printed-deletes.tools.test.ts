import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteLease, deleteObject } from '../../../src/lib/plan/commands';
import { BACKUP_DIR } from '../../../src/lib/plan/object-copies';
import { PlanCommand } from '../../../src/lib/plan/step';

const LEASE = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace: 'kube-system', name: 'mine' };
const ROLE = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', namespace: 'kube-system', name: 'mine' };

interface Pasted {
  /** What kubectl was asked, line by line. */
  readonly asked: string;
  readonly status: number | null;
  readonly copies: readonly string[];
}

/** What comes of it when someone pastes the command, and reads of kubectl print this and end so. */
function pasted(command: PlanCommand, said: string, status: number): Pasted {
  const folder = mkdtempSync(join(tmpdir(), 'ccm-printed-'));
  try {
    const isOf = '[ "$2" != namespace ] || exec echo u-1';
    const lines = ['#!/bin/sh', isOf, `echo "$*" >> '${folder}/log'`, '[ "$1" = get ] || exit 0', `printf '%s' '${said}'`, `exit ${status}`];
    writeFileSync(join(folder, 'kubectl'), `${lines.join('\n')}\n`);
    chmodSync(join(folder, 'kubectl'), 0o755);
    const text = command.text.replaceAll(BACKUP_DIR, join(folder, 'backup')).replaceAll('sleep', 'true');
    const ended = spawnSync('bash', ['-c', text], { env: { PATH: `${folder}:${process.env.PATH}` } });
    return { asked: readFileSync(join(folder, 'log'), 'utf8'), status: ended.status, copies: readdirSync(join(folder, 'backup/n/objects/u-1')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// A delete without a copy cannot be taken back, and one without a precondition takes a Lease from its holder.
describe('a printed delete', () => {
  const wholeLease = 'metadata:\n  resourceVersion: "7"\n';

  it.each([
    ['an object', deleteObject('n', ROLE), 'kind: Role\n'],
    ['a Lease', deleteLease('n', LEASE, 17), wholeLease],
  ])('of %s is made once it was read', (_, command, said) => {
    const { asked, status, copies } = pasted(command, said, 0);
    expect(asked).toContain('\ndelete ');
    expect([status, copies]).toEqual([0, [expect.stringMatching(/-mine\.yaml$/)]]);
  });

  // As kubectl does it with --ignore-not-found.
  it.each([
    ['an object', deleteObject('n', ROLE)],
    ['a Lease', deleteLease('n', LEASE, 17)],
  ])('of %s passes where there is nothing to delete, and leaves no copy of nothing', (_, command) => {
    const { asked, status, copies } = pasted(command, '', 0);
    expect(asked.split('\n').filter(line => line !== '' && !line.includes(' --ignore-not-found'))).toEqual([]);
    expect([status, copies]).toEqual([0, []]);
  });

  it.each([
    ['an object', deleteObject('n', ROLE), '', 1],
    ['a Lease', deleteLease('n', LEASE, 17), '', 1],
    ['a Lease that was cut off', deleteLease('n', LEASE, 17), wholeLease, 1],
    ['a Lease that says no version', deleteLease('n', LEASE, 17), 'metadata: {}\n', 0],
  ])('of %s is not made where the read failed', (_, command, said, status) => {
    const result = pasted(command, said, status);
    expect(result.asked).not.toContain('delete');
    expect(result.status).not.toBe(0);
  });
});
