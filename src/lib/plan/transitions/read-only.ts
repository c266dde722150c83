import { Coexistence } from '../coexistence';
import { NO_GAP } from '../gap';

/** What a step is unless it says more: it changes nothing, waits for nothing, and leaves no controller without a runner. */
export function readOnly(coexistence: Coexistence) {
  return { changes: [], before: [], run: [], undo: [], proof: [], waitFor: 'nothing', atMostSeconds: 0, coexistence, gap: NO_GAP };
}
