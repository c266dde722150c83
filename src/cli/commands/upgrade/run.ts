import { buildModel } from '../../../lib/read/build-model';
import { CcmUpgrade, ccmUpgrade } from '../../../lib/upgrade/ccm-upgrade';
import { renderUpgradeJson, renderUpgradeMarkdown, renderUpgradeText } from '../../../lib/upgrade/render';
import { UNKNOWN_CLUSTER, upgradedCluster } from '../../../lib/upgrade/upgraded-cluster';
import { awsTagOf, ccms } from '../../../lib/view/ask';
import { Model } from '../../../lib/view/model';
import { ExitCode, InputError, Io } from '../../io';
import type { UpgradeFlags } from '../upgrade';
import { readInputs, sayingInput } from '../verify/read-inputs';

const RENDERERS: Readonly<Record<UpgradeFlags['format'], (upgrade: CcmUpgrade) => string>> = {
  text: renderUpgradeText, json: renderUpgradeJson, markdown: renderUpgradeMarkdown,
};

/** Exit code 1 where something stands in the way, or may. */
export async function run(inputs: readonly string[], flags: UpgradeFlags, io: Io): Promise<ExitCode> {
  const options = { unreadRelease: flags.unreadRelease, mayHoldNone: flags.from !== undefined };
  const model = inputs.length === 0 ? undefined : await sayingInput(async () => buildModel({ ...(await readInputs(inputs, io)).built, ...options }));
  const from = flags.from ?? runningIn(model);
  const cluster = model ? upgradedCluster(model, flags.from) : UNKNOWN_CLUSTER;
  const upgrade = usage(() => ccmUpgrade(from, flags.to, cluster, flags.unreadRelease));
  io.out(RENDERERS[flags.format](upgrade));
  return upgrade.verdict === 'yes' ? ExitCode.OK : ExitCode.FINDING;
}

/** The release of the input. */
function runningIn(model: Model | undefined): string {
  if (model === undefined) throw new InputError('--from is missing: give the release that runs now, or the cluster as input');
  const found = [...new Set(ccms(model).flatMap(view => awsTagOf(view) ?? []))];
  if (found.length === 1) return found[0];
  throw new InputError(found.length === 0 ? 'the input has no AWS cloud-controller-manager of a release that is known; give --from'
    : `the input has AWS cloud-controller-managers of ${found.sort().join(', ')}; give the one that is upgraded as --from`);
}

function usage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InputError((error as Error).message);
  }
}
