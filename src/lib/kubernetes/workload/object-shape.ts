import { Shape } from '../pod/shape';

const TEXTS: Shape = { map: 'string' };

/** Metadata of an object: k8s.io/apimachinery@v0.26.15 pkg/apis/meta/v1/types.go ObjectMeta. */
export const METADATA: Shape = {
  fields: {
    name: 'string',
    generateName: 'string',
    namespace: 'string',
    selfLink: 'string',
    uid: 'string',
    resourceVersion: 'string',
    generation: 'integer',
    creationTimestamp: 'time',
    deletionTimestamp: 'time',
    deletionGracePeriodSeconds: 'integer',
    labels: TEXTS,
    annotations: TEXTS,
    ownerReferences: { list: 'object' },
    finalizers: { list: 'string' },
    managedFields: { list: 'object' },
    clusterName: 'string',
  },
};
