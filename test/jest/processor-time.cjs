const { existsSync, readFileSync } = require('node:fs');

/** What this process has taken of its processors so far, of all its threads. */
function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const ROWS = Array.from({ length: 400 }, (_, index) => ({ name: `row-${index}`, flags: [`--v=${index}`, '--leader-elect=true'], nested: { index } }));

/**
 * Seconds of processor time of a fixed piece of work, of the kind that tests do: objects, texts, patterns, maps. It tells how fast this processor is now,
 * with all that runs beside: what a test takes is said in such loops, so that a slow or busy machine does not matter. One takes about 50 ms.
 */
function loopSeconds() {
  const start = processorSeconds();
  for (let turn = 0; turn < 50; turn += 1) {
    const rows = JSON.parse(JSON.stringify(ROWS));
    const known = new Map(rows.map(row => [row.name, row]));
    const lines = [...known.values()].flatMap(({ name, flags }) => flags.map(flag => `${name} ${flag.replace(/^--([a-z-]+)=(.*)$/, '$1: $2')}`));
    if (new Set(lines.sort().join('\n').split('\n')).size !== 2 * ROWS.length) throw new Error('the loop has lost rows');
  }
  return processorSeconds() - start;
}

/**
 * What environment.cjs has written of a run.
 *
 * @returns seconds of a loop in that run, and the loops that each test file has taken
 */
function readProcessorLog(log) {
  const rows = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(row => row.split(' ')) : [];
  const seconds = rows.filter(([kind]) => kind === 'loop').map(([, value]) => Number(value)).sort((a, b) => a - b);
  // What runs beside a part of a run makes that part dearer, and its loops too: the mean, without the twentieth at both ends.
  const usual = seconds.slice(Math.floor(seconds.length / 20), Math.ceil(seconds.length * 19 / 20));
  const loop = usual.length > 0 ? usual.reduce((sum, value) => sum + value, 0) / usual.length : loopSeconds();
  return { loop, files: new Map(rows.filter(([kind]) => kind === 'file').map(([, value, ...path]) => [path.join(' '), Number(value) / loop])) };
}

module.exports = { loopSeconds, processorSeconds, readProcessorLog };
