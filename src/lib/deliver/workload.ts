import { Manifest } from '../kubernetes/manifest';

/** A workload of the API, as far as bundles look into it; a user's own may lack anything. */
export interface WorkloadManifest extends Manifest {
  readonly spec?: {
    readonly template?: { readonly spec?: { readonly containers?: readonly { readonly args?: readonly string[] }[] } };
  };
}

/** Whether an object has one of the forms in which a cloud-controller-manager runs as an object of the API. */
export function isWorkload(object: Manifest): object is WorkloadManifest {
  return object.kind === 'DaemonSet' || object.kind === 'Deployment';
}

/** Whether it runs a cloud-controller-manager: a container is told a cloud. */
export function isCcmWorkload(object: Manifest): object is WorkloadManifest {
  return isWorkload(object)
    && (object.spec?.template?.spec?.containers ?? []).some(({ args }) => args?.some(arg => arg.startsWith('--cloud-provider=')));
}
