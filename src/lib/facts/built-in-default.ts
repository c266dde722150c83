import { configApi } from './config-api';
import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Name of the migration lock in the built-in default, and by convention everywhere. */
export const DEFAULT_LEADER_NAME = 'cloud-provider-extraction-migration';

/** What a component uses when Leader Migration is on and no file is given. Every controller is assigned to `*`. */
export interface BuiltInDefault {
  readonly leaderName: string;
  /** The controller names listed, in upstream's order. */
  readonly names: readonly string[];
  /** Whether every listed name is a controller key of the release. */
  readonly effective: boolean;
  /** Listed names that are no controller key: they match nothing. */
  readonly unmatched: readonly string[];
  /** Keys of cloud controllers that stay under the main lock on both sides because of that: two processes can run them at once. */
  readonly unprotected: readonly string[];
}

/** `undefined`: the release has Leader Migration but no default, or no Leader Migration at all. */
export const BUILT_IN_DEFAULT = new FactTable<BuiltInDefault | undefined>('built-in LeaderMigrationConfiguration', [
  { from: '1.20', to: '1.20', readAt: ['1.20.15'], value: undefined, source: 'k8s.io/controller-manager@v0.20.15 has no pkg/leadermigration' },
  {
    from: '1.21',
    to: '1.21',
    readAt: ['1.21.14'],
    value: undefined,
    source: 'k8s.io/controller-manager@v0.21.14 pkg/leadermigration/options/options.go: --leader-migration-config is required',
  },
  {
    from: '1.22',
    to: '1.27',
    readAt: ['1.22.17', '1.27.16'],
    value: { leaderName: DEFAULT_LEADER_NAME, names: ['route', 'service', 'cloud-node-lifecycle'], effective: true, unmatched: [], unprotected: [] },
    source: 'k8s.io/controller-manager@v0.26.1 pkg/leadermigration/config/default.go:30',
  },
  {
    // Upstream renamed the keys to node-route-controller and service-lb-controller, and the default to two names that never existed.
    from: '1.28',
    readAt: ['1.28.15', '1.37.1'],
    value: {
      leaderName: DEFAULT_LEADER_NAME,
      names: ['route-controller', 'service-controller', 'cloud-node-lifecycle-controller'],
      effective: false,
      unmatched: ['route-controller', 'service-controller'],
      unprotected: ['node-route-controller', 'service-lb-controller'],
    },
    source: 'k8s.io/controller-manager@v0.28.15 pkg/leadermigration/config/default.go:29-32, not fixed in v0.37.2',
  },
]);

/**
 * The built-in default configuration of a release; `undefined` when the release needs a file.
 *
 * @throws if the release has no Leader Migration
 */
export function builtInDefault(version: KubernetesVersion): BuiltInDefault | undefined {
  configApi(version);
  return BUILT_IN_DEFAULT.at(version);
}
