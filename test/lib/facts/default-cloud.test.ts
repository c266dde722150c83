import { CLOUD_NAMES, cloudOfProvider } from '../../../src/lib/facts/clouds';
import { DEFAULT_CLOUDS, defaultCloud } from '../../../src/lib/facts/default-cloud';
import { parseImage } from '../../../src/lib/kubernetes/image';
import { NEWEST_CCM } from '../../newest-ccm';

const VSPHERE = 'registry.k8s.io/cloud-pv-vsphere/cloud-provider-vsphere';

it.each<[string, string | undefined]>([
  [`${VSPHERE}:v1.18.0`, 'vsphere'], [`${VSPHERE}:v1.36.0`, 'vsphere'], [`${VSPHERE}:v1.31.7`, 'vsphere'],
  ['mirror.example.com/cpi/release/manager:v1.27.0', 'vsphere'],
  [`${VSPHERE}:v1.17.9`, undefined], [`${VSPHERE}:v1.36.1`, undefined], [`${VSPHERE}:v2.18.0`, undefined], [`${VSPHERE}:v1.31.0-rc.1`, undefined],
  [VSPHERE, undefined], [`${VSPHERE}:latest`, undefined], [`not-${VSPHERE}x:v1.31.0`, undefined],
  ['docker.io/k8scloudprovider/openstack-cloud-controller-manager:v1.20.5', 'openstack'],
  ['registry.k8s.io/provider-os/openstack-cloud-controller-manager:v1.21.0', ''],
  ['hetznercloud/hcloud-cloud-controller-manager:v1.24.0', ''], ['hetznercloud/hcloud-cloud-controller-manager:v1.1.0', undefined],
  ['ghcr.io/siderolabs/talos-cloud-controller-manager:v1.10.1', 'talos'], ['example.com/cloud-controller-manager:v1.27.0', undefined],
  ['exoscale/cloud-controller-manager:0.34.0', 'exoscale'], ['plndr/plndr-cloud-provider:0.1.4', 'plndr'],
])('an image serves without a flag what its main sets: %s', (reference, cloud) => {
  expect(defaultCloud(parseImage(reference), undefined)).toBe(cloud);
});

it('is known of the releases of AWS that were read', () => {
  expect([NEWEST_CCM, 'v1.20.0-alpha.0', 'v1.99.0', undefined].map(tag => defaultCloud(undefined, tag))).toEqual(['', 'aws', undefined, undefined]);
});

it('has rows that name their source, from a tag to another that is not before it', () => {
  for (const { from, to, source } of DEFAULT_CLOUDS) {
    expect(source).toMatch(/^[\w-]+\/[\w-]+ /);
    const [first, last] = [from, to].map(tag => tag.split('.').map(Number));
    expect(first.length === 3 && last.length === 3 && (first[0] - last[0] || first[1] - last[1] || first[2] - last[2]) <= 0).toBe(true);
  }
});

it('takes names of one cloud for that cloud, and managers of nodes for none', () => {
  expect(['aws', 'aws/v2', 'packet', 'gce', 'talos', 'k3s', 'rke2', 'constructor'].map(cloudOfProvider))
    .toEqual(['aws', 'aws', 'equinixmetal', 'gce', undefined, undefined, undefined, 'constructor']);
  expect(Object.values(CLOUD_NAMES.same).filter(cloud => CLOUD_NAMES.none.includes(cloud))).toEqual([]);
});
