import { generatedAwsCcmReleases, generatedKubernetesReleases } from './generated';
import { newestRead } from './kubernetes-releases';

/** Up to which releases the tables go: which of them stand behind an answer. */
export interface TableReach {
  /** First minor, and newest release that was read. */
  readonly kubernetes: { readonly from: string; readonly to: string };
  /** Newest tag that was read. */
  readonly cloudProviderAws: { readonly to: string };
}

/** Of the tables in this package. */
export function tableReach(): TableReach {
  const minors = generatedKubernetesReleases().map(({ minor }) => minor);
  return {
    kubernetes: { from: minors[0], to: newestRead(minors.at(-1)!)! },
    cloudProviderAws: { to: generatedAwsCcmReleases().rows.at(-1)!.tag },
  };
}
