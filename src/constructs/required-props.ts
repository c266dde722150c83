import { KubernetesVersion } from '../lib/kubernetes/kubernetes-version';
import { Migration } from '../lib/migration/migration';
import { anyList, RequiredProp, anyText } from '../lib/text/required-props';

export const MIGRATION: RequiredProp = {
  is: value => value instanceof Migration, must: 'a Migration', give: 'a Migration: new Migration({ clusterId: ..., toVersion: ... })',
};

/** Which it is, the migration looks at. */
export const PHASE: RequiredProp = { is: value => typeof value === 'string', must: 'a MigrationPhase', give: 'one like MigrationPhase.MIXED' };

export const VERSION: RequiredProp = {
  is: value => value instanceof KubernetesVersion, must: 'a KubernetesVersion', give: 'one like KubernetesVersion.of(\'1.27.16\')',
};

/** Documents of an installer, by the names of their files. */
export const CONFIGS: RequiredProp = {
  is: value => Object.prototype.toString.call(value) === '[object Object]' && Object.values(value as object).every(one => typeof one === 'string'),
  must: 'an object of strings',
  give: 'text by file name, or NodeFolder.readFiles(dir)',
};

/** Of a bundle for a fleet. */
export const FLEET: Readonly<Record<string, RequiredProp>> = {
  groups: anyList('the groups in the order in which they move'), path: anyText('the path of the bundle in the repository, like \'bundles/argocd\''),
};
