import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** How a release reads a LeaderMigrationConfiguration file. */
export interface ConfigApi {
  /** Registered versions, without the group, oldest first. */
  readonly versions: readonly string[];
  /** The newest registered version: the one to write. */
  readonly recommended: string;
  /** The versions whose schema has `resourceLock`; it is required there and nothing fills it in. In v1 the lock is always a Lease. */
  readonly resourceLockIn: readonly string[];
  /** Whether an unknown field or a key given twice stops the process. */
  readonly strict: boolean;
  /** Whether `component: "*"` stands for both components. Where it does not, it matches no component and the controller runs nowhere. */
  readonly wildcard: boolean;
  /** Whether the error for a missing `component` or `name` says so in words: `Required value: component must be set`. */
  readonly explainsRequired: boolean;
}

/** API group of the file. */
export const CONFIG_API_GROUP = 'controllermanager.config.k8s.io';

const WITH_RESOURCE_LOCK = ['v1alpha1', 'v1beta1'];

/** `undefined`: the release has no Leader Migration. */
export const CONFIG_API = new FactTable<ConfigApi | undefined>('LeaderMigrationConfiguration API versions', [
  {
    from: '1.20',
    to: '1.20',
    readAt: ['1.20.15'],
    value: undefined,
    source: 'k8s.io/controller-manager@v0.20.15 has no pkg/leadermigration',
  },
  {
    from: '1.21',
    to: '1.21',
    readAt: ['1.21.14'],
    value: { versions: ['v1alpha1'], recommended: 'v1alpha1', resourceLockIn: ['v1alpha1'], strict: false, wildcard: false, explainsRequired: true },
    source: 'k8s.io/controller-manager@v0.21.14 pkg/leadermigration/config/config.go:38-43, migrator.go:39',
  },
  {
    from: '1.22',
    to: '1.23',
    readAt: ['1.22.17', '1.23.17'],
    value: {
      versions: ['v1alpha1', 'v1beta1'],
      recommended: 'v1beta1',
      resourceLockIn: WITH_RESOURCE_LOCK,
      strict: false,
      wildcard: true,
      explainsRequired: true,
    },
    source: 'k8s.io/controller-manager@v0.22.17 pkg/leadermigration/config/config.go:61, migrator.go:39',
  },
  {
    from: '1.24',
    to: '1.31',
    readAt: ['1.24.17', '1.31.14'],
    value: {
      versions: ['v1alpha1', 'v1beta1', 'v1'],
      recommended: 'v1',
      resourceLockIn: WITH_RESOURCE_LOCK,
      strict: false,
      wildcard: true,
      explainsRequired: true,
    },
    source: 'k8s.io/controller-manager@v0.24.17 pkg/leadermigration/config/config.go:66, config/v1/conversion.go',
  },
  {
    from: '1.32',
    to: '1.33',
    readAt: ['1.32.13', '1.33.13'],
    value: {
      versions: ['v1alpha1', 'v1beta1', 'v1'],
      recommended: 'v1',
      resourceLockIn: WITH_RESOURCE_LOCK,
      strict: true,
      wildcard: true,
      explainsRequired: true,
    },
    source: 'k8s.io/controller-manager@v0.32.13 pkg/leadermigration/config/config.go:66, serializer.EnableStrict',
  },
  {
    from: '1.34',
    readAt: ['1.34.4', '1.37.1'],
    value: {
      versions: ['v1alpha1', 'v1beta1', 'v1'],
      recommended: 'v1',
      resourceLockIn: WITH_RESOURCE_LOCK,
      strict: true,
      wildcard: true,
      explainsRequired: false,
    },
    source: 'k8s.io/controller-manager@v0.34.13 and v0.37.2 pkg/leadermigration/config/config.go, run',
  },
]);

/** Whether KCM and CCM of this release have Leader Migration. */
export function hasLeaderMigration(version: KubernetesVersion): boolean {
  return CONFIG_API.at(version) !== undefined;
}

/** The first minor with Leader Migration: `1.21`. */
export function firstWithLeaderMigration(): string {
  return CONFIG_API.rows.find(row => row.value)!.from;
}

/**
 * How this release reads its LeaderMigrationConfiguration.
 *
 * @throws if the release has no Leader Migration
 */
export function configApi(version: KubernetesVersion): ConfigApi {
  const api = CONFIG_API.at(version);
  if (!api) {
    throw new Error(`Kubernetes ${version.minorVersion} has no Leader Migration; the first release with it is ${firstWithLeaderMigration()}`);
  }
  return api;
}
