import { generatedAwsCcmReleases, generatedKubernetesReleases } from './generated';
import { feedInForce } from './in-force';
import { newestRead } from './kubernetes-releases';

/** Up to which releases the tables go: which of them stand behind an answer. */
export interface TableReach {
  /** When was looked up last what is out of the AWS cloud-controller-manager, `2026-11-30`. */
  readonly day: string;
  /** SHA-256 of the feed of facts that is taken in place of those of this package. */
  readonly feed?: string;
  /** First minor, and newest release that was read. */
  readonly kubernetes: { readonly from: string; readonly to: string };
  /** Newest tag that was read. */
  readonly cloudProviderAws: { readonly to: string };
}

/** Of the tables in this package, or of the feed of facts that is taken. */
export function tableReach(): TableReach {
  const minors = generatedKubernetesReleases().map(({ minor }) => minor);
  const { day, rows } = generatedAwsCcmReleases();
  const feed = feedInForce();
  return {
    day,
    ...feed && { feed: feed.sha256 },
    kubernetes: { from: minors[0], to: newestRead(minors.at(-1)!)! },
    cloudProviderAws: { to: rows.at(-1)!.tag },
  };
}
