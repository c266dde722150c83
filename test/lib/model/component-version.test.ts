import { awsCcmRelease } from '../../../src/lib/facts/ccm-releases';
import { newestRead } from '../../../src/lib/facts/kubernetes-releases';
import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { parseImage } from '../../../src/lib/kubernetes/image';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import {
  isAwsImage, knownVersion, releaseOfTag, SaidVersions, unreadFix, versionAsRead, versionOf, versionProblem,
} from '../../../src/lib/model/component-version';

const V = (version: string) => KubernetesVersion.of(version);
const AWS = 'registry.k8s.io/provider-aws/cloud-controller-manager';
const DIGEST = `@sha256:${'a'.repeat(64)}`;

it.each<[string | undefined, string | undefined]>([
  ['v1.27.16', '1.27.16'],
  ['1.27.16', '1.27.16'],
  ['v1.27.16-eks-1', '1.27.16'],
  ['v1.27.16_vmware.1', '1.27.16'],
  ['v1.27.16+k3s1', '1.27.16'],
  ['v1.27.16.1', '1.27.16'],
  ['v1.111.2222', '1.111.2222'],
  ['v1.1111.1', undefined],
  ['v1.27.11111', undefined],
  ['v2.27.16', undefined],
  ['xv1.27.16', undefined],
  ['v1.27.16x', undefined],
  ['v1.27', undefined],
  ['latest', undefined],
  [undefined, undefined],
])('the tag %s is of release %s', (tag, expected) => expect(releaseOfTag(tag)).toBe(expected));

const UNREAD: SaidVersions = { unreadRelease: true };
const said = (image: string, version: string): SaidVersions => ({ imageVersions: new Map([[image, V(version)]]), kubernetesVersion: V('1.20') });

it.each<[string, Component, string | undefined, SaidVersions, string | undefined, string | undefined]>([
  ['its tag says', KCM, 'registry.k8s.io/kube-controller-manager:v1.26.15', {}, '1.26.15', undefined],
  ['the user says of all, where no tag says it', KCM, 'x/kube-controller-manager:latest', { kubernetesVersion: V('1.27') }, '1.27', undefined],
  ['it is not known', KCM, 'x/kube-controller-manager', {}, undefined, undefined],
  ['it is not known, without an image', KCM, undefined, {}, undefined, undefined],
  ['it is not known, of a CCM without an image', CCM, undefined, {}, undefined, undefined],
  ['the user says, without an image', KCM, undefined, { kubernetesVersion: V('1.27') }, '1.27', undefined],
  ['the user says of the image, before its tag', KCM, 'x/kcm:v1.26.15', said('x/kcm:v1.26.15', '1.30'), '1.30', undefined],
  ['the user says of the repository', KCM, 'x/kcm:v1.26.15', said('x/kcm', '1.30'), '1.30', undefined],
  // An image without a tag, or without a digest, has no name that ends in a word of ours.
  ['not what the user says of a tag called undefined', KCM, 'x/kcm', said('x/kcm:undefined', '1.30'), '1.20', undefined],
  ['not what the user says of a digest called undefined', KCM, 'x/kcm:v1.26.15', said('x/kcm@undefined', '1.30'), '1.26.15', undefined],
  ['the user says of its digest', KCM, `x/kcm${DIGEST}`, said(`x/kcm${DIGEST}`, '1.30'), '1.30', undefined],
  ['the user says of the end of its name', KCM, 'registry.example.com/x/kcm:v1.26.15', said('kcm:v1.26.15', '1.30'), '1.30', undefined],
  ['not what the user says of a name that only ends alike', KCM, 'registry.example.com/my-kcm:v1.26.15', said('kcm:v1.26.15', '1.30'), '1.26.15',
    undefined],
  ['not what the user says of the beginning of its name', KCM, 'x/kcm:v1.26.15', said('x', '1.30'), '1.26.15', undefined],
  ['not what the user says of another image', KCM, 'x/kcm:v1.26.15', said('x/kcm:v1.26.14', '1.30'), '1.26.15', undefined],
  ['that of the libraries that an image of AWS is built from', CCM, `${AWS}:v1.32.5`, {}, '1.33', 'v1.32.5'],
  ['its tag, where that release of AWS was not read', CCM, `${AWS}:v1.27.99`, {}, '1.27.99', 'v1.27.99'],
  ['its tag, whose libraries may be of another minor', CCM, `${AWS}:v1.32.9999`, {}, '1.32.9999', 'v1.32.9999'],
  ['that of the last one read, where the user says so', CCM, `${AWS}:v1.32.9999`, UNREAD, '1.33', 'v1.32.9999'],
  ['its tag, where the user says so and no last one serves', CCM, `${AWS}:v1.19.1`, UNREAD, '1.19.1', 'v1.19.1'],
  ['its tag, of another provider, where the user says so', CCM, 'x/openstack-cloud-controller-manager:v1.32.9999', UNREAD, '1.32.9999', undefined],
  ['not known, where the user says so of nothing', CCM, AWS, UNREAD, undefined, undefined],
  ['its tag, of a release of AWS with what a mirror adds', CCM, `${AWS}:v1.27.10-mirror.1`, {}, '1.27', 'v1.27.10'],
  ['its tag, of a pre-release of AWS', CCM, `${AWS}:v1.27.10-alpha.0`, {}, '1.27.10', 'v1.27.10-alpha.0'],
  ['its tag, of a candidate of AWS', CCM, `${AWS}:v1.27.10-rc.12`, {}, '1.27.10', 'v1.27.10-rc.12'],
  ['its tag, of another pre-release of AWS', CCM, `${AWS}:v1.27.10-beta.1`, {}, '1.27.10', 'v1.27.10-beta.1'],
  ['what the user says of all, where a provider counts releases of its own', CCM, 'x/hcloud-cloud-controller-manager:v1.20.0',
    { kubernetesVersion: V('1.27') }, '1.27', undefined],
  ['nothing of the numbers of Google in another component', KCM, 'registry.k8s.io/cloud-provider-gcp/cloud-controller-manager:v31.0.0', {}, undefined,
    undefined],
  ['what the user says of all, where Google has no tag', CCM, `registry.k8s.io/cloud-provider-gcp/cloud-controller-manager${DIGEST}`,
    { kubernetesVersion: V('1.27') }, '1.27', undefined],
  ['no release of AWS without a tag', CCM, AWS, {}, undefined, undefined],
  ['no release of AWS in another component', KCM, `${AWS}:v1.32.5`, {}, '1.32.5', undefined],
  ['its tag, of another provider', CCM, 'x/openstack-cloud-controller-manager:v1.27.1', {}, '1.27.1', undefined],
  ['in the numbers of Google', CCM, 'registry.k8s.io/cloud-provider-gcp/cloud-controller-manager:v31.0.0', {}, '1.31', undefined],
  ['what the user says of all, where Google does not', CCM, 'registry.k8s.io/cloud-provider-gcp/cloud-controller-manager:latest',
    { kubernetesVersion: V('1.27') }, '1.27', undefined],
])('a component has the version that is %s', (_, component, image, versions, version, awsRelease) => {
  const found = versionOf(component, image === undefined ? undefined : parseImage(image), versions);
  expect([found.version?.toString(), found.awsRelease]).toEqual([version, awsRelease]);
});

