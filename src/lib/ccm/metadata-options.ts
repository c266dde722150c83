/** Labels and annotations of the objects of a cloud-controller-manager. The selector never has them: selectors are immutable. */
export interface CcmMetadataOptions {
  /**
   * More labels of the workload and its pods.
   * @default - none
   */
  readonly labels?: { readonly [name: string]: string };
  /**
   * More labels of every object, but not of the pods: changing them rolls nothing.
   * @default - none
   */
  readonly objectLabels?: { readonly [name: string]: string };
  /**
   * More labels of the pods only.
   * @default - none
   */
  readonly podLabels?: { readonly [name: string]: string };
  /**
   * Annotations of the workload, but not of its pods.
   * @default - none
   */
  readonly annotations?: { readonly [name: string]: string };
  /**
   * More annotations of the pods.
   * @default - none
   */
  readonly podAnnotations?: { readonly [name: string]: string };
  /**
   * Annotations of the ServiceAccount, for example for a webhook that gives pods a cloud identity.
   * @default - none
   */
  readonly serviceAccountAnnotations?: { readonly [name: string]: string };
}
