import { Item, itemAt, LABEL, lookAtLabels, notEmpty, optional, qualified, required, SUBDOMAIN } from '../pod/looks';
import { first, Look } from '../pod/shape';

/** Most characters of all annotations together. */
const MOST_ANNOTATIONS = 256 * 1024;

/** Names, labels and annotations: k8s.io/apimachinery@v0.26.15 pkg/api/validation/objectmeta.go ValidateObjectMetaAccessor. */
export function lookAtMetadata(metadata: Item): Look {
  const annotations = itemAt(metadata, 'annotations');
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(String(value)), 0);
  const isGenerated = !notEmpty(metadata.name) && typeof metadata.generateName === 'string' && metadata.generateName !== '';
  return first([
    isGenerated ? { unknown: 'its name is generated, and kubectl apply takes no such object' } : required(metadata.name, 'metadata.name', SUBDOMAIN),
    optional(metadata.namespace, 'metadata.namespace', LABEL),
    ...lookAtLabels(itemAt(metadata, 'labels'), 'metadata.labels'),
    ...Object.keys(annotations).map(key => qualified(key.toLowerCase(), 'metadata.annotations')),
    size > MOST_ANNOTATIONS ? { refused: `metadata.annotations have ${size} characters, and ${MOST_ANNOTATIONS} are taken` } : undefined,
  ]);
}
