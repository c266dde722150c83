import { readFileSync } from 'node:fs';
import { awsCcmRelease } from '../../../src/lib/facts/ccm-releases';
import { cloudProviderValues, FLAGS, hasFlag } from '../../../src/lib/facts/flags';
import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { describeUpstream, upstream } from '../../upstream';

describe('flags', () => {
  it.each<[Component, string, string, boolean | undefined]>([
    [KCM, 'enable-leader-migration', '1.20', false],
    [KCM, '--enable-leader-migration', '1.21', true],
    [KCM, 'concurrent-service-syncs', '1.37', false],
    [KCM, 'port', '1.24', false],
    ['kube-apiserver', 'cloud-provider', '1.32', true],
    ['kube-apiserver', 'cloud-provider', '1.33', false],
    ['kubelet', 'cloud-config', '1.33', true],
    ['kubelet', 'cloud-config', '1.34', false],
    ['kubelet', 'cloud-provider', '1.37', true],
    [CCM, 'concurrent-node-syncs', '1.26', false],
    [CCM, 'webhooks', '1.27', true],
    [CCM, 'node-cidr-mask-size', '1.30', false],
    [KCM, 'nonsense', '1.30', false],
    [CCM, 'nonsense', '1.30', undefined],
    ['kube-scheduler', 'leader-elect', '1.30', undefined],
    ['kube-scheduler', 'port', '1.23', true],
    ['kube-scheduler', 'port', '1.24', false],
    ['kubelet', 'network-plugin', '1.23', true],
    ['kubelet', 'network-plugin', '1.24', false],
    ['kubelet', 'container-runtime', '1.26', true],
    ['kubelet', 'container-runtime', '1.27', false],
    ['kubelet', 'pod-infra-container-image', '1.35', false],
    ['kube-apiserver', 'insecure-port', '1.24', false],
    [KCM, 'pod-eviction-timeout', '1.27', false],
    [KCM, 'logtostderr', '1.25', true],
    [KCM, 'logtostderr', '1.26', false],
    [CCM, 'log_dir', '1.26', false],
  ])('%s %s in %s: %s', (component, flag, minor, exists) => {
    expect(hasFlag(component, flag, KubernetesVersion.of(minor))).toBe(exists);
  });

  it.each<[Component, string, readonly string[] | 'any' | undefined]>([
    [KCM, '1.26', ['', 'external', 'aws', 'azure', 'gce', 'vsphere']],
    [KCM, '1.27', ['', 'external', 'azure', 'gce', 'vsphere']],
    ['kubelet', '1.31', ['', 'external']],
    ['kube-apiserver', '1.28', 'any'],
    ['kube-apiserver', '1.29', ['', 'external']],
    ['kube-apiserver', '1.33', undefined],
    [CCM, '1.30', 'any'],
  ])('%s takes --cloud-provider in %s: %j', (component, minor, values) => {
    expect(cloudProviderValues(component, KubernetesVersion.of(minor))).toEqual(values);
  });
});

describeUpstream('flags of real binaries', () => {
  // Marked as deprecated, so left out of --help.
  const HIDDEN = ['allow-untagged-cloud', 'node-sync-period'];

  it.each(['v1.24.19', 'v1.28.1', 'v1.36.1'])('%s --help shows the flags of our table and of the tagging controller', tag => {
    const help = readFileSync(upstream(`cloud-provider-aws/${tag}/help.txt`), 'utf8');
    const shown = [...help.matchAll(/^ +(?:-\w, )?--([a-z0-9_-]+)/gm)].map(([, flag]) => flag.replace(/_/g, '-'));
    const { linkedMinor, taggingFlags } = awsCcmRelease(tag);
    const ours = [...FLAGS[CCM]].filter(([flag, table]) => table.at(linkedMinor) && !flag.includes('_')).map(([flag]) => flag);
    expect(shown.filter(flag => !ours.includes(flag) && !taggingFlags.includes(flag))).toEqual([]);
    expect(ours.filter(flag => !shown.includes(flag) && !HIDDEN.includes(flag))).toEqual([]);
  });

  it.each(['v1.24.19', 'v1.28.1', 'v1.36.1'])('%s --help shows the flags of klog that our table says it has', tag => {
    const help = readFileSync(upstream(`cloud-provider-aws/${tag}/help.txt`), 'utf8');
    for (const flag of ['alsologtostderr', 'log_dir', 'log_file_max_size', 'logtostderr', 'skip_log_headers', 'stderrthreshold']) {
      expect([flag, hasFlag(CCM, flag, awsCcmRelease(tag).linkedMinor)]).toEqual([flag, new RegExp(`--${flag} `).test(help)]);
    }
  });
});
