import { readFileSync } from 'node:fs';
import { awsCcmRelease } from '../../../src/lib/facts/ccm-releases';
import { cloudProviderValues, flagOf, FlagOutlook, flagOutlook, flagsOf, hasFlag } from '../../../src/lib/facts/flags';
import { FlagFact, generatedFlags } from '../../../src/lib/facts/generated';
import { ReadReleases } from '../../../src/lib/facts/read-releases';
import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { describeUpstream, upstream } from '../../upstream';

const COMPONENTS: readonly Component[] = [KCM, CCM, 'kube-apiserver', 'kube-scheduler', 'kubelet'];

describe('what becomes of a flag', () => {
  const LOGS = 'will be removed in a future release, see https://github.com/kubernetes/enhancements/tree/master/keps/sig-instrumentation/'
    + '2845-deprecate-klog-specific-flags-in-k8s-components';
  it.each<[Component, string, string, FlagOutlook | undefined]>([
    [KCM, 'concurrent-service-syncs', '1.36', { goneIn: '1.37' }],
    [KCM, 'concurrent-service-syncs', '1.37', undefined],
    [KCM, 'log_dir', '1.22', { goneIn: '1.26', deprecated: { says: LOGS, from: '1.23' } }],
    [KCM, 'log_dir', '1.23.17', { goneIn: '1.26', deprecated: { says: LOGS } }],
    ['kube-apiserver', 'apiserver-count', '1.23', {
      goneIn: undefined, deprecated: { says: 'apiserver-count is deprecated and will be removed in a future version.', from: '1.24' },
    }],
    ['kube-apiserver', 'apiserver-count', '1.37', {
      goneIn: undefined, deprecated: { says: 'apiserver-count is deprecated and will be removed in a future version.' },
    }],
    // Deprecated to 1.28, and no longer.
    ['kubelet', 'cloud-provider', '1.26', undefined],
    ['kubelet', 'max-pods', '1.26', undefined],
    ['kubelet', 'provider-id', '1.27', undefined],
    ['kubelet', 'iptables-drop-bit', '1.27', { goneIn: '1.31' }],
    [KCM, 'leader-elect', '1.26', undefined],
    [KCM, 'nonsense', '1.26', undefined],
    [KCM, 'concurrent-service-syncs', '1.38', undefined],
    [CCM, 'tagging-controller-tags', '1.26', undefined],
  ])('%s --%s after %s', (component, flag, version, outlook) =>
    expect(flagOutlook(component, flag, KubernetesVersion.of(version))).toEqual(outlook));

  it('reads the rows of each flag oldest first', () => {
    for (const component of COMPONENTS) {
      const { read, rows } = generatedFlags(component);
      const places = new Map(Object.entries(read).flatMap(([minor, releases]) => [...releases, minor]).map((release, place) => [release, place]));
      const last = new Map<string, number>();
      for (const { flag, to } of rows) {
        const name = flag.replace(/_/g, '-');
        expect([component, flag, places.get(to)! > (last.get(name) ?? -1)]).toStrictEqual([component, flag, true]);
        last.set(name, places.get(to)!);
      }
    }
  });

  it('is gone in a release, where others of its minor have it', () => {
    const read = new ReadReleases({ '1.20': ['1.20.0', '1.20.15'], '1.21': ['1.21.1', '1.21.14'] });
    const after = (to: string) => read.after({ from: '1.20', to });
    expect(['1.20.0', '1.20.15', '1.20', '1.21.1', '1.21.14', '1.21'].map(after)).toStrictEqual(
      ['1.20.15', '1.21', '1.21', '1.21.14', undefined, undefined]);
  });
});

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
    [CCM, 'node-cidr-mask-size', '1.30', undefined],
    [KCM, 'nonsense', '1.30', false],
    [CCM, 'nonsense', '1.30', undefined],
    ['kube-scheduler', 'leader-elect', '1.30', true],
    ['kube-scheduler', 'nonsense', '1.30', false],
    [KCM, 'leader-elect', '1.38', undefined],
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
    ['kube-apiserver', '1.29', ['', 'external', 'azure', 'gce', 'vsphere']],
    ['kube-apiserver', '1.30', ['', 'external', 'gce']],
    ['kube-apiserver', '1.31', ['', 'external']],
    ['kube-apiserver', '1.33', undefined],
    [CCM, '1.30', 'any'],
  ])('%s takes --cloud-provider in %s: %j', (component, minor, values) => {
    expect(cloudProviderValues(component, KubernetesVersion.of(minor))).toEqual(values);
  });
});

