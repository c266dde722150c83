import { parse } from 'yaml';
import { EcrCredentialProvider } from '../../../src/lib/ecr/ecr-credential-provider';
import { needsCredentialProvider, pluginHosts } from '../../../src/lib/facts/credential-provider';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeRole } from '../../../src/lib/kubernetes/node';
import { ecrNodeFiles } from '../../../src/lib/migration/ecr-node-files';
import { NEWEST_MINOR } from '../../newest-minor';

/** What kubelet does with an entry: as many labels, a glob within one (k8s.io/kubernetes@v1.27.16 pkg/credentialprovider/keyring.go URLsMatch). */
function matchesImageHost(entry: string, host: string): boolean {
  const labels = host.split('.');
  const patterns = entry.split('.').map(label => new RegExp(`^${label.replaceAll('*', '.*')}$`));
  return patterns.length === labels.length && patterns.every((pattern, index) => pattern.test(labels[index]));
}

const v = (text: string): KubernetesVersion => KubernetesVersion.of(text);
const provider = (release: string): EcrCredentialProvider => new EcrCredentialProvider({ release });

function worker(flags: string): { name: string; role: NodeRole; files: Record<string, string> } {
  return { name: 'w', role: NodeRole.WORKER, files: { '/var/lib/kubelet/kubeadm-flags.env': `KUBELET_KUBEADM_ARGS="${flags}"\n` } };
}

function flagsAfter(flags: string, release: string, kubelet: string): string {
  return ecrNodeFiles(worker(flags), provider(release), v(kubelet)).get('/var/lib/kubelet/kubeadm-flags.env')!;
}

