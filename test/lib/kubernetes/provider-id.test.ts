import { awsInstanceOf, isFilledInLater } from '../../../src/lib/kubernetes/provider-id';

/** What MapToAWSInstanceID of k8s.io/cloud-provider-aws@v1.36.1 makes of each, run with Go. */
it.each<[string, string | undefined]>([
  ['aws:///eu-central-1a/i-0abc', 'i-0abc'],
  ['aws:////i-0abc', 'i-0abc'],
  ['aws://zone/i-0abc', 'i-0abc'],
  ['aws:///eu-central-1a/i-0abc/', 'i-0abc'],
  ['aws:///eu-central-1a/i-0abc?x=/y', 'i-0abc'],
  ['aws:///eu-central-1a/i-0abc#y', 'i-0abc'],
  ['aws:///eu-central-1a/i-0%61bc', 'i-0abc'],
  ['aws:///eu-central-1a/fargate-10.0.0.1', 'fargate-10.0.0.1'],
  ['i-0abc', 'i-0abc'],
  ['AWS:///eu-central-1a/i-0abc', 'i-0abc'],
  ['gce://p/z/i-x', 'i-x'],
  ['aws://i-0abc', undefined],
  ['aws:i-0abc', undefined],
  ['aws', undefined],
  ['aws:///eu-central-1a', undefined],
  ['aws:///eu-central-1a/0abc', undefined],
  ['aws:///eu-central-1a/i-0abc/x', undefined],
  ['aws:///eu-central-1a/i-0%zz', undefined],
  ['aws://a b/i-0abc', undefined],
  ['aws:///eu-central-1a/i-0\nabc', undefined],
  ['metal:///rack/host7', undefined],
  ['', undefined],
])('%j is the instance %s', (text, instance) => expect(awsInstanceOf(text)).toBe(instance));

it.each([['{{ ds.id }}', true], ['$(curl x)', true], ['<id>', true], ['__ID__', true], ['aws:///eu-central-1a/i-0abc', false]])(
  '%j is filled in later: %j', (text, expected) => expect(isFilledInLater(text)).toBe(expected));
