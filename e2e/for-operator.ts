/**
 * A simulated cluster for a person: `npx tsx e2e/for-operator.ts` starts the control plane of the scenarios at version 1.26,
   writes a plan from there to
 * N+1, and says how to play its operator. It stays until this process is interrupted.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATION } from './binaries';
import { EXIT_FAILED, EXIT_MISSING } from './exit-codes';
import { PlanState } from '../src';
import { ByHand } from './lib/by-hand';
import { Cluster } from './lib/cluster';
import { killLive } from './lib/managed-process';
import { Playbooks } from './lib/playbooks';
import { Programs } from './lib/programs';
import { requirements } from './lib/requirements';
import { shellQuote } from '../src/lib/text/shell-quote';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const { python, missing } = requirements();
  if (!python) {
    print(`cannot run: ${missing.join('; ')}`);
    return EXIT_MISSING;
  }
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-operator-'));
  chmodSync(folder, 0o711);
  const programs = new Programs();
  programs.build(Object.values(MIGRATION), print);
  const cluster = await Cluster.create({ folder, python, programs });
  try {
    await cluster.startAsBefore();
    cluster.load.start();
    const playbooks = new Playbooks(cluster, {}, print);
    const project = await playbooks.plan(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
    playbooks.reachBy(project, { ask: true });
    const { ANSIBLE_STDOUT_CALLBACK: _, ...environment } = playbooks.environment();
    const own = new ByHand(cluster, { ...environment, CLUSTER_ID: 'prod-eu' }, print).environmentOfOperator;
    const file = join(folder, 'environment.sh');
    writeFileSync(file, Object.entries(own).map(([name, value = '']) => `export ${name}=${shellQuote(value)}\n`).join(''));
    print([
      '', 'the cluster is there. In another shell:', `  . ${file}`, `  cd ${project}   # runbook.md`, '',
      'a failure: a kubelet that hangs, and heals when the file is removed:', `  touch ${join(cluster.nodes[1].root, 'run/kubelet-hung')}`, '',
      'interrupt this process to end it (Ctrl-C)',
    ].join('\n'));
    await new Promise(resolve => { for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve); });
    return 0;
  } finally {
    await cluster.load.stop().catch(() => undefined);
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.once('exit', killLive);
main().then(code => process.exit(code), error => {
  print(String(error));
  process.exit(EXIT_FAILED);
});
