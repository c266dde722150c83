import { BundleFile } from '../lib/deliver/bundle-file';
import { ComposedPhase } from '../lib/deliver/composed-phase';
import { LeaseReference } from '../lib/deliver/fleet/lease-gate';

/** What a form of delivery knows besides the phases. */
export interface BundleContext {
  readonly outdir: string;
  /** The migration Lease; undefined where the strategy takes none. */
  readonly lease?: LeaseReference;
}

/** The files of a form of delivery; nothing is written if it throws. */
export type RenderPhases = (phases: readonly ComposedPhase[], context: BundleContext) => readonly BundleFile[];
