/** What moves clusters of a fleet group by group, whatever delivers it. */
export interface FleetBundleProps {
  /** Groups in the order in which they move, first the canary: values of the label `ccm-migration/group`. */
  readonly groups: string[];
  /** Path of this bundle in the repository, for example `bundles/argocd`. */
  readonly path: string;
  /**
   * Path from this bundle to the kustomize bundle of the same phases.
   * @default '../kustomize'
   */
  readonly kustomize?: string;
}
