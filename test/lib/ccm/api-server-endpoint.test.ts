import { ApiServerEndpoint } from '../../../src/lib/ccm/api-server-endpoint';

const HOST_IP = { name: 'KUBERNETES_SERVICE_HOST', valueFrom: { fieldRef: { fieldPath: 'status.hostIP' } } };

describe('ApiServerEndpoint', () => {
  it.each<[string, ApiServerEndpoint, object[]]>([
    ['the own node', ApiServerEndpoint.ownNode(), [HOST_IP, { name: 'KUBERNETES_SERVICE_PORT', value: '6443' }]],
    ['the own node on another port', ApiServerEndpoint.ownNode(8443), [HOST_IP, { name: 'KUBERNETES_SERVICE_PORT', value: '8443' }]],
    ['an address', ApiServerEndpoint.address('api.example', 443),
      [{ name: 'KUBERNETES_SERVICE_HOST', value: 'api.example' }, { name: 'KUBERNETES_SERVICE_PORT', value: '443' }]],
    ['the Service of the cluster', ApiServerEndpoint.clusterService(), []],
  ])('of %s', (_, endpoint, env) => {
    expect(endpoint._env()).toEqual(env);
  });
});
