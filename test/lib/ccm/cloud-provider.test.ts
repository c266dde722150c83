import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { knownClouds } from '../../../src/lib/facts/in-tree-clouds';

describe('CloudProvider', () => {
  it('has every cloud that was in-tree, under its name in --cloud-provider', () => {
    const { AWS, AZURE, GCE, OPENSTACK, VSPHERE } = CloudProvider;
    expect([AWS, AZURE, GCE, OPENSTACK, VSPHERE].map(({ name }) => name).sort()).toEqual([...knownClouds()].sort());
    expect(CloudProvider.of('aws')).toEqual(AWS);
  });

  it('takes a cloud that was never in-tree', () => {
    expect(CloudProvider.of('digitalocean').name).toBe('digitalocean');
  });

  it.each(['external', '', 'AWS', 'aws/v2'])("fails for '%s'", name => {
    expect(() => CloudProvider.of(name)).toThrow(new Error(
      `'${name}' is not the name of a cloud; accepted: the value of --cloud-provider on version N, for example 'aws'`));
  });
});
