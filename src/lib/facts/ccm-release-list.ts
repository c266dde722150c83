import { AwsCcmReleaseRow, generatedAwsCcmReleases } from './generated';
import { perFeed } from './in-force';

/** One minor of kubernetes/cloud-provider-aws. */
export interface AwsCcmMinor {
  readonly minor: string;
  /** Every git tag of the minor, oldest first. Patch numbers jump. */
  readonly releases: readonly AwsCcmReleaseRow[];
}

/** Every release of the AWS cloud-controller-manager. Promotions lag behind tags and skip some: a tag is never derived by arithmetic. */
export const awsCcmMinors = perFeed((): readonly AwsCcmMinor[] => minors(generatedAwsCcmReleases().rows));

/** Tags whose image is in the registry, oldest first. A tag without a promotion has none. */
export function promotedTags({ releases }: AwsCcmMinor): string[] {
  return releases.filter(({ promoted }) => promoted).map(({ tag }) => tag);
}

function minors(rows: readonly AwsCcmReleaseRow[]): AwsCcmMinor[] {
  const byMinor = new Map<string, AwsCcmReleaseRow[]>();
  for (const row of rows) {
    const minor = row.tag.slice(1, row.tag.lastIndexOf('.'));
    byMinor.set(minor, [...byMinor.get(minor) ?? [], row]);
  }
  return [...byMinor].map(([minor, releases]) => ({ minor, releases }));
}
