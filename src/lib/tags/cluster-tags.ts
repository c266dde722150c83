import { ClusterTag, ClusterTagResource, ClusterTagValue } from './cluster-tag';
import { ClusterTagsProps } from './cluster-tags-props';
import { checkSettings, desiredTags, TagSettings, tagSettings } from './settings';
import { checkNames } from '../options/check-names';
import { checkRequired, anyText } from '../text/required-props';

/**
 * The cluster tags of one cluster, in the form that each infrastructure tool takes: for resources that do not exist yet. Needed before the
 * cloud-controller-manager starts, in every phase.
 *
 * @see https://github.com/kubernetes/cloud-provider-aws/blob/master/docs/prerequisites.md
 * @example
 * const tags = new ClusterTags({ clusterId: 'prod' });
 * tags.cloudFormationTags(ClusterTagResource.WORKER_INSTANCE); // [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned' }]
 */
export class ClusterTags {
  /** Id of the cluster. */
  public readonly clusterId: string;
  private readonly settings: TagSettings;

  /**
   * @param props what to tag with
   * @throws if the id or an extra tag breaks a limit of EC2 or uses a reserved prefix
   */
  public constructor(props: ClusterTagsProps) {
    checkNames('ClusterTagsProps', props);
    checkRequired(props, { clusterId: anyText('the id in the cluster tag') });
    this.clusterId = props.clusterId;
    this.settings = tagSettings(props);
    checkSettings(this.settings);
  }

  /**
   * Key and value of every tag.
   *
   * @param resource what is tagged
   */
  public tags(resource: ClusterTagResource): ClusterTag[] {
    return [...desiredTags(resource, this.settings)].map(([key, value]) => ({ key, value }));
  }

  /**
   * `Tags` of a CloudFormation resource, or of an EC2 API call.
   *
   * @param resource what is tagged
   */
  public cloudFormationTags(resource: ClusterTagResource): any {
    return this.tags(resource).map(({ key, value }) => ({ Key: key, Value: value }));
  }

  /**
   * `TagSpecifications` inside the `LaunchTemplateData` of a launch template: what the instances get, not the template.
   *
   * @param resource an instance kind
   * @throws on anything but an instance
   */
  public launchTemplateTagSpecifications(resource: ClusterTagResource): any {
    assertInstance(resource, 'launch template');
    return [{ ResourceType: 'instance', Tags: this.cloudFormationTags(resource) }];
  }

  /**
   * `Tags` of an Auto Scaling group in CloudFormation, passed on to the instances it launches. Instances that run already are not changed.
   *
   * @param resource an instance kind
   * @throws on anything but an instance
   */
  public autoScalingGroupTags(resource: ClusterTagResource): any {
    assertInstance(resource, 'Auto Scaling group');
    return this.tags(resource).map(({ key, value }) => ({ Key: key, Value: value, PropagateAtLaunch: true }));
  }

  /**
   * Text of a `*.auto.tfvars.json` file: the tags by kind of resource, `_` for `-`.
   *
   * @param variable name of the variable; `cluster_tags` if left out
   * @throws if that is not a name of a Terraform variable
   */
  public terraformTfvars(variable: string = 'cluster_tags'): string {
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(variable)) {
      throw new Error(`variable is '${variable}'; a Terraform variable is named with letters, digits, '_' and '-', and does not start with a digit`);
    }
    const maps = Object.values(ClusterTagResource).map(kind => [kind.replaceAll('-', '_'), tagMap(this.tags(kind))]);
    return `${JSON.stringify({ [variable]: Object.fromEntries(maps) }, null, 2)}\n`;
  }

  /**
   * What goes into a kops `Cluster`. kops writes the cluster tags itself, under the name of the cluster, and refuses them in `cloudLabels`.
   *
   * @param clusterName `metadata.name` of the kops cluster
   * @throws if kops would write another id or value
   */
  public kopsCluster(clusterName: string): any {
    this.assertInstallerTags('kops', clusterName);
    return { metadata: { name: clusterName }, spec: { cloudLabels: tagMap(this.extraTags()) } };
  }

  /**
   * What goes into an `AWSCluster` of Cluster API. The provider writes the cluster tags itself, under the name of the cluster, except on a network
   * that it did not create: tag that with the tagger.
   *
   * @param clusterName `metadata.name` of the `Cluster`
   * @throws if Cluster API would write another id or value
   */
  public clusterApiAwsCluster(clusterName: string): any {
    this.assertInstallerTags('Cluster API', clusterName);
    return { metadata: { name: clusterName }, spec: { additionalTags: tagMap(this.extraTags()) } };
  }

  private extraTags(): readonly ClusterTag[] {
    return this.settings.extraTags;
  }

  private assertInstallerTags(installer: string, clusterName: string): void {
    if (clusterName !== this.clusterId) {
      throw new Error(`clusterName is '${clusterName}', but clusterId is '${this.clusterId}': ${installer} tags with the name, and with two cluster `
        + 'keys '
        + "the cloud-controller-manager exits ('Found multiple cluster tags'); use one name for both");
    }
    if (this.settings.value !== ClusterTagValue.OWNED) {
      throw new Error(`value is '${this.settings.value}', but ${installer} tags its instances '${ClusterTagValue.OWNED}'; leave value out`);
    }
  }
}

function tagMap(tags: readonly ClusterTag[]): Record<string, string> {
  return Object.fromEntries(tags.map(({ key, value }) => [key, value]));
}

function assertInstance(resource: ClusterTagResource, what: string): void {
  if (resource !== ClusterTagResource.CONTROL_PLANE_INSTANCE && resource !== ClusterTagResource.WORKER_INSTANCE) {
    throw new Error(`resource is '${resource}', but a ${what} tags instances; use '${ClusterTagResource.CONTROL_PLANE_INSTANCE}' or `
      + `'${ClusterTagResource.WORKER_INSTANCE}'`);
  }
}
