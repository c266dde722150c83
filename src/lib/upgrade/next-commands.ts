import { CcmUpgrade } from './ccm-upgrade';
import { hinderedBesidesServers } from './turn-of-servers';
import { UpgradedCluster } from './upgraded-cluster';
import { awsCcmOnTheWay } from '../facts/ccm-releases';
import { parseRelease } from '../facts/since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { shellWord } from '../text/shell-quote';

/** A step of carrying an answer out. */
export interface NextCommand {
  /** What it does: a sentence without its end. */
  readonly says: string;
  readonly command: string;
}

const OUTPUT = 'bundles/plan';
const ALL_HOPS = 'plan all hops; the plan waits before each of them until you have upgraded the API servers';

/**
 * The commands that make a plan of an answer, in the folder of the app that synthesizes the cloud-controller-manager. None where something else than
 * the turn of the API servers stands in the way, for which a plan of several hops waits; and none for a downgrade, which its own plan takes back.
 */
export function nextCommands(upgrade: CcmUpgrade, { ccmNames = [], cloudRoutes }: UpgradedCluster): readonly NextCommand[] {
  const { from, steps, answer, isDowngrade } = upgrade;
  const isOnlyServers = steps.length > 1 && ![upgrade, ...upgrade.hops].some(hinderedBesidesServers);
  if (isDowngrade || (answer !== 'may-go' && !isOnlyServers)) return [];
  const folders = steps.length === 1 ? ['../before'] : [from, ...steps.slice(0, -1)].map(tag => `../v1.${minorOf(tag)}`);
  const nodes = ccmNames.includes('static pods') ? ', with its nodes as `upgradedNodes`' : '';
  const keep = (folder: string) => `mkdir ${folder} && cp -r dist nodes ${folder}`;
  return [
    {
      says: `keep what the app writes for ${from}${nodes}; without an app, ccm-migration init <folder> --cluster-id <id> --to 1.${minorOf(from)} `
        + 'makes one',
      command: keep(folders[0]),
    },
    ...steps.slice(0, -1).map((tag, index) => ({ says: synthesisOf(tag, cloudRoutes), command: `npx tsx main.ts && ${keep(folders[index + 1])}` })),
    { says: synthesisOf(steps.at(-1)!, cloudRoutes), command: 'npx tsx main.ts' },
    {
      says: steps.length === 1 ? 'plan the roll' : ALL_HOPS,
      command: `npx ccm-migration plan . ${folders.map(folder => `--upgrade-from ${folder}`).join(' ')} --output ${OUTPUT}`,
    },
  ];
}

/** The same of apps that are there. */
export function nextOfApps({ answer, isDowngrade }: CcmUpgrade, folder: string, earlier: readonly string[]): readonly NextCommand[] {
  if (answer !== 'may-go') return [];
  const from = earlier.map(one => `--upgrade-from ${shellWord(one)}`).join(' ');
  const output = shellWord(folder === '.' ? OUTPUT : `${folder.replace(/(?<!\/)\/+$/, '')}/${OUTPUT}`);
  const says = isDowngrade ? 'plan the roll to the older release' : earlier.length === 1 ? 'plan the roll' : ALL_HOPS;
  return [{ says, command: `npx ccm-migration plan ${shellWord(folder)} ${from} --output ${output}` }];
}

/** Where a release is not the one that its minor has by default, it is given. */
function synthesisOf(tag: string, cloudRoutes: boolean | undefined): string {
  const minor = `1.${minorOf(tag)}`;
  const usual = awsCcmOnTheWay(KubernetesVersion.of(minor), { cloudRoutes: cloudRoutes === true });
  return `write it for ${tag}: toVersion is the release of ${minor} that the API servers have then${usual === tag ? ''
    : `, and ccm is AwsCcm.of({ release: '${tag}' })`}`;
}

function minorOf(tag: string): number {
  return parseRelease(tag).minor;
}
