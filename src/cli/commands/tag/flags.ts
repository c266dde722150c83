import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ClusterTaggerProps } from '../../../aws/cluster-tagger-props';
import { defaultRecordFile } from '../../../aws/tagger-options';
import { ClusterTag, ClusterTagValue } from '../../../lib/tags/cluster-tag';
import { InputError } from '../../io';

/** Flags of all four commands, as commander hands them over. */
export interface TagFlags {
  readonly clusterId: string;
  readonly instanceIds?: string[];
  readonly vpcId?: string;
  readonly filter?: ClusterTag[];
  readonly nodes?: string;
  readonly controlPlaneIds?: string[];
  readonly securityGroupIds?: string[];
  readonly subnetIds?: string[];
  readonly routeTableId?: string;
  readonly cloudRoutes: boolean;
  readonly routeTableInCloudConfig?: boolean;
  readonly tagVpc?: boolean;
  readonly value: ClusterTagValue;
  readonly networkValue: ClusterTagValue;
  readonly legacyTag?: boolean;
  readonly subnetRoles: boolean;
  readonly extraTag?: ClusterTag[];
  readonly record?: string;
  readonly concurrency?: number;
  readonly region?: string;
  readonly profile?: string;
  readonly endpoint?: string;
  readonly format: 'text' | 'json';
  readonly yes?: boolean;
  readonly skipConflicts?: boolean;
}

export function addTagOptions(command: Command): Command {
  const values = Object.values(ClusterTagValue);
  return command
    .requiredOption('--cluster-id <id>', 'id of the cluster: what follows kubernetes.io/cluster/ in the tag key')
    .option('--instance-ids <ids>', 'instances, separated by commas', list)
    .option('--vpc-id <id>', 'VPC of the instances; alone, the whole VPC is the cluster\'s')
    .option('--filter <key=value>', 'a tag that the instances have; can be given several times', tag)
    .option('--nodes <file>', 'output of kubectl get nodes -o json (or yaml): the instances of these nodes')
    .option('--control-plane-ids <ids>', 'instances that run the control plane; known already with --nodes', list)
    .option('--security-group-ids <ids>', 'the security groups to tag where an instance has several', list)
    .option('--subnet-ids <ids>', 'the subnets to tag', list)
    .option('--route-table-id <id>', 'the route table to tag')
    .option('--no-cloud-routes', 'the cloud-controller-manager runs with --configure-cloud-routes=false: no route table is needed')
    .option('--route-table-in-cloud-config', 'the cloud config has RouteTableID: tags of route tables do not matter')
    .option('--tag-vpc', 'tag the VPC too; the cloud-controller-manager does not read it')
    .addOption(new Option('--value <value>', 'value on instances and their security group').choices(values).default(ClusterTagValue.OWNED))
    .addOption(new Option('--network-value <value>', 'value on subnets, route table and VPC').choices(values).default(ClusterTagValue.SHARED))
    .option('--legacy-tag', 'add KubernetesCluster too')
    .option('--no-subnet-roles', 'leave kubernetes.io/role/elb and internal-elb out')
    .option('--extra-tag <key=value>', 'a tag of your own; can be given several times', tag)
    .option('--record <file>', 'what apply added (default: ccm-migration-tags-<id>.json)')
    .option('--concurrency <number>', 'calls that change tags at a time (default: 3)', Number)
    .option('--region <region>', 'default: as the AWS SDK finds it')
    .option('--profile <profile>', 'profile of the shared AWS files, its role included; default: as the AWS SDK finds it')
    .option('--endpoint <url>', 'endpoint of the EC2 API; default: as the AWS SDK finds it')
    .addOption(new Option('--format <format>', 'form of the output').choices(['text', 'json']).default('text'));
}

export function taggerProps(flags: TagFlags, cwd: string): ClusterTaggerProps & { readonly recordFile: string } {
  const { nodes, filter, extraTag, record, ...same } = flags;
  return {
    ...same,
    filterTags: filter,
    extraTags: extraTag,
    nodeList: nodes === undefined ? undefined : read(resolve(cwd, nodes)),
    recordFile: resolve(cwd, record ?? defaultRecordFile(flags.clusterId)),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new InputError(`--nodes cannot be read: ${(error as Error).message}`);
  }
}

function list(text: string): string[] {
  return text.split(',').map(item => item.trim()).filter(item => item !== '');
}

function tag(text: string, previous: ClusterTag[] = []): ClusterTag[] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError("give '<key>=<value>'.");
  return [...previous, { key: text.slice(0, equals), value: text.slice(equals + 1) }];
}
