import Table from 'cli-table3';
import { Measured } from './spread';

/** One object, for machines. */
export function json(figures: readonly Measured[]): string {
  return JSON.stringify(Object.fromEntries(figures.map(({ name, value, atMost, isMet, unit = 'ratio', runs, here, onThisMachine }) => [name, {
    value: rounded(value),
    goal: `<= ${atMost}`,
    met: isMet,
    unit,
    runs: runs.map(rounded),
    spread: { min: rounded(Math.min(...runs)), median: rounded(value), max: rounded(Math.max(...runs)) },
    ...onThisMachine !== undefined && { onThisMachine: { value: rounded(onThisMachine), unit: here } },
  }])), undefined, 2);
}

/** For terminals. */
export function table(figures: readonly Measured[]): string {
  const rows = new Table({ head: ['name', 'value', 'runs', 'goal', 'met', 'here', 'what'], style: { head: [], border: [] } });
  for (const { name, value, runs, atMost, isMet, about, here, onThisMachine } of figures) {
    const absolute = onThisMachine === undefined ? '' : `${rounded(onThisMachine)} ${here}`;
    rows.push([
      name, rounded(value), `${rounded(Math.min(...runs))} to ${rounded(Math.max(...runs))}`, `<= ${atMost}`, isMet ? 'yes' : 'NO', absolute, about,
    ]);
  }
  return rows.toString();
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
