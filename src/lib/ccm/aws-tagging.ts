import { AWS_CCM_TAGGING_CONTROLLER, awsCcmRelease } from '../facts/ccm-releases';

/** The tagging controller of the AWS cloud-controller-manager, which is off unless tags are given. */
export interface AwsTaggingOptions {
  /** Tags that it puts on the instance of each node. */
  readonly tags: { readonly [key: string]: string };
  /**
   * Nodes per second that it works on.
   * @default - not limited
   */
  readonly rateLimit?: number;
  /**
   * Nodes that it may work on at once beyond that rate.
   * @default - not limited
   */
  readonly burstLimit?: number;
  /**
   * Nodes that it works on side by side.
   * @default 1
   */
  readonly concurrentNodeSyncs?: number;
  /**
   * Whether it puts tags on several instances with one call.
   * @default - the release's default
   */
  readonly enableBatching?: boolean;
}

/**
 * The flags of the tagging controller.
 *
 * @param controllers `--controllers` as the user gives it
 * @throws if the release lacks a flag that an option needs, or a value is none that it takes
 */
export function taggingFlags(options: AwsTaggingOptions | undefined, release: string, controllers: string | undefined): Record<string, string> {
  if (options === undefined) return {};
  checkNumbers(options);
  const wanted: [string, keyof AwsTaggingOptions, string | undefined][] = [
    ['tags', 'tags', tagList(options.tags)],
    ['resources', 'tags', 'instance'], // the only one that any release supports (pkg/controllers/options/resources.go)
    ['tagging-controller-rate-limit', 'rateLimit', text(options.rateLimit)],
    ['tagging-controller-burst-limit', 'burstLimit', text(options.burstLimit)],
    ['tagging-controller-concurrent-node-syncs', 'concurrentNodeSyncs', text(options.concurrentNodeSyncs)],
    ['tagging-controller-enable-batching', 'enableBatching', text(options.enableBatching)],
  ];
  const known = awsCcmRelease(release).taggingFlags;
  const flags: Record<string, string> = { controllers: withTagging(controllers) };
  for (const [name, prop, value] of wanted) {
    if (value === undefined) continue;
    if (!known.includes(name)) {
      throw new Error(`tagging.${prop} needs flag '--${name}', which ${release} of the AWS cloud-controller-manager does not have; `
        + (known.length === 0 ? 'it has no tagging controller' : `its flags: ${known.map(flag => `'--${flag}'`).join(', ')}`));
    }
    flags[name] = value;
  }
  return flags;
}

/** What its validation demands: pkg/controllers/options/tagging_controller.go, Validate, and the types of the flags. */
function checkNumbers({ rateLimit, burstLimit, concurrentNodeSyncs }: AwsTaggingOptions): void {
  if (rateLimit !== undefined && !(rateLimit >= 0)) throw new Error(`tagging.rateLimit is ${rateLimit}; give a number from 0`);
  for (const [prop, value, least] of [['burstLimit', burstLimit, 0], ['concurrentNodeSyncs', concurrentNodeSyncs, 1]] as const) {
    if (value !== undefined && !(Number.isInteger(value) && value >= least)) {
      throw new Error(`tagging.${prop} is ${value}; give a whole number from ${least}`);
    }
  }
}

/** `--controllers` with the tagging controller, which `*` does not turn on. */
function withTagging(controllers: string = '*'): string {
  const names = controllers.split(',');
  if (names.includes(`-${AWS_CCM_TAGGING_CONTROLLER}`)) {
    throw new Error(`tagging is given, but flag 'controllers' is '${controllers}', which turns the tagging controller off; leave one of them out`);
  }
  return names.includes(AWS_CCM_TAGGING_CONTROLLER) ? controllers : `${controllers},${AWS_CCM_TAGGING_CONTROLLER}`;
}

function tagList(tags: Readonly<Record<string, string>> | undefined): string {
  // Plain JavaScript can leave them out.
  const entries = Object.entries(tags ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) {
    throw new Error('tagging.tags has no tag, and the tagging controller does not start without one; give one, or leave `tagging` out');
  }
  for (const [key, value] of entries) {
    // pflag's StringToString reads a CSV line of pairs, each split at its first '='.
    if (key === '' || /[,="\n]/.test(key) || /[,"\n]/.test(value)) {
      throw new Error(`tagging.tags '${key}' = '${value}' cannot be written as a flag; `
        + 'accepted: a key that is not empty, no comma, quote or line break, and no \'=\' in the key');
    }
    if (/^aws:/i.test(key)) {
      throw new Error(`tagging.tags '${key}' has a prefix that AWS keeps for itself; give a key that does not start with 'aws:'`);
    }
  }
  return entries.map(([key, value]) => `${key}=${value}`).join(',');
}

function text(value: number | boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
