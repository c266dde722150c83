import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import {
  buildLeaderMigrationConfiguration, defaultStyle, LeaderMigrationOptions, LeaderMigrationStyle, parseLeaderMigrationConfiguration,
  ConfigurationFile, serializeLeaderMigrationConfiguration,
} from '../../../src/lib/leader-migration';

type Changes = Partial<LeaderMigrationOptions> & { readonly minor?: string };

function build({ minor = '1.26', ...changes }: Changes = {}): string | undefined {
  const configuration = buildLeaderMigrationConfiguration({ component: KCM, assignedTo: KCM, version: KubernetesVersion.of(minor), ...changes });
  return configuration && serializeLeaderMigrationConfiguration(configuration);
}

function names(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/name: (.*)/g)].map(([, name]) => name);
}

describe('a LeaderMigrationConfiguration that we write', () => {
  it('is the wildcard file of the Kubernetes page, with the star quoted', () => {
    expect(build()).toBe(`kind: LeaderMigrationConfiguration
apiVersion: controllermanager.config.k8s.io/v1
leaderName: cloud-provider-extraction-migration
controllerLeaders:
- name: route
  component: "*"
- name: service
  component: "*"
- name: cloud-node-lifecycle
  component: "*"
`);
  });

  it('is assigned by name on 1.21, with the resourceLock that v1alpha1 requires', () => {
    expect(defaultStyle(KubernetesVersion.of('1.21'))).toBe(LeaderMigrationStyle.ASSIGNED);
    expect(build({ minor: '1.21' })).toBe(`kind: LeaderMigrationConfiguration
apiVersion: controllermanager.config.k8s.io/v1alpha1
leaderName: cloud-provider-extraction-migration
resourceLock: leases
controllerLeaders:
- name: route
  component: kube-controller-manager
- name: service
  component: kube-controller-manager
- name: cloud-node-lifecycle
  component: kube-controller-manager
`);
  });

  it.each([['1.22', '1.23'], ['1.23', '1.24'], ['1.26', '1.27']])('is the same bytes on both sides of %s to %s', (from, to) => {
    const [n, next] = [from, to].map(minor => KubernetesVersion.of(minor));
    const kcm = build({ version: n, otherVersion: next });
    expect(build({ version: next, otherVersion: n, component: CCM, assignedTo: CCM })).toBe(kcm);
    const read = [n, next].map(version => new ConfigurationFile(kcm!).read(version));
    expect(read).toEqual([{ configuration: expect.anything() }, { configuration: expect.anything() }]);
  });

  it('has the keys of the side that reads it', () => {
    expect(names(build({ minor: '1.27' }))).toEqual(['route', 'service', 'cloud-node-lifecycle']);
    expect(names(build({ minor: '1.28', component: CCM })))
      .toEqual(['node-route-controller', 'service-lb-controller', 'cloud-node-lifecycle-controller']);
  });

  it('lists both generations on request, which every release reads', () => {
    const text = build({ bothKeyGenerations: true });
    expect(names(text)).toEqual([
      'route', 'node-route-controller', 'service', 'service-lb-controller', 'cloud-node-lifecycle', 'cloud-node-lifecycle-controller',
    ]);
    expect(build({ bothKeyGenerations: true, minor: '1.28', component: CCM })).toBe(text);
  });

  it('moves what the KEP moves, under its lock', () => {
    const kep: Changes = {
      leaderName: 'cloud-network-controller-migration', controllers: ['service', 'route'], nodeIpam: true, style: LeaderMigrationStyle.ASSIGNED,
    };
    expect(build({ ...kep, minor: '1.27', component: CCM, assignedTo: CCM })).toBe(`kind: LeaderMigrationConfiguration
apiVersion: controllermanager.config.k8s.io/v1
leaderName: cloud-network-controller-migration
controllerLeaders:
- name: route
  component: cloud-controller-manager
- name: service
  component: cloud-controller-manager
- name: nodeipam
  component: cloud-controller-manager
`);
  });

  it('is no file for the built-in default, where that is effective', () => {
    expect(build({ style: LeaderMigrationStyle.BUILT_IN_DEFAULT })).toBeUndefined();
  });

  it.each(Array.from({ length: 16 }, (_, i) => `1.${21 + i}`))('is accepted by our strict reader and by the loader of %s', minor => {
    const version = KubernetesVersion.of(minor);
    const built = buildLeaderMigrationConfiguration({ version, component: KCM, assignedTo: KCM, nodeIpam: true, leaderName: '1e5' })!;
    const text = serializeLeaderMigrationConfiguration(built);
    expect(parseLeaderMigrationConfiguration(text, { file: 'f', version })).toEqual(built);
    expect(new ConfigurationFile(text).read(version)).toEqual({ configuration: { ...built, resourceLock: 'leases' } });
    // The proof takes what we write for known: every release must make the same of its text, where it refuses it too.
    for (const reader of ['1.20', '1.21', '1.22', '1.23', '1.24', '1.28', '1.37'].map(KubernetesVersion.of)) {
      expect(ConfigurationFile.of(built).read(reader)).toEqual(new ConfigurationFile(text).read(reader));
    }
  });

  it.each<[string, Changes, string]>([
    ['a wildcard on 1.21', { minor: '1.21', style: LeaderMigrationStyle.WILDCARD },
      "style 'wildcard' does not work on Kubernetes 1.21: there '*' matches no component and the controllers would run nowhere; use 'assigned'"],
    ['the built-in default on 1.21', { minor: '1.21', style: LeaderMigrationStyle.BUILT_IN_DEFAULT },
      "style 'built-in-default' does not work on Kubernetes 1.21: it has no built-in configuration and requires --leader-migration-config; use "
        + "'assigned'"],
    ['the built-in default on 1.28', { minor: '1.28', style: LeaderMigrationStyle.BUILT_IN_DEFAULT },
      "style 'built-in-default' is not safe on Kubernetes 1.28: its configuration lists route-controller and service-controller, which are no "
        + 'controllers there, '
      + "so node-route-controller and service-lb-controller could run twice; use 'wildcard'"],
    ['the built-in default with another lock', { style: LeaderMigrationStyle.BUILT_IN_DEFAULT, leaderName: 'x' },
      "leaderName is 'x', but style 'built-in-default' always uses 'cloud-provider-extraction-migration'; use another style"],
    ['the built-in default with nodeipam', { style: LeaderMigrationStyle.BUILT_IN_DEFAULT, nodeIpam: true }, "style 'built-in-default' does not "
      + 'list nodeipam; use another style'],
    ['the built-in default with fewer controllers', { style: LeaderMigrationStyle.BUILT_IN_DEFAULT, controllers: ['route'] },
      "style 'built-in-default' lists route, service, cloud-node-lifecycle, more than controllers does; use another style"],
    ['nodeipam in a CCM without it', { nodeIpam: true, ccmLacksNodeIpam: true },
      'nodeIpam is true, but this cloud-controller-manager has no nodeipam controller: no component would allocate pod CIDRs; leave nodeipam to '
        + 'kube-controller-manager'],
    ['cloud-node', { controllers: ['cloud-node'] }, "controllers lists 'cloud-node', which only cloud-controller-manager has: there is nothing to "
      + 'migrate; leave it out'],
    ['no controllers', { controllers: [] },
      'controllers is empty: no controller would run under the migration lock; leave it out for route, service and cloud-node-lifecycle'],
    ['a component without the controllers', { minor: '1.37' }, 'kube-controller-manager of Kubernetes 1.37 has no route controller: it cannot take '
      + 'part in a migration of it'],
    ['1.20', { minor: '1.20' }, 'Kubernetes 1.20 has no Leader Migration; the first release with it is 1.21'],
    ['an empty lock name', { leaderName: '' }, 'leaderName is empty; give the name of the migration Lease'],
  ])('fails for %s', (_, changes, message) => {
    expect(() => build(changes)).toThrow(new Error(message));
  });
});
