import { readFileSync } from 'node:fs';
import { Testing } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { AwsCcm, AwsCcmProps, AwsCcmRules, AwsCloudControllerManager, CcmPodOptions, KubernetesVersion } from '../../src';
import { describeUpstream, upstream } from '../upstream';

type Json = { [key: string]: any };

/** What upstream's examples/existing-cluster leave to the API server's defaults, we leave too. */
function upstreamStyle(role: string): CcmPodOptions {
  return {
    hostNetwork: true,
    nodeSelector: { [role]: '' },
    tolerations: [{ key: 'node.cloudprovider.kubernetes.io/uninitialized', value: 'true', effect: 'NoSchedule' },
      { key: role, effect: 'NoSchedule' }],
  };
}

const MASTER = 'node-role.kubernetes.io/master';
const CONTROL_PLANE = 'node-role.kubernetes.io/control-plane';

interface Difference {
  readonly path: string;
  readonly ours: unknown;
  readonly upstreams: unknown;
  /** Why ours is right. */
  readonly reason: string;
}

const IMAGE = ['DaemonSet', 'spec', 'template', 'spec', 'containers', 0, 'image'].join('.');

const CASES: [string, KubernetesVersion, AwsCcmProps, Difference[]][] = [
  ...(['base.yaml', 'superset-role.yaml'] as const).flatMap((file): typeof CASES => {
    const rules = file === 'base.yaml' ? AwsCcmRules.UPSTREAM_BASE : AwsCcmRules.UPSTREAM_SUPERSET;
    const access = file === 'base.yaml' ? {} : { useServiceAccountCredentials: false };
    return [
      [`cloud-provider-aws/v1.23.21/${file}`, KubernetesVersion.of('1.23'),
        { rules, run: { access, recommendedDefaults: false, pod: upstreamStyle(MASTER) } }, [{
          path: IMAGE,
          ours: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.23.20',
          upstreams: 'us.gcr.io/k8s-artifacts-prod/provider-aws/cloud-controller-manager:v1.23.0-alpha.0',
          reason: 'upstream never updated its example: an alpha from a registry that is gone; v1.23.21 was tagged but not promoted',
        }]],
      [`cloud-provider-aws/v1.36.1/${file}`, KubernetesVersion.of('1.36'), {
        rules, release: 'v1.36.1', run: { access, recommendedDefaults: false, pod: upstreamStyle(CONTROL_PLANE) },
      }, [{
        path: IMAGE,
        ours: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.36.1',
        upstreams: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.1',
        reason: 'upstream never updated its example: nine minors behind its own tag',
      }]],
    ];
  }),
];

function ours(kubernetesVersion: KubernetesVersion, props: AwsCcmProps): Json[] {
  const chart = Testing.chart();
  new AwsCloudControllerManager(chart, 'ccm', { kubernetesVersion, ccm: AwsCcm.of(props) });
  return Testing.synth(chart) as Json[];
}

/** Everything that differs between two values, by path; lists are compared by position. */
function differences(left: unknown, right: unknown, path: string): { path: string; ours: unknown; upstreams: unknown }[] {
  if (isObject(left) && isObject(right)) {
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap(key => differences(left[key], right[key], `${path}.${key}`));
  }
  return left === right ? [] : [{ path, ours: left, upstreams: right }];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

describeUpstream('AwsCloudControllerManager with upstream\'s settings', () => {
  it.each(CASES)('equals %s as data', (file, version, props, accepted) => {
    const theirs = parseAllDocuments(readFileSync(upstream(file), 'utf8')).map(document => document.toJS() as Json);
    const objects = ours(version, props);
    const key = (object: Json) => `${object.apiVersion} ${object.kind} ${object.metadata.namespace ?? ''} ${object.metadata.name}`;
    expect(objects.map(key)).toEqual(theirs.map(key));
    const found = objects.flatMap((object, index) => differences(object, theirs[index], object.kind as string));
    expect(found).toEqual(accepted.map(({ reason, ...difference }) => {
      expect(reason).not.toBe('');
      return difference;
    }));
  });

  it('equals upstream with nothing left over, once the image is upstream\'s, but for what is said of that image', () => {
    const [file, version, props] = CASES.find(([name]) => name.startsWith('cloud-provider-aws/v1.36.1/base'))!;
    const theirs = parseAllDocuments(readFileSync(upstream(file), 'utf8')).map(document => document.toJS() as Json);
    const made = ours(version, { ...props, release: 'v1.27.1' });
    const { metadata } = made.find(({ kind }) => kind === 'DaemonSet')! as { readonly metadata: { annotations?: Readonly<Record<string, string>> } };
    expect(metadata.annotations).toEqual({ 'ccm-migration/version-skew': expect.stringMatching(/^v1\.27\.1 is 9 minors older /) as string });
    delete metadata.annotations;
    expect(made).toEqual(theirs);
  });
});
