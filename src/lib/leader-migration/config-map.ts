/** Name of the ConfigMap that holds the file of the cloud-controller-manager, and its key. */
export const CONFIG_MAP_NAME = 'leader-migration-config';
export const CONFIG_MAP_KEY = 'leadermigration.conf';

/** The ConfigMap that holds the file. */
export function configMapManifest(name: string, namespace: string, content: string) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data: { [CONFIG_MAP_KEY]: content } };
}
