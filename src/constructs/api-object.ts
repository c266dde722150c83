import { ApiObject, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { Manifest } from '../lib/kubernetes/manifest';

/** Kinds that we write and that live in no namespace. */
const CLUSTER_SCOPED = ['ClusterRole', 'ClusterRoleBinding'];

/** An API object. The namespace of a user's Chart is for what lives in one: cdk8s gives it to every object that names none. */
export function writeObject(scope: Construct, id: string, manifest: Manifest): ApiObject {
  const object = new ApiObject(scope, id, manifest);
  if (CLUSTER_SCOPED.includes(manifest.kind) && object.metadata.namespace !== undefined) object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  return object;
}