describe('configuration', () => {
  it.each([
    ['1.23.17', 'v1.23.20', 'kubelet.config.k8s.io/v1alpha1', 'v1alpha1'],
    ['1.25.16', 'v1.27.0', 'kubelet.config.k8s.io/v1beta1', 'v1alpha1'],
    ['1.26.15', 'v1.27.0', 'kubelet.config.k8s.io/v1', 'v1alpha1'],
    ['1.26.15', 'v1.27.1', 'kubelet.config.k8s.io/v1', 'v1'],
    ['1.37.1', 'v1.36.1', 'kubelet.config.k8s.io/v1', 'v1'],
  ])('of kubelet %s with plugin %s is %s and speaks %s', (kubelet, release, api, protocol) => {
    expect(parse(provider(release).config(v(kubelet)))).toMatchObject({
      apiVersion: api,
      kind: 'CredentialProviderConfig',
      providers: [{
        name: 'ecr-credential-provider',
        apiVersion: `credentialprovider.kubelet.k8s.io/${protocol}`,
      }],
    });
  });

  it('has strings where kubelet decodes strings', () => {
    const config = new EcrCredentialProvider({
      release: 'v1.36.1',
      region: 'eu-central-1',
      defaultCacheDuration: '0',
      matchImages: ['123456789012.dkr.ecr.*.amazonaws.com'],
    });
    expect(parse(config.config(v('1.36.1')))).toEqual({
      apiVersion: 'kubelet.config.k8s.io/v1',
      kind: 'CredentialProviderConfig',
      providers: [{
        name: 'ecr-credential-provider',
        apiVersion: 'credentialprovider.kubelet.k8s.io/v1',
        matchImages: ['123456789012.dkr.ecr.*.amazonaws.com'],
        defaultCacheDuration: '0',
        args: ['get-credentials'],
        env: [{ name: 'AWS_REGION', value: 'eu-central-1' }],
      }],
    });
  });

  it.each([['v1.27.1', false], ['v1.27.2', true], ['v1.27.10', false],
    ['v1.28.1', true]])('of plugin %s matches public.ecr.aws: %s', (release, expected) => {
    expect((parse(provider(release).config(v('1.27.16'))) as { providers: [{ matchImages: string[] }] }).providers[0].matchImages.includes(
      'public.ecr.aws',
    )).toBe(expected);
  });

  it.each(['v1.20.3', 'v1.27.0', 'v1.27.10', 'v1.36.1'])('matches only hosts that plugin %s takes', release => {
    const { providers: [{ matchImages }] } = parse(
      provider(release).config(v(release.startsWith('v1.20') ? '1.20' : '1.27')),
    ) as { providers: [{ matchImages: string[] }] };
    for (const entry of matchImages.filter(image => image !== 'public.ecr.aws')) {
      const host = entry.replace('*', '123456789012').replace('*', 'eu-central-1');
      expect(matchesImageHost(entry, host)).toBe(true);
      expect([host, pluginHosts(release).pattern.matches(host)]).toEqual([host, true]);
    }
  });

  it.each([
    [{ release: 'v1.27.99' }, "'v1.27.99' is younger than what was read of the AWS cloud-controller-manager, which is v1.27.10; give v1.27.10"],
    [{ release: 'v1.27.10', matchImages: ['public.ecr.aws'] }, 'which ecr-credential-provider v1.27.10 fails at; use v1.28.0 or newer'],
    [{ release: 'v1.27.10', matchImages: ['https://x'] }, 'a scheme is not part of an image'],
    [{ release: 'v1.27.10', matchImages: ['*'] }, 'a glob takes one DNS label only'],
    [{ release: 'v1.27.10', matchImages: ['registry.k8s.io'] }, 'a registry that ecr-credential-provider v1.27.10 fails at'],
    [{ release: 'v1.27.10', matchImages: [] }, 'matchImages is empty'],
    [{ release: 'v1.27.10', defaultCacheDuration: '12' }, "defaultCacheDuration is '12'"],
    [{ release: 'v1.27.10', binDir: 'bin' }, "binDir is 'bin'"],
    [{ release: 'v1.27.10', binaryName: 'a/b' }, "binaryName is 'a/b'"],
  ])('fails for %j', (props, message) => expect(() => new EcrCredentialProvider(props)).toThrow(message));

  it('fails where kubelet and plugin have no protocol in common', () => {
    expect(() => provider('v1.27.1').config(v('1.25.16'))).toThrow('ecr-credential-provider speaks only v1, kubelet 1.25.16 only v1alpha1 and '
      + 'v1beta1; put a binary of v1.27.0');
    expect(() => provider('v1.36.1').config(v('1.99'))).toThrow(`known: 1.20 to ${NEWEST_MINOR}`);
  });
});

describe('kubelet', () => {
  it('needs it from 1.27 on', () => {
    expect([v('1.26.15'), v('1.27.16')].map(needsCredentialProvider)).toEqual([false, true]);
  });

  it('gets the gate only where it is off by default', () => {
    const flags = ['--image-credential-provider-bin-dir=/usr/local/bin', '--image-credential-provider-config=/etc/kubernetes/'
      + 'credential-provider-config.yaml'];
    expect(provider('v1.23.20').kubeletFlags(v('1.23.17'))).toEqual(['--feature-gates=KubeletCredentialProviders=true', ...flags]);
    expect(provider('v1.27.0').kubeletFlags(v('1.24.17'))).toEqual(flags);
    expect(provider('v1.36.1').kubeletFlags(v('1.36.1'))).toEqual(flags);
  });

  it.each([
    ['--v=2', 'v1.23.20', '1.23.17', /--feature-gates=KubeletCredentialProviders=true /],
    ['--feature-gates=A=true', 'v1.23.20', '1.23.17', /--feature-gates=A=true,KubeletCredentialProviders=true /],
    ['--feature-gates=KubeletCredentialProviders=false,A=true', 'v1.27.0', '1.24.17', /--feature-gates=A=true,KubeletCredentialProviders=true /],
    ['--feature-gates=KubeletCredentialProviders=true,A=true', 'v1.27.10', '1.28.15', /--feature-gates=A=true /],
    ['--feature-gates=A=true', 'v1.27.10', '1.28.15', /--feature-gates=A=true /],
  ])('with %s and plugin %s at %s has %s', (flags, release, kubelet, expected) => expect(flagsAfter(flags, release, kubelet)).toMatch(expected));

  it('loses a gate that the release refuses, with the flag if nothing else is in it', () => {
    expect(flagsAfter('--feature-gates=KubeletCredentialProviders=true --v=2', 'v1.27.10', '1.28.15')).not.toContain('feature-gates');
  });

  it('of any role gets the configuration beside its flags, and the same again changes nothing', () => {
    const files = ecrNodeFiles(worker('--cloud-provider=external'), provider('v1.27.10'), v('1.27.16'));
    expect([...files.keys()].sort()).toEqual(['/etc/kubernetes/credential-provider-config.yaml', '/var/lib/kubelet/kubeadm-flags.env']);
    const again = ecrNodeFiles({ ...worker(''), files: Object.fromEntries(files) }, provider('v1.27.10'), v('1.27.16'));
    expect(again).toEqual(files);
  });
});

