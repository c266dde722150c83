import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { CloudControllerMigration } from './cloud-controller-migration';
import { LastCheck } from './last-check';
import { onceInSynth, watchSynth } from './synth-run';
import { chartsBelow, writtenManifests } from './written-manifests';
import type { Migration } from '../lib/migration/migration';
import { checkWrittenPart } from '../lib/read-back/phase-check';
import { checkedRules } from '../lib/verify/synthesis';

/** Options of a part of a migration that can be used alone. */
export interface PartOptions {
  readonly migration?: Migration;
  /** Rules whose errors do not refuse. */
  readonly unsafeIgnoreRules?: readonly string[];
  /** Whether it is a cloud-controller-manager: a cluster has one. */
  readonly isManager?: boolean;
}

/** What is kept at a part. */
interface PartMark {
  readonly ignored: readonly string[];
  readonly isManager: boolean;
}

/** Type of the metadata that a part is known by. */
const PART = 'ccm-migration:part';

/**
 * Runs every rule on what is written with a part of a migration: the objects of its App, or of its Chart where the App has several
 * cloud-controller-managers. In the App of one `CloudControllerMigration` that one does.
 *
 * @throws if one of the rules to ignore is none
 */
export function checkPart(part: Construct, { migration, unsafeIgnoreRules = [], isManager = false }: PartOptions): void {
  part.node.addMetadata(PART, { ignored: checkedRules('unsafeIgnoreRules', unsafeIgnoreRules), isManager } satisfies PartMark);
  const lastCheck = new LastCheck(part);
  const refusals = () => {
    const charts = chartsOf(part);
    const parts = charts.flatMap(chart => onceInSynth(chart, 'parts', () => chart.node.findAll().filter(node => markOf(node) !== undefined)));
    // Each sees the same: the first says it.
    if (charts.length === 0 || parts[0] !== part) return [];
    const written = writtenManifests(charts, () => true);
    const allowed = parts.flatMap(one => markOf(one)!.ignored);
    const key = JSON.stringify([written.dir, allowed, written.key]);
    return lastCheck.problems(key, () => checkWrittenPart({ migration, manifestsDir: written.dir, manifests: written.files, allowed }));
  };
  watchSynth(part);
  part.node.addValidation({ validate: () => onceInSynth(part, 'refusals', refusals) });
}

function chartsOf(part: Construct): readonly Chart[] {
  const { root } = part.node;
  const { migrations, managers } = onceInSynth(root, 'managers', () => {
    const all = root.node.findAll();
    return {
      migrations: all.filter(node => node instanceof CloudControllerMigration).length,
      managers: all.filter(node => markOf(node)?.isManager === true).length,
    };
  });
  if (migrations === 1) return [];
  return migrations > 1 || managers > 1 ? [Chart.of(part)] : chartsBelow(root);
}

function markOf({ node }: { readonly node: Construct['node'] }): PartMark | undefined {
  return node.metadata.find(({ type }) => type === PART)?.data as PartMark | undefined;
}
