import { readFileSync } from 'node:fs';
import { awsCcmRelease } from '../../../src/lib/facts/ccm-releases';
import { controllerKey, controllerKeys, controllersFlagAliases, logicalController } from '../../../src/lib/facts/controllers';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { describeUpstream, upstream } from '../../upstream';

describe('controller keys', () => {
  it.each([
    [KCM, 'service', '1.27', 'service'],
    [KCM, 'service', '1.28', 'service-lb-controller'],
    [KCM, 'route', '1.36', 'node-route-controller'],
    [KCM, 'route', '1.37', undefined],
    [KCM, 'nodeipam', '1.37', 'node-ipam-controller'],
    [KCM, 'cloud-node', '1.26', undefined],
    [CCM, 'cloud-node', '1.27', 'cloud-node'],
    [CCM, 'cloud-node-lifecycle', '1.28', 'cloud-node-lifecycle-controller'],
    [CCM, 'service', '1.37', 'service-lb-controller'],
  ] as const)('%s %s in %s is %s', (component, controller, minor, key) => {
    expect(controllerKey(component, controller, KubernetesVersion.of(minor))).toBe(key);
  });

  it('lead back to the controller, in both generations', () => {
    expect(['service', 'service-lb-controller', 'nodeipam', 'node-ipam-controller', 'service-controller', 'tagging'].map(logicalController))
      .toEqual(['service', 'service', 'nodeipam', 'nodeipam', undefined, undefined]);
  });

  it('have aliases for --controllers only since the keys changed', () => {
    expect(controllersFlagAliases(KCM, KubernetesVersion.of('1.27')).size).toBe(0);
    expect(controllersFlagAliases(KCM, KubernetesVersion.of('1.28')).get('nodeipam')).toBe('node-ipam-controller');
    expect([...controllersFlagAliases(KCM, KubernetesVersion.of('1.37')).keys()]).toEqual(['nodeipam']);
    expect(controllersFlagAliases(CCM, KubernetesVersion.of('1.37')).get('cloud-node')).toBe('cloud-node-controller');
  });
});

describeUpstream('controller keys of real binaries', () => {
  it.each(['v1.24.19', 'v1.28.1', 'v1.36.1'])('%s lists ours, and tagging', tag => {
    const help = readFileSync(upstream(`cloud-provider-aws/${tag}/help.txt`), 'utf8');
    const listed = /All controllers: (.*)/.exec(help)![1].split(', ').sort();
    const ours = controllerKeys(CCM, awsCcmRelease(tag).linkedMinor);
    expect(listed).toEqual([...[...ours].filter(([controller]) => controller !== 'nodeipam').map(([, key]) => key), 'tagging'].sort());
  });
});
