/** Name, labels and annotations of the objects of a cloud-controller-manager. The selector never has them: selectors are immutable. */
export interface CcmMetadataOptions {
  /**
   * Name of the workload, its selector label and its pods.
   * @default - 'aws-cloud-controller-manager'; for another cloud 'cloud-controller-manager'
   */
  readonly name?: string;
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
}
