/** In which list of an object terms stand, and under which name their requirements. */
export const VOLUME_TERMS: Readonly<Record<string, readonly [path: readonly string[], requirements: string]>> = {
  StorageClass: [['allowedTopologies'], 'matchLabelExpressions'],
  PersistentVolume: [['spec', 'nodeAffinity', 'required', 'nodeSelectorTerms'], 'matchExpressions'],
};