it('what the user says of an image comes before what its pod says, and that before its tag', () => {
  const image = parseImage('x/ccm:v1.26.1');
  expect(versionOf(CCM, image, {}, { version: V('1.31') }).version?.toString()).toBe('1.31');
  expect(versionOf(CCM, image, said('x/ccm', '1.30'), { version: V('1.31') }).version?.toString()).toBe('1.30');
});

it.each([
  [AWS, true],
  ['gcr.io/k8s-staging-provider-aws/cloud-controller-manager', true],
  ['x/aws-cloud-controller-manager', true],
  ['aws-cloud-controller-manager', true],
  ['provider-aws/cloud-controller-manager', true],
  ['x/my-aws-cloud-controller-manager', false],
  ['x/my-provider-aws/cloud-controller-manager', false],
  ['x/provider-aws/cloud-controller-manager-debug', false],
  ['x/aws-cloud-controller-manager/debug', false],
])('%s is an image of AWS: %j', (repository, expected) => expect(isAwsImage(parseImage(repository))).toBe(expected));

it.each<[string | undefined, RegExp | undefined]>([
  ['1.26.15', undefined],
  ['1.20', undefined],
  ['1.99', /^Kubernetes 1\.99 is not known; known: 1\.20 to 1\.\d\d$/],
  [undefined, /^its image has no version in its tag that is a Kubernetes release, and neither --kubernetes-version nor --image-version is given$/],
])('the version %s cannot be judged for the reason %s', (version, problem) => {
  const found = versionProblem(version === undefined ? undefined : V(version));
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});

describe('the digest of a promoted image', () => {
  const { digest } = awsCcmRelease('v1.27.10');
  const of = (reference: string, component: Component = CCM) => versionOf(component, parseImage(reference), {});

  it.each([
    ['alone', `${AWS}@${digest}`],
    ['under the name of a mirror', `mine.example/ccm@${digest}`],
    ['beside the tag of another release, which is not pulled', `${AWS}:v1.26.0@${digest}`],
  ])('says the release %s', (_, reference) => {
    expect(of(reference)).toEqual({ version: V('1.27'), awsRelease: 'v1.27.10' });
  });

  it('says nothing of another component, and comes before what its pod says', () => {
    expect(of(`${AWS}@${digest}`, KCM).awsRelease).toBeUndefined();
    expect(versionOf(CCM, parseImage(`${AWS}@${digest}`), {}, { version: V('1.26') }).awsRelease).toBe('v1.27.10');
  });
});

describe('a version that is younger than the tables', () => {
  it.each<[string, string]>([['1.99.1', newestRead('1.37')!], ['1.36.99', newestRead('1.36')!], ['1.26.15', '1.26.15'], ['1.26.99', '1.26.99']])(
    'is %s, and read as %s where unread releases are taken', (version, read) => {
      const taken = versionAsRead(V(version), UNREAD)!;
      expect([taken.toString(), taken._facts.toString()]).toEqual([version, read]);
      for (const other of [{}, { unreadRelease: false }]) expect(versionAsRead(V(version), other)!._facts.toString()).toBe(version);
      expect(versionOf(KCM, parseImage(`registry.k8s.io/kube-controller-manager:v${version}`), UNREAD).version!._facts.toString()).toBe(read);
    });

  it('has a remedy, and others have not', () => {
    expect(unreadFix(V('1.99'))).toBe('Pass --unread-release to take it with what is known of the last release before it.');
    expect([undefined, V('1.26.15')].map(version => unreadFix(version))).toStrictEqual([undefined, undefined]);
    expect(versionAsRead(undefined, UNREAD)).toBeUndefined();
  });
});

it('a version is known where the tables have it', () => {
  expect([undefined, V('1.14.0')].map(knownVersion)).toEqual([undefined, undefined]);
  expect(knownVersion(V('1.27.16'))).toEqual(V('1.27.16'));
});
