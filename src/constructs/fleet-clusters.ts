import { FleetCluster } from './flux-bundle';
import { labelledClusters } from '../lib/deliver/fleet/labelled-clusters';

/**
 * Clusters of a fleet as the labels `ccm-migration/phase` and `ccm-migration/group` of their objects say. Flux reads no labels of clusters, so they
 * are read when the bundle is synthesized, from the manifests in the repository.
 *
 * @example
 * const clusters = FleetClusters.fromManifests(`
 * apiVersion: cluster.x-k8s.io/v1beta1
 * kind: Cluster
 * metadata:
 *   name: test
 *   namespace: flux-system
 *   labels: { ccm-migration/phase: mixed, ccm-migration/group: canary }
 * `);
 */
export class FleetClusters {
  /**
   * Reads Clusters of Cluster API, whose kubeconfig is the Secret `<name>-kubeconfig`, and Secrets that hold a kubeconfig. Objects without the label
   * of a phase are left out.
   *
   * @param manifests YAML of the objects
   * @param namespace namespace of Flux, where the objects must be too
   * @throws if a label says something that there is not, or an object is of another kind or elsewhere
   */
  public static fromManifests(manifests: string, namespace: string = 'flux-system'): FleetCluster[] {
    return labelledClusters(manifests, namespace);
  }

  private constructor() {}
}
