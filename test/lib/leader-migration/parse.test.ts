import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { parseLeaderMigrationConfiguration } from '../../../src/lib/leader-migration';

const HEAD = 'kind: LeaderMigrationConfiguration\napiVersion: controllermanager.config.k8s.io/v1\nleaderName: cloud-provider-extraction-migration\n';
const ROUTE = 'controllerLeaders:\n- name: route\n  component: "*"\n';
const GOOD = HEAD + ROUTE;
const BETA = GOOD.replace('k8s.io/v1', 'k8s.io/v1beta1');
const ONE_LOCK = 'a component reads one file with one leaderName, so there is one migration lock; put all controllers into one controllerLeaders '
  + 'list';
const OLD_KEYS = 'service, route, cloud-node-lifecycle, nodeipam';
const NEW_KEYS = 'service-lb-controller, node-route-controller, cloud-node-lifecycle-controller, node-ipam-controller';
const COMPONENTS = 'kube-controller-manager, cloud-controller-manager, "*"';

function parse(text: string, minor?: string): object {
  return parseLeaderMigrationConfiguration(text, { file: 'lm.conf', version: minor ? KubernetesVersion.of(minor) : undefined });
}

describe('a LeaderMigrationConfiguration file', () => {
  it('is read', () => {
    expect(parse(GOOD, '1.26')).toEqual({
      apiVersion: 'controllermanager.config.k8s.io/v1',
      leaderName: 'cloud-provider-extraction-migration',
      controllerLeaders: [{ name: 'route', component: '*' }],
    });
    expect(parse(BETA.replace('leaderName', 'resourceLock: endpoints\nleaderName'), '1.23')).toMatchObject({ resourceLock: 'endpoints' });
  });

  it('may list the keys of both generations with the same component', () => {
    const both = `${GOOD}- name: node-route-controller\n  component: "*"\n`;
    expect(['1.26', '1.28'].map(minor => parse(both, minor))).toEqual([expect.anything(), expect.anything()]);
  });

  it.each<[string, string, string | undefined, string]>([
    ['a bare star', GOOD.replace('"*"', '*'), '1.26', '6:14: a bare * is a YAML alias, not text; write: component: "*"'],
    ['the nodeipam item of the Kubernetes page', `${GOOD}- name: nodeipam\n- component: "*"\n`, '1.26',
      '8:3: the dash before component makes two items of one: controllerLeaders[1] has no component and controllerLeaders[2] no name; write: - '
        + '{name: nodeipam, component: "*"}'],
    ['a tab', `${HEAD}\tx: 1\n`, undefined, '4:1: not YAML: Tabs are not allowed as indentation'],
    ['a key given twice', `${HEAD}leaderName: b\n${ROUTE}`, undefined, '4:1: this key is given twice; components use the last one or, from 1.32 on, '
      + 'refuse the file; keep one'],
    ['an empty file', '', undefined, '1:1: the file is empty; expected a LeaderMigrationConfiguration'],
    ['a single value', 'x', undefined, '1:1: expected a LeaderMigrationConfiguration, got a single value'],
    ['two documents', `${GOOD}---\n${GOOD}`, undefined, `8:1: a second document: components read the first one only; ${ONE_LOCK}`],
    ['a list', '- a\n', undefined, `1:1: a list of configurations: ${ONE_LOCK}`],
    ['kind List', 'kind: List\napiVersion: v1\nitems: []\n', undefined, `1:7: kind is 'List': ${ONE_LOCK}`],
    ['another kind', GOOD.replace('LeaderMigrationConfiguration', 'Config'), undefined, "1:7: kind is 'Config'; expected "
      + "'LeaderMigrationConfiguration'"],
    ['no kind', GOOD.replace(/^kind.*\n/, ''), undefined, "1:1: kind is missing; expected 'LeaderMigrationConfiguration'"],
    ['an API version the release has not', GOOD, '1.23',
      "2:13: apiVersion is 'controllermanager.config.k8s.io/v1'; accepted on Kubernetes 1.23: controllermanager.config.k8s.io/v1alpha1, "
        + 'controllermanager.config.k8s.io/v1beta1'],
    ['resourceLock in v1', `${HEAD}resourceLock: leases\n${ROUTE}`, '1.26',
      '4:1: v1 has no field resourceLock: the migration lock is always a Lease there, and components from 1.32 on refuse the file; remove it'],
    ['no resourceLock in v1beta1', BETA, '1.26', '1:1: resourceLock is missing; v1beta1 requires it and fills nothing in; write resourceLock: '
      + 'leases'],
    ['a resourceLock that does not work', BETA.replace('leaderName', 'resourceLock: endpoints\nleaderName'), '1.24', '3:15: resourceLock is '
      + "'endpoints'; accepted on Kubernetes 1.24: leases"],
    ['an unknown field', `${HEAD}x: 1\n${ROUTE}`, undefined, "4:1: unknown field 'x'; accepted: kind, apiVersion, leaderName, controllerLeaders"],
    ['an unknown field in an item', `${GOOD}  lock: a\n`, undefined, "7:3: unknown field 'lock'; accepted: name, component"],
    ['no leaderName', GOOD.replace(/leaderName.*\n/, ''), undefined, '1:1: leaderName is missing; give the name of the migration Lease'],
    ['a leaderName that is a number', GOOD.replace(/leaderName.*/, 'leaderName: 5'), undefined, '3:13: leaderName must be text; put the value in '
      + 'quotes if it is one'],
    ['a leaderName that no Lease has', GOOD.replace(/leaderName.*/, 'leaderName: Not Valid'), undefined,
      "3:13: leaderName 'Not Valid' is not a name that a Lease can have; accepted: lower case letters, digits, '-' and '.', at most 253 characters"],
    ['the name of a main lock', GOOD.replace(/leaderName.*/, 'leaderName: cloud-controller-manager'), undefined,
      "3:13: leaderName 'cloud-controller-manager' is the main lock of cloud-controller-manager; a migration lock of that name is held by itself "
        + 'and no controller would start; use another name'],
    ['no controllers', `${HEAD}controllerLeaders: []\n`, undefined,
      '4:20: controllerLeaders must be a list of at least one controller; without one nothing runs under the migration lock'],
    ['an item that is text', `${HEAD}controllerLeaders:\n- route\n`, undefined, '5:3: controllerLeaders[0] must have a name and a component'],
    ['an item without component', `${HEAD}controllerLeaders:\n- name: route\n`, undefined, '5:3: controllerLeaders[0] has no component; accepted: '
      + `${COMPONENTS}`],
    ['an item without name', `${HEAD}controllerLeaders:\n- component: "*"\n`, undefined, '5:3: controllerLeaders[0] has no name; give the key of a '
      + 'controller'],
    ['an unknown component', GOOD.replace('"*"', 'ccm'), undefined, '6:14: component \'ccm\' of controller \'route\' matches no component; accepted: '
      + `${COMPONENTS}`],
    ['a wildcard on 1.21', BETA.replace('v1beta1', 'v1alpha1').replace('leaderName', 'resourceLock: leases\nleaderName'), '1.21',
      "7:14: component '*' matches no component on Kubernetes 1.21, so controller 'route' would run nowhere; name kube-controller-manager or "
        + 'cloud-controller-manager'],
    ['a controller listed twice', `${GOOD}- name: route\n  component: kube-controller-manager\n`, '1.26',
      "7:3: controller 'route' is listed twice, first as controllerLeaders[0]: components use the last one; keep one"],
    ['an old key', GOOD, '1.28', "5:9: controller 'route' is not known to Kubernetes 1.28; use 'node-route-controller' (keys changed in 1.28)"],
    ['a new key', GOOD.replace('route', 'service-lb-controller'), '1.26', "5:9: controller 'service-lb-controller' is not known to Kubernetes 1.26; "
      + "use 'service' (keys changed in 1.28)"],
    ['a name of the broken built-in default', GOOD.replace('route', 'route-controller'), '1.28',
      '5:9: controller \'route-controller\' is not known: the built-in default lists it, but no release has such a controller; known to Kubernetes '
        + `1.28: ${NEW_KEYS}, cloud-node-controller`],
    ['an unknown controller', GOOD.replace('route', 'tagging'), undefined,
      `5:9: controller 'tagging' is not known; known: ${OLD_KEYS}, ${NEW_KEYS}, cloud-node, cloud-node-controller`],
    ['two generations with different components', `${GOOD}- name: node-route-controller\n  component: kube-controller-manager\n`, '1.28',
      "5:3: 'route' and 'node-route-controller' are the same controller under its keys of two releases, but have different components; give both "
        + 'the same one'],
  ])('fails for %s', (_, text, minor, message) => {
    expect(() => parse(text, minor)).toThrow(new Error(`lm.conf:${message}`));
  });

  it('fails for a release without Leader Migration', () => {
    expect(() => parse(GOOD, '1.20')).toThrow('Kubernetes 1.20 has no Leader Migration; the first release with it is 1.21');
  });
});
