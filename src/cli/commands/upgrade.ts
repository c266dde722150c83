import { Option } from 'commander';
import type { Command } from 'commander';
import { readInputs, sayingInput } from './verify/read-inputs';
import { buildModel } from '../../lib/read/build-model';
import { CcmUpgrade, ccmUpgrade, UpgradedCluster } from '../../lib/upgrade/ccm-upgrade';
import { renderUpgradeJson, renderUpgradeMarkdown, renderUpgradeText } from '../../lib/upgrade/render';
import { apiServers, ccms } from '../../lib/view/ask';
import { Model } from '../../lib/view/model';
import { CliCommand } from '../command';
import { ExitCode, InputError, Io } from '../io';
import { unreadReleaseOption } from '../unread-release';

type Format = 'text' | 'json' | 'markdown';

interface UpgradeFlags {
  readonly from?: string;
  readonly to: string;
  readonly format: Format;
  readonly unreadRelease?: boolean;
}

const RENDERERS: Readonly<Record<Format, (upgrade: CcmUpgrade) => string>> = {
  text: renderUpgradeText, json: renderUpgradeJson, markdown: renderUpgradeMarkdown,
};

const NOTES = `
Without input it says what differs between two releases. With the cluster as input (folders of nodes and of manifests, or - for the
JSON of kubectl get ... -o json), --from is the release that runs there, and its Services and API servers are looked at one by one.
With --from the input may be Services alone.

Exit code: 0 nothing stands in the way; 1 a Service is refused, the version skew is not supported, or the release has a known fault; 2 bad
usage.`;

/** `ccm-migration upgrade [input...] --to <release>`. */
export const upgradeCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('upgrade')
      .description('Say what changes from one release of the AWS cloud-controller-manager to another.')
      .argument('[input...]', 'the cluster, as for verify')
      .option('--from <release>', 'release that runs now, such as v1.35.2; default: that of the input')
      .requiredOption('--to <release>', 'release to go to')
      .addOption(unreadReleaseOption())
      .addOption(new Option('--format <format>', 'how it is written').choices(Object.keys(RENDERERS)).default('text'))
      .addHelpText('after', NOTES)
      .action((inputs: string[], flags: UpgradeFlags) => finish(run(inputs, flags, io)));
  },
};

async function run(inputs: readonly string[], flags: UpgradeFlags, io: Io): Promise<ExitCode> {
  const mayHoldNone = flags.from !== undefined;
  const model = inputs.length === 0 ? undefined : await sayingInput(async () => buildModel({ ...(await readInputs(inputs, io)).built, mayHoldNone }));
  const from = flags.from ?? runningIn(model);
  const cluster = model ? clusterOf(model) : { apiServers: [], cloudRoutes: false };
  const upgrade = usage(() => ccmUpgrade(from, flags.to, cluster, flags.unreadRelease));
  io.out(RENDERERS[flags.format](upgrade));
  return upgrade.isHindered ? ExitCode.FINDING : ExitCode.OK;
}

/** The release of the input. */
function runningIn(model: Model | undefined): string {
  if (model === undefined) throw new InputError('--from is missing: give the release that runs now, or the cluster as input');
  const found = [...new Set(ccms(model).flatMap(({ awsRelease }) => awsRelease ?? []))];
  if (found.length === 1) return found[0];
  throw new InputError(found.length === 0 ? 'the input has no AWS cloud-controller-manager of a release that is known; give --from'
    : `the input has AWS cloud-controller-managers of ${found.sort().join(', ')}; give the one that is upgraded as --from`);
}

function clusterOf(model: Model): UpgradedCluster {
  const versions = apiServers(model).flatMap(({ version }) => version ?? []);
  return {
    services: model.objects.flatMap(({ name, namespace = 'default', loadBalancer }) =>
      loadBalancer ? [{ name: `${namespace}/${name}`, service: loadBalancer }] : []),
    apiServers: [...new Map(versions.map(version => [version.minor, version])).values()],
    cloudRoutes: ccms(model).some(({ process }) => process?.controllers.get('route')?.presence === 'enabled'),
  };
}

function usage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InputError((error as Error).message);
  }
}
