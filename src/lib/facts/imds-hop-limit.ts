/** Where an object that machines are made of says how many hops an answer of the instance metadata service may take. */
export interface HopLimitField {
  /** API group, or what it ends with. */
  readonly group: string;
  readonly kind: string;
  readonly path: readonly (string | number)[];
  readonly source: string;
}

const CLUSTER_API_AWS = 'kubernetes-sigs/cluster-api-provider-aws@v2.11.1 api/v1beta2/types.go InstanceMetadataOptions';

export const HOP_LIMIT_FIELDS: readonly HopLimitField[] = [
  {
    group: 'infrastructure.cluster.x-k8s.io',
    kind: 'AWSMachineTemplate',
    path: ['spec', 'template', 'spec', 'instanceMetadataOptions', 'httpPutResponseHopLimit'],
    source: CLUSTER_API_AWS,
  },
  {
    group: 'infrastructure.cluster.x-k8s.io',
    kind: 'AWSMachine',
    path: ['spec', 'instanceMetadataOptions', 'httpPutResponseHopLimit'],
    source: CLUSTER_API_AWS,
  },
  {
    group: 'infrastructure.cluster.x-k8s.io',
    kind: 'AWSMachinePool',
    path: ['spec', 'awsLaunchTemplate', 'instanceMetadataOptions', 'httpPutResponseHopLimit'],
    source: CLUSTER_API_AWS,
  },
  {
    group: 'kops.k8s.io',
    kind: 'InstanceGroup',
    path: ['spec', 'instanceMetadata', 'httpPutResponseHopLimit'],
    source: 'kubernetes/kops@v1.30.0 pkg/apis/kops/v1alpha2/instancegroup.go InstanceMetadataOptions',
  },
  {
    group: 'ec2.services.k8s.aws',
    kind: 'LaunchTemplate',
    path: ['spec', 'data', 'metadataOptions', 'httpPutResponseHopLimit'],
    source: 'aws-controllers-k8s/ec2-controller apis/v1alpha1/launch_template.go',
  },
  {
    group: 'ec2.aws.upbound.io',
    kind: 'LaunchTemplate',
    path: ['spec', 'forProvider', 'metadataOptions', 0, 'httpPutResponseHopLimit'],
    source: 'crossplane-contrib/provider-upjet-aws apis/ec2/v1beta1/zz_launchtemplate_types.go',
  },
];

/** The same field of what AWS itself and its tools say of instances and launch templates. */
export interface HopLimitKey {
  readonly key: string;
  /** Keys of what holds it. */
  readonly within: RegExp;
  readonly source: string;
}

export const HOP_LIMIT_KEYS: readonly HopLimitKey[] = [
  {
    key: 'HttpPutResponseHopLimit',
    within: /^MetadataOptions$/,
    source: 'aws ec2 describe-launch-template-versions, create-launch-template and describe-instances; AWS::EC2::LaunchTemplate of CloudFormation, '
      + 'https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_LaunchTemplateInstanceMetadataOptionsRequest.html',
  },
  {
    key: 'http_put_response_hop_limit',
    within: /^metadata_options$/,
    source: 'hashicorp/terraform-provider-aws website/docs/r/launch_template.html.markdown and instance.html.markdown; terraform show -json, '
      + 'https://developer.hashicorp.com/terraform/internals/json-format',
  },
];

/** Keys that name what has the field, of it or of what holds it: the first that is there. */
export const HOP_LIMIT_NAMES: readonly string[] = ['address', 'LaunchTemplateName', 'InstanceId', 'LaunchTemplateId'];

/** An assignment of Terraform's own language: `http_put_response_hop_limit = 1`. */
export const HOP_LIMIT_OF_HCL = /^[ \t]*(?:metadata_options[ \t]*(?:=[ \t]*)?\{[ \t]*)?(http_put_response_hop_limit)[ \t]*=[ \t]*([^\s#]{1,200})/gm;

/** Hops that an answer takes to a pod that is not on the host's network. */
export const HOPS_TO_POD = 2;

/**
 * What the instance metadata service needs where cloud-controller-manager is not on the host's network: the answer to the token request crosses one
 * hop more. Undefined with host network, where the default of 1 is enough.
 */
export function imdsHopLimitNote(hostNetwork: boolean): string | undefined {
  if (hostNetwork) return undefined;
  return 'cloud-controller-manager does not use the host network: the instance metadata service answers it only with a hop limit of at least 2 (3 '
    + 'with some CNI '
    + 'plugins); run aws ec2 modify-instance-metadata-options --http-put-response-hop-limit 2 --instance-id <id> for every control-plane instance, '
      + 'or set hostNetwork (kubernetes/kops#10702, kubernetes/cloud-provider-aws#169)';
}
