import { CloudController } from '../../../src/lib/facts/controllers';
import { CCM, ControllerManager, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { controllersOff } from '../../../src/lib/model/controller-list';

const ALL: readonly CloudController[] = ['service', 'route', 'cloud-node-lifecycle', 'nodeipam', 'cloud-node'];

it.each<[string, ControllerManager, string, readonly CloudController[]]>([
  ['*', KCM, '1.26', []],
  ['*,-service,-route', KCM, '1.26', ['service', 'route']],
  ['*,-service-lb-controller', KCM, '1.28', ['service']],
  ['*,-service', KCM, '1.28', ['service']],
  ['ttl', KCM, '1.26', ['service', 'route', 'cloud-node-lifecycle', 'nodeipam']],
  ['*,-cloud-node', CCM, '1.27', ['cloud-node']],
  ['*,-nodeipam', CCM, '1.27', ['nodeipam']],
])('--controllers=%s of %s %s leaves off %j', (list, component, version, expected) => {
  expect(controllersOff(list, component, ALL, KubernetesVersion.of(version))).toEqual(expected);
});
