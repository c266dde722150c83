import { CloudProvider } from '../../../src/lib/migration/cloud-provider';

describe('CloudProvider', () => {
  it('knows the last minor with each cloud in-tree', () => {
    const { AWS, AZURE, GCE, OPENSTACK, VSPHERE } = CloudProvider;
    expect([AWS, AZURE, GCE, OPENSTACK, VSPHERE].map(cloud => `${cloud} ${cloud.lastInTreeMinor}`))
      .toEqual(['aws 1.26', 'azure 1.29', 'gce 1.30', 'openstack 1.25', 'vsphere 1.29']);
  });

  it('takes a cloud that was never in-tree', () => {
    expect(CloudProvider.of('digitalocean').lastInTreeMinor).toBeUndefined();
  });

  it.each(['external', '', 'AWS', 'aws/v2'])("fails for '%s'", name => {
    expect(() => CloudProvider.of(name)).toThrow(new Error(
      `'${name}' is not the name of a cloud; accepted: the value of --cloud-provider on version N, for example 'aws'`));
  });
});
