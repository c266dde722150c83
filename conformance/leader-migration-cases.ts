/**
 * LeaderMigrationConfiguration files as users have them: what the documentation of several years shows, what it shows wrongly, and the
 * slips of hand. What each release makes of them is not written here: its own loader says it.
 */
export const LEADER_MIGRATION_CASES: Readonly<Record<string, string>> = {
  'v1, as documented for 1.24': file('v1', ['leaderName: cloud-provider-extraction-migration', ...leaders('"*"')]),
  'v1 with resourceLock, as documented since 2024': file('v1', ['leaderName: m', 'resourceLock: leases', ...leaders('"*"')]),
  'v1beta1': file('v1beta1', ['leaderName: m', 'resourceLock: leases', ...leaders('"*"')]),
  'v1alpha1': file('v1alpha1', ['leaderName: m', 'resourceLock: leases', ...leaders('"*"')]),
  'v1beta1 without resourceLock': file('v1beta1', ['leaderName: m', ...leaders('"*"')]),
  'v1alpha1 without resourceLock': file('v1alpha1', ['leaderName: m', ...leaders('"*"')]),
  'v1beta1 with endpoints': file('v1beta1', ['leaderName: m', 'resourceLock: endpoints', ...leaders('"*"')]),
  'v1beta1 with endpointsleases': file('v1beta1', ['leaderName: m', 'resourceLock: endpointsleases', ...leaders('"*"')]),
  'v1alpha1, assigned': file('v1alpha1', ['leaderName: m', 'resourceLock: leases', ...leaders('kube-controller-manager')]),
  'v1, wildcard unquoted as on the page': file('v1', ['leaderName: m', ...leaders('*')]),
  'v1, nodeipam sample as on the page': file('v1', [
    'leaderName: m', 'controllerLeaders:', '  - name: route', '    component: "*"', '  - name: nodeipam', '  - component: "*"',
  ]),
  'v1, unknown field': file('v1', ['leaderName: m', 'leaseDuration: 15s', ...leaders('"*"')]),
  'v1, unknown field in a leader': file('v1', ['leaderName: m', 'controllerLeaders:', '  - name: route', '    component: "*"', '    lock: x']),
  'v1, leaderName twice': file('v1', ['leaderName: m', 'leaderName: other', ...leaders('"*"')]),
  'v1, no leaderName': file('v1', leaders('"*"')),
  'v1, no leaders': file('v1', ['leaderName: m', 'controllerLeaders: []']),
  'v1, leader without name': file('v1', ['leaderName: m', 'controllerLeaders:', '  - component: "*"']),
  'v1, leader without component': file('v1', ['leaderName: m', 'controllerLeaders:', '  - name: route']),
  'v1, unknown component and controller': file('v1', ['leaderName: m', 'controllerLeaders:', '  - name: nothing', '    component: nobody']),
  'v1, one controller assigned twice': file('v1', [
    'leaderName: m', 'controllerLeaders:', '  - name: route', '    component: kube-controller-manager', '  - name: route', '    component: '
      + 'cloud-controller-manager',
  ]),
  'v1, names of 1.28': file(
    'v1', ['leaderName: m', ...leaders('"*"', ['service-lb-controller', 'node-route-controller', 'cloud-node-lifecycle-controller'])],
  ),
  'v2, which no release has': file('v2', ['leaderName: m', ...leaders('"*"')]),
  'no kind': 'apiVersion: controllermanager.config.k8s.io/v1\nleaderName: m\n',
  'no apiVersion': 'kind: LeaderMigrationConfiguration\nleaderName: m\n',
  'another kind of the group': 'apiVersion: controllermanager.config.k8s.io/v1\nkind: GenericControllerManagerConfiguration\n',
  'a ConfigMap that holds the file': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\ndata:\n  a: b\n',
  'empty file': '',
  'leaderName is a number': file('v1', ['leaderName: 5', ...leaders('"*"')]),
  'leaderName is a YAML 1.1 boolean': file('v1', ['leaderName: n']),
  'JSON': '{"apiVersion": "controllermanager.config.k8s.io/v1", "kind": "LeaderMigrationConfiguration", "leaderName": "m", "controllerLeaders": '
    + '[]}\n',
  'two documents': `${file('v1', ['leaderName: m', ...leaders('"*"')])}---\n${file('v1', ['leaderName: other'])}`,
  'comments and flow style': file('v1', ['leaderName: m # ours', 'controllerLeaders: [{name: route, component: "*"}]']),
  'field in another case': file('v1', ['LeaderName: m', ...leaders('"*"')]),
};

function file(version: string, lines: readonly string[]): string {
  return [`apiVersion: controllermanager.config.k8s.io/${version}`, 'kind: LeaderMigrationConfiguration', ...lines, ''].join('\n');
}

function leaders(component: string, names: readonly string[] = ['route', 'service', 'cloud-node-lifecycle']): string[] {
  return ['controllerLeaders:', ...names.flatMap(name => [`  - name: ${name}`, `    component: ${component}`])];
}
