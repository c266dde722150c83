import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SimulatedProject } from '../../test/cli/simulated-project';

/**
 * What the playbooks of a plan take for each worker, in the simulated cluster: `npx tsx scripts/worker-times/main.ts 50 200`. Processor time is that
 * of Ansible with all that it starts on the operator's machine; programs of the simulated nodes and of the simulated API are of another process.
 */
interface Times {
  readonly own: number;
  readonly children: number;
  readonly rows: readonly Row[];
}

interface Row {
  readonly play: string;
  readonly task: string;
  readonly times: number;
  readonly seconds: number;
  readonly processor: number;
}

async function timesOf(workers: number): Promise<void> {
  const cluster = await (await SimulatedProject.ofManyWorkers(workers)).plan('mixed', 'n-plus-1');
  try {
    const file = join(cluster.root, 'times.json');
    const run = await cluster.run('migrate', process.env.WORKER_SHARE === undefined ? [] : ['-e', `worker_share=${process.env.WORKER_SHARE}`], {
      ANSIBLE_CALLBACK_PLUGINS: join(__dirname, 'callback'), ANSIBLE_CALLBACKS_ENABLED: 'times', WORKER_TIMES: file,
    });
    if (run.status !== 0) throw new Error(run.said.slice(-5000));
    const { own, children, rows } = JSON.parse(readFileSync(file, 'utf8')) as Times;
    const ofWorkers = rows.filter(({ play }) => play === 'Workers');
    const sum = (of: readonly Row[], what: 'seconds' | 'processor') => of.reduce((all, row) => all + row[what], 0);
    const each = (seconds: number) => (seconds / workers).toFixed(2);
    console.log(`${workers} workers: ${(own + children).toFixed(0)} s of processor time, of workers ${sum(ofWorkers, 'processor').toFixed(0)} s, `
      + `${each(sum(ofWorkers, 'processor'))} s each; ${sum(rows, 'seconds').toFixed(0)} s, of workers ${each(sum(ofWorkers, 'seconds'))} s each`);
    for (const row of [...ofWorkers].sort((one, other) => other.seconds - one.seconds).slice(0, 30)) {
      console.log(`  ${row.seconds.toFixed(1).padStart(7)} s ${row.processor.toFixed(1).padStart(7)} s ${String(row.times).padStart(5)} ${row.task}`);
    }
  } finally {
    cluster.destroy();
  }
}

async function main(): Promise<void> {
  for (const workers of process.argv.slice(2).map(Number)) await timesOf(workers);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
