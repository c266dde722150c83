import { checkCloudConfig } from '../../../src/lib/cloud-config/check';
import { CloudConfig, CloudConfigFilesProps } from '../../../src/lib/cloud-config/cloud-config';
import { parseGcfg } from '../../../src/lib/cloud-config/gcfg-parser';
import { CloudConfigReader } from '../../../src/lib/cloud-config/reader';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const V1_26 = KubernetesVersion.of('1.26.15');
const IN_TREE = CloudConfigReader.inTree(V1_26);
const ccm = (tag: string): CloudConfigReader => CloudConfigReader.cloudControllerManager(tag);
const both = (cloudControllerManager: string): CloudConfigFilesProps => ({ kubeControllerManager: V1_26, cloudControllerManager });
const override = (name: string, service: string): string =>
  `[ServiceOverride "${name}"]\nService = ${service}\nRegion = eu\nURL = https://x\nSigningRegion = eu\nSigningName = s\n`;

function messages(text: string, reader: CloudConfigReader): string[] {
  return checkCloudConfig(parseGcfg(text), reader).map(({ severity, line, message, fix }) => `${severity} ${line} ${message}; ${fix}`);
}

describe('checks', () => {
  it.each([
    ['an unknown section', '[Globl]\nZone = a\n', ccm('v1.36.1'),
      /^error 1 section 'Globl' is not known \(silently ignored\); did you mean 'Global'\?$/],
    ['an unknown key of a strict reader', '[Global]\n\nKubernetesClusterId2 = a\n', IN_TREE,
      /^error 3 key 'KubernetesClusterId2' is not known in \[Global\] \(the component exits\); did you mean 'KubernetesClusterID'\?$/],
    ['an unknown key of a lenient reader', '[Global]\nDisableStrictZoneChek\n', ccm('v1.27.10'),
      /\(silently ignored\); did you mean 'DisableStrictZoneCheck'\?$/],
    ['an unknown key of an override', '[ServiceOverride "1"]\nSigningRegon = a\n', ccm('v1.36.1'),
      /^error 2 key 'SigningRegon' is not known in \[ServiceOverride\] \(silently ignored\); did you mean 'SigningRegion'/],
    ['a subsection of Global', '[Global "x"]\nZone = a\n', ccm('v1.36.1'), /\[Global\] has no subsection/],
    ['a removed key, fatal', '[Global]\nDisableStrictZoneCheck = true\n', ccm('v1.27.1'),
      /was removed in v1\.27\.1 \(the component exits\); remove it$/],
    ['a removed key, ignored', '[Global]\nDisableStrictZoneCheck = true\n', ccm('v1.27.3'),
      /^note 2 key 'DisableStrictZoneCheck' was removed in v1\.27\.1 and is ignored; leave it while an older reader shares the file$/],
    ['a key that came later', '[Global]\nNLBSecurityGroupMode = Managed\n', ccm('v1.34.3'),
      /^error 2 key 'NLBSecurityGroupMode' is not known to this release; cloud-controller-manager has it from v1\.35\.0 on \(silently/],
    ['a key of the other side', '[Global]\nNodeIPFamilies = ipv4\n', IN_TREE,
      /is not known to this release; cloud-controller-manager has it from v1\.22\.0 on \(the component exits\); take it out of what this/],
    ['a comma list', '[Global]\nNodeIPFamilies = ipv4,ipv6\n', ccm('v1.27.10'),
      /^error 2 'NodeIPFamilies' is "ipv4,ipv6": a comma list is one unknown family.*repeat the key, one family on each line$/],
    ['an IP family', '[Global]\nNodeIPFamilies = IPv6\n', ccm('v1.27.10'), /give ipv4 or ipv6/],
    ['a lookahead', '[Global]\nSupportedTopologyInstanceTypePattern = "^(?!t3)"\n', ccm('v1.36.1'),
      /at which Go's regexp.MustCompile panics: .*invalid or unsupported Perl syntax/],
    ['a backreference', '[Global]\nSupportedTopologyInstanceTypePattern = "(a)\\\\1"\n', ccm('v1.36.1'), /invalid escape sequence/],
    ['a bool', '[Global]\nDisableSecurityGroupIngress = y\n', IN_TREE,
      /'DisableSecurityGroupIngress' must be a boolean, got "y"; give true, yes, on, 1,/],
    ['an int', '[Global]\nClusterServiceSharedLoadBalancerHealthProbePort = 10k\n', ccm('v1.36.1'), /must be a 32-bit integer, got "10k"/],
    ['a port', '[Global]\nClusterServiceSharedLoadBalancerHealthProbePort = 65536\n', ccm('v1.36.1'), /is 65536, not a port/],
    ['a probe path', '[Global]\nClusterServiceSharedLoadBalancerHealthProbePath = healthz\n', ccm('v1.36.1'),
      /no path; give one that starts with '\/'/],
    ['a probe mode', '[Global]\nClusterServiceLoadBalancerHealthProbeMode = shared\n', ccm('v1.36.1'),
      /at reconcile time; give one of Shared, ServiceNodePort/],
    ['a zone', '[Global]\nZone = zone1\n', IN_TREE, /'Zone' must be an availability zone, got 'zone1'; give one like/],
    ['the name of a role', '[Global]\nRoleARN = prod\n', ccm('v1.28.9'),
      /^error 2 'RoleARN' must be an ARN, got "prod": .* 'incorrect ARN format for role'; give one like 'arn:aws:iam::123456789012:role\/name'$/],
    ['an ARN that is too short', '[Global]\nRoleARN = arn:aws:iam::role/x\n', IN_TREE, /must be an ARN, got/],
    ['text before an ARN', '[Global]\nRoleARN = xarn:aws:iam::123456789012:role/x\n', IN_TREE, /must be an ARN, got/],
    ['an ARN of a user', '[Global]\nRoleARN = arn:aws:iam::123456789012:user/x\n', ccm('v1.36.1'),
      /^error 2 .* must be the ARN of a role, got .*: AWS refuses it/],
    ['an ARN of no account', '[Global]\nRoleARN = arn:aws:iam::1234:role/x\n', ccm('v1.36.1'), /must be the ARN of a role/],
    ['a blank string', '[Global]\nVPC\n', IN_TREE, /'VPC' has no value; the reader stops/],
    ['a value set twice', '[Global]\nVPC = a\nvpc = b\n', IN_TREE,
      /^error 3 'VPC' is set again \(first on line 2\) and the last value silently wins/],
    ['two cluster ids', '[Global]\nKubernetesClusterTag = a\nKubernetesClusterID = b\n', IN_TREE,
      /^error 3 two cluster ids: KubernetesClusterTag is 'a' and KubernetesClusterID is 'b'/],
    ['a VPC without its company', '[Global]\nVPC = vpc-1\n', IN_TREE, /^note 2 'VPC' has no effect without .*; take VPC out, or give the others too/],
    ['an incomplete override', '[ServiceOverride "1"]\nService = ec2\nRegion = eu\nURL = x\n', IN_TREE,
      /^error 1 'SigningRegion' is missing in \[ServiceOverride "1"\]/],
    ['a double override', override('a', 'ec2') + override('b', 'ec2'), IN_TREE,
      /^error 7 \[ServiceOverride "b"\] is for service 'ec2' in region 'eu', as is "a"/],
    ['the old spelling', override('a', 'elasticloadbalancing'), ccm('v1.30.10'),
      /with AWS SDK v2 it is 'Elastic Load Balancing' and 'Elastic Load Balancing v2'/],
    ['the new spelling', override('a', 'EC2'), ccm('v1.30.9'), /with AWS SDK v1 it is 'ec2'/],
    ['a service of SDK v1', override('a', 'sts'), ccm('v1.36.1'),
      /^warning 1 .*never asks for; take it out: only releases with AWS SDK v1 asked for it$/],
    ['an unsigned override', override('a', 'EC2').replace('SigningName = s\n', ''), ccm('v1.36.1'), /sign with the empty name/],
  ])('report %s', (_, text, reader, message) => {
    expect(messages(text, reader).some(one => message.test(one))).toBe(true);
  });

  it.each([
    ['keys in any case', '[gLobal]\nkubernetesclusterid = a\nKUBERNETESCLUSTERTAG = a\n', IN_TREE],
    ['repeated families', '[Global]\nNodeIPFamilies = ipv4\nNodeIPFamilies = ipv6\n', ccm('v1.22.8')],
    ['a Go pattern', '[Global]\nSupportedTopologyInstanceTypePattern = "(?i)^(p|trn)[0-9]+"\n', ccm('v1.30.8')],
    ['both spellings', override('a', 'ec2') + override('A', 'EC2'), ccm('v1.29.9')],
    ['both spellings, old reader', override('a', 'ec2') + override('A', 'EC2'), IN_TREE],
    ['a blank bool', '[Global]\nDisableSecurityGroupIngress\n', IN_TREE],
  ])('accept %s', (_, text, reader) => expect(messages(text, reader)).toEqual([]));
});

describe('readers', () => {
  it('fail outside what was read', () => {
    expect(() => CloudConfigReader.inTree(KubernetesVersion.of('1.27'))).toThrow('kube-controller-manager 1.27 is not a known reader of an AWS '
      + 'cloud config; known: 1.20 to 1.26; from 1.27 on');
    expect(() => ccm('v1.26.99')).toThrow("'v1.26.99' is younger than what was read of the AWS cloud-controller-manager");
  });
});

describe('files', () => {
  it('keep an existing text byte for byte where both take it', () => {
    const text = '; ours\r\n[Global]\nVPC=vpc-1\nSubnetID = "s" # own\nKubernetesClusterID=prod\n';
    expect(CloudConfig.inline(text)._files({ ...both('v1.27.10'), path: '/etc/kubernetes/cloud.conf' })).toEqual([
      { path: '/etc/kubernetes/cloud.conf', content: text, components: ['kube-controller-manager', 'cloud-controller-manager'] },
    ]);
  });

  it('share a file with a removed key that the cloud-controller-manager ignores, and split it where it is fatal', () => {
    const text = '[Global]\n# why\nDisableStrictZoneCheck = true\nZone = eu-central-1a\n';
    expect(CloudConfig.inline(text)._files(both('v1.27.3')).map(({ path }) => path)).toEqual(['/etc/kubernetes/cloud.config']);
    expect(CloudConfig.inline(text)._files(both('v1.27.2'))).toEqual([
      { path: '/etc/kubernetes/in-tree-cloud.config', content: text, components: ['kube-controller-manager'] },
      { path: '/etc/kubernetes/cloud.config', content: '[Global]\n# why\nZone = eu-central-1a\n', components: ['cloud-controller-manager'] },
    ]);
  });

  it('split values that only the cloud-controller-manager knows', () => {
    const config = CloudConfig.inline('[Global]\nZone = eu-central-1a\nNodeIPFamilies = ipv4\nNodeIPFamilies = ipv6\nDisableSecurityGroupIngress = '
      + 'true\n\n'
      + '[ServiceOverride "1"]\nService = ec2\nRegion = eu\nURL = https://x\nSigningRegion = eu\nSigningName = ec2\n');
    const [inTree, own] = config._files(both('v1.36.1'));
    expect(inTree.content).toBe('[Global]\nZone = eu-central-1a\nDisableSecurityGroupIngress = true\n\n'
      + '[ServiceOverride "1"]\nService = ec2\nRegion = eu\nURL = https://x\nSigningRegion = eu\nSigningName = ec2\n');
    expect(own.content).toContain('NodeIPFamilies = ipv4\nNodeIPFamilies = ipv6\n');
    expect(own.content).toContain('[ServiceOverride "1 EC2"]\nService = EC2\nRegion = eu\n');
    expect(inTree.content).not.toContain('Service = EC2');
  });

  it('write both spellings into a shared file, once', () => {
    const [file] = CloudConfig.inline(override('a', 'elasticloadbalancing'))._files(both('v1.34.3'));
    expect(parseGcfg(file.content).map(({ subsection }) => subsection)).toEqual(['a', 'a Elastic Load Balancing', 'a Elastic Load Balancing v2']);
    const [again] = CloudConfig.inline(file.content)._files(both('v1.34.3'));
    expect(again.content).toBe(file.content);
  });

  it('carry every value of the newest release', () => {
    const text = '[Global]\nRegion = eu-central-1\nSourceARN = arn:aws:x\nClusterServiceLoadBalancerHealthProbeMode = Shared\n'
      + 'ClusterServiceSharedLoadBalancerHealthProbePort = 10256\nClusterServiceSharedLoadBalancerHealthProbePath = /healthz\n'
      + 'SupportedTopologyInstanceTypePattern = "^p[0-9]+\\\\."\nNLBSecurityGroupMode = Managed\n';
    expect(CloudConfig.inline(text)._files({ cloudControllerManager: 'v1.36.1' }).map(({ content }) => content)).toEqual([text]);
  });

  it('fail with all lines at once, for a typo, one path for two files, and no reader', () => {
    expect(() => CloudConfig.inline('[Global]\nZon = a\nNodeIPFamilies = a,b\n')._files({ cloudControllerManager: 'v1.36.1' }))
      .toThrow(/refused:\nline 2 \(cloud-controller-manager v1\.36\.1\): key 'Zon'.*\nline 3 .*comma list/);
    expect(() => CloudConfig.inline('[Global]\nNodeIPFamilies = ipv4\n')._files({ ...both('v1.27.10'), inTreePath: '/etc/kubernetes/cloud.config' }))
      .toThrow('give two paths');
    expect(() => CloudConfig.inline('')._files({})).toThrow('has no reader');
    expect(() => CloudConfig.inline('[Global\n')).toThrow('cloud config line 1');
  });

});
