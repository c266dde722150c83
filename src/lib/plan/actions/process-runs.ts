import { action } from '../action';
import { Endpoint, ExpectedFlags } from '../endpoint';

/**
 * A process of the node was started after its files changed, and has their flags. With its endpoint: the process that answers there was, too, by its
 * own metrics.
 */
export const processRuns = action<{
  readonly component: string;
  /** Files that it reads at its start. */
  readonly files: readonly string[];
} & ExpectedFlags & Partial<Endpoint>>({
  do: 'process-runs',
  says: 'The process runs with its files',
  on: 'node',
  programs: () => ['ps'],
  byHand: ({ component, files }) => files.length === 0 ? [] : [`runs ${files.map(file => `${component}=${file}`).join(' ')}`],
});