describe('public registries', () => {
  const accepts = (release: string, host: string) => () => new EcrCredentialProvider({ release, matchImages: [host] });

  it.each([['v1.33.4', 'ecr-public.aws.com'], ['v1.36.1', 'ecr-public.aws.com/nginx'], ['v1.28.1', 'public.ecr.aws/nginx'],
    ['v1.27.2', 'public.ecr.aws']])(
    'are taken by plugin %s: %s', (release, host) => expect(accepts(release, host)).not.toThrow());

  it.each([['v1.28.11', 'ecr-public.aws.com'], ['v1.27.3', 'public.ecr.aws/nginx'], ['v1.27.2', 'ecr-public.aws.com']])(
    'fail with plugin %s: %s', (release, host) => expect(accepts(release, host)).toThrow(`${release} fails at`));
});

describe('private registries', () => {
  const takes = (tag: string, host: string) => pluginHosts(tag).pattern.matches(`123456789012.${host}`);

  // The last release before and the first with it, per minor.
  it.each([
    ['dkr.ecr.eu-isoe-west-1.cloud.adc-e.uk', 'v1.27.8', 'v1.27.9'], ['dkr.ecr.eu-isoe-west-1.cloud.adc-e.uk', 'v1.28.7', 'v1.28.8'],
    ['dkr.ecr.us-isof-east-1.csp.hci.ic.gov', 'v1.29.4', 'v1.29.5'], ['dkr.ecr.us-isof-east-1.csp.hci.ic.gov', 'v1.30.1', 'v1.31.0'],
    ['dkr-ecr.us-west-2.on.aws', 'v1.28.10', 'v1.28.11'], ['dkr-ecr.us-west-2.on.aws', 'v1.31.4', 'v1.31.5'],
    ['dkr-ecr.us-west-2.on.aws', 'v1.31.4', 'v1.32.0'],
    ['dkr.ecr.eusc-de-east-1.amazonaws.eu', 'v1.29.8', 'v1.29.9'], ['dkr.ecr.eusc-de-east-1.amazonaws.eu', 'v1.32.5', 'v1.32.6'],
    ['dkr.ecr.eusc-de-east-1.amazonaws.eu', 'v1.34.1', 'v1.34.2'], ['dkr.ecr.eusc-de-east-1.amazonaws.eu', 'v1.34.0', 'v1.35.0'],
  ])('in %s are not taken by plugin %s, but by %s', (host, before, first) => {
    expect([takes(before, host), takes(first, host)]).toEqual([false, true]);
  });

  it.each([['v1.32.6', 'v1.32.7'], ['v1.33.2', 'v1.33.3'], ['v1.34.1', 'v1.34.2'], ['v1.35.0', 'v1.35.1']])('ecr-public.aws.com is not taken by %s, '
    + 'but by %s', (before, first) => {
    expect([before, first].map(tag => pluginHosts(tag).publicHosts.includes('ecr-public.aws.com'))).toEqual([false, true]);
  });
});