describe('a flag as pflag has it', () => {
  it.each<[Component, string, string, string, string | undefined, string | undefined]>([
    // As the programs have them: component, flag, release, type, value where it stands alone, default.
    [KCM, 'leader-elect', '1.26', 'bool', 'true', 'true'],
    [KCM, 'v', '1.37', 'Level', undefined, '0'],
    [KCM, 'controllers', '1.27', 'stringSlice', undefined, '[*]'],
    [KCM, 'horizontal-pod-autoscaler-tolerance', '1.37', 'float64', undefined, '0.1'],
    [KCM, 'node-monitor-grace-period', '1.32', 'duration', undefined, '50s'],
    ['kubelet', 'feature-gates', '1.26', 'mapStringBool', undefined, ''],
    ['kubelet', 'register-with-taints', '1.26', '[]v1.Taint', undefined, ''],
    ['kubelet', 'containerd', '1.36', 'string', undefined, '/run/containerd/containerd.sock'],
    ['kube-apiserver', 'tls-sni-cert-key', '1.30', 'namedCertKey', undefined, '[]'],
    ['kube-apiserver', 'version', '1.30', 'version', 'true', 'false'],
    [CCM, 'concurrent-service-syncs', '1.33', 'int32', undefined, '1'],
  ])('%s --%s of %s', (component, flag, minor, type, noOptDefault, fallback) => {
    const fact = flagOf(component, flag, KubernetesVersion.of(minor));
    expect(fact).toMatchObject({ flag, type });
    expect([(fact as FlagFact).noOptDefault, (fact as FlagFact).default]).toEqual([noOptDefault, fallback]);
  });

  it('is found with underscores too, as components normalize both', () => {
    expect(flagOf(KCM, 'leader_elect', KubernetesVersion.of('1.30'))).toMatchObject({ flag: 'leader-elect' });
    expect(flagOf('kubelet', 'log-dir', KubernetesVersion.of('1.25'))).toMatchObject({ flag: 'log-dir' });
  });

  it('is unread where the release was not read, and never absent', () => {
    expect(flagOf(KCM, 'leader-elect', KubernetesVersion.of('1.38'))).toBe('unread');
    expect(flagOf(KCM, 'nonsense', KubernetesVersion.of('1.19'))).toBe('unread');
  });

  it.each<[Component, string, string]>([
    // Wrong in the tables that were kept by hand.
    ['kubelet', 'experimental-logging-sanitization', '1.23'], ['kube-apiserver', 'experimental-logging-sanitization', '1.23'],
    ['kube-scheduler', 'experimental-logging-sanitization', '1.23'], ['kubelet', 'azure-container-registry-config', '1.29'],
    ...['docker', 'docker-env-metadata-whitelist', 'docker-only', 'docker-root', 'docker-tls', 'docker-tls-ca', 'docker-tls-cert', 'docker-tls-key']
      .map(flag => ['kubelet', flag, '1.23'] as [Component, string, string]),
    ...[
      'application-metrics-count-limit', 'boot-id-file', 'container-hints', 'containerd', 'containerd-namespace', 'enable-load-reader',
      'event-storage-age-limit',
      'event-storage-event-limit', 'global-housekeeping-interval', 'log-cadvisor-usage', 'machine-id-file', 'storage-driver-buffer-duration',
      'storage-driver-db',
      'storage-driver-host', 'storage-driver-password', 'storage-driver-secure', 'storage-driver-table', 'storage-driver-user',
    ].map(flag => ['kubelet', flag, '1.36'] as [Component, string, string]),
  ])('%s --%s is there to %s', (component, flag, last) => {
    const minor = KubernetesVersion.of(last).minor;
    expect([minor, minor + 1].map(one => hasFlag(component, flag, KubernetesVersion.of(`1.${one}`)))).toEqual([true, false]);
  });
});

describe('the generated tables of flags', () => {
  it.each(COMPONENTS)('%s: rows are sorted, and each has a type', component => {
    const { rows } = generatedFlags(component);
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.map(({ flag }) => flag)).toEqual([...rows.map(({ flag }) => flag)].sort());
    for (const { flag, type } of rows) expect([flag, type]).toEqual([flag, expect.stringMatching(/\S/)]);
  });
});

describeUpstream('flags of real binaries', () => {
  // Marked as deprecated, so left out of --help.
  const HIDDEN = ['allow-untagged-cloud', 'node-sync-period'];

  it.each(['v1.24.19', 'v1.28.1', 'v1.36.1'])('%s --help shows the flags of our table and of the tagging controller', tag => {
    const help = readFileSync(upstream(`cloud-provider-aws/${tag}/help.txt`), 'utf8');
    const shown = [...help.matchAll(/^ +(?:-\w, )?--([a-z0-9_-]+)/gm)].map(([, flag]) => flag.replace(/_/g, '-'));
    const { linkedMinor, taggingFlags } = awsCcmRelease(tag);
    const ours = flagsOf(CCM, linkedMinor).map(({ flag }) => flag);
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
