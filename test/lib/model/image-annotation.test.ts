import { awsCcmRelease } from '../../../src/lib/facts/ccm-releases';
import { parseImage } from '../../../src/lib/kubernetes/image';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { annotatedVersion, imageVersionAnnotation, UNREAD_ANNOTATION } from '../../../src/lib/model/image-annotation';

const V31 = KubernetesVersion.of('1.31.4');
const V33 = KubernetesVersion.of('1.33');
const DIGEST = `registry.example.com/ccm@sha256:${'a'.repeat(64)}`;

it.each<[string, Parameters<typeof imageVersionAnnotation>[0], string | undefined]>([
  ['the tag of Kubernetes', { image: 'registry.example.com/ccm:v1.31.0', linkedMinor: V31 }, undefined],
  ['the tag of Google, in its own numbers', { image: 'registry.k8s.io/cloud-provider-gcp/cloud-controller-manager:v31.0.0', linkedMinor: V31 },
    undefined],
  ['the tag of AWS', { image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.32.5', linkedMinor: V33, awsImage: 'v1.32.5' }, undefined],
  ['a digest', { image: DIGEST, linkedMinor: V31 }, `${DIGEST}=1.31`],
  ['no tag', { image: 'registry.example.com/ccm', linkedMinor: V31 }, 'registry.example.com/ccm=1.31'],
  ['the tag of another release', { image: 'registry.example.com/ccm:v1.30.0', linkedMinor: V31 }, 'registry.example.com/ccm:v1.30.0=1.31'],
  ['a mirror of AWS whose tag only says the libraries',
    { image: 'registry.example.com/ccm:v1.27.10', linkedMinor: KubernetesVersion.of('1.27'), awsImage: 'v1.27.10' },
    'registry.example.com/ccm:v1.27.10=provider-aws/v1.27.10'],
  ['a mirror of AWS under another name', { image: 'registry.example.com/ccm:v1.32.5', linkedMinor: V33, awsImage: 'v1.32.5' }, 'registry.example.'
    + 'com/ccm:v1.32.5=provider-aws/v1.32.5'],
])('of an image with %s', (_, built, expected) => {
  expect(imageVersionAnnotation(built, 'aws-cloud-controller-manager'))
    .toEqual(expected === undefined ? {} : { 'ccm-migration/image-version': expected });
  if (expected === undefined) return;
  const read = annotatedVersion(expected, parseImage(built.image));
  expect([read?.version?.minorVersion, read?.awsRelease]).toEqual([built.linkedMinor.minorVersion, built.awsImage]);
});

it.each([
  ['another image', 'registry.example.com/other=1.31'],
  ['a release of AWS that is not known', `${DIGEST}=provider-aws/v1.99.0`],
  ['no release', `${DIGEST}=latest`],
  ['no version', DIGEST],
  ['an empty version', `${DIGEST}=`],
  ['two versions', `${DIGEST}=1.31=1.32`],
  ['words before it', `see ${DIGEST}=1.31`],
  ['words after it', `${DIGEST}=1.31 or so`],
  ['a patch release', `${DIGEST}=1.31.4`],
  ['a minor of another major', `${DIGEST}=11.31`],
  ['a minor of four digits', `${DIGEST}=1.3111`],
  ['another tag', 'registry.example.com/ccm:v1=1.31'],
  ['another digest', `registry.example.com/ccm@sha256:${'b'.repeat(64)}=1.31`],
  ['nothing', undefined],
])('says nothing of an image with %s', (_, annotation) => {
  expect(annotatedVersion(annotation, parseImage(DIGEST))).toBeUndefined();
});

it('says nothing where there is no image', () => {
  expect(annotatedVersion(`${DIGEST}=1.31`, undefined)).toBeUndefined();
});

it('of an image of AWS names the release, not only its libraries', () => {
  const expected = { version: KubernetesVersion.of('1.33'), awsRelease: 'v1.32.5' };
  expect(annotatedVersion(`${DIGEST}=provider-aws/v1.32.5`, parseImage(DIGEST))).toEqual(expected);
});

it('is of an image too that says its release, and neither it nor its container is called a cloud-controller-manager', () => {
  const built = { image: 'registry.example.com/ccm:v1.31.0', linkedMinor: V31 };
  expect(imageVersionAnnotation(built, 'aws')).toEqual({ 'ccm-migration/image-version': 'registry.example.com/ccm:v1.31.0=1.31' });
  const { digest } = awsCcmRelease('v1.27.10');
  expect(imageVersionAnnotation({ image: `mine/ccm@${digest}`, linkedMinor: KubernetesVersion.of('1.27'), awsImage: 'v1.27.10' }, 'aws')).toEqual({});
});

it('an annotation is found again by the name that it was written with', () => expect(UNREAD_ANNOTATION).toBe('ccm-migration/unread-release'));
