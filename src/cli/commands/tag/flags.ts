import { Command, InvalidArgumentError, Option } from 'commander';
import { type ClusterTag, ClusterTagValue } from '../../../lib/tags/cluster-tag';
import { awsOptions, commaList } from '../../aws-flags';

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

export type TagAction = 'plan' | 'apply' | 'verify' | 'remove';

/** Who uses a flag. The others take it too, so that one command line serves all four, but neither ask for it nor show it. */
const LOOKS: readonly TagAction[] = ['plan', 'apply', 'verify'];
const ADDS: readonly TagAction[] = ['plan', 'apply'];
const CHANGES: readonly TagAction[] = ['apply', 'remove'];
const ALL: readonly TagAction[] = ['plan', 'apply', 'verify', 'remove'];

export function addTagOptions(command: Command, action: TagAction): Command {
  const values = Object.values(ClusterTagValue);
  const add = (users: readonly TagAction[], option: Option): void => { command.addOption(option.hideHelp(!users.includes(action))); };
  command.requiredOption('--cluster-id <id>', 'id of the cluster: what follows kubernetes.io/cluster/ in the tag key');
  add(LOOKS, new Option('--instance-ids <ids>', 'instances, separated by commas').argParser(commaList));
  add(LOOKS, new Option('--vpc-id <id>', 'VPC of the instances; alone, the whole VPC is the cluster\'s'));
  add(LOOKS, new Option('--filter <key=value>', 'a tag that the instances have; can be given several times').argParser(tag));
  add(LOOKS, new Option('--nodes <file>', 'output of kubectl get nodes -o json (or yaml): the instances of these nodes'));
  add(LOOKS, new Option('--control-plane-ids <ids>', 'instances that run the control plane; known already with --nodes').argParser(commaList));
  add(ADDS, new Option('--security-group-ids <ids>', 'the security groups to tag where an instance has several').argParser(commaList));
  add(ADDS, new Option('--subnet-ids <ids>', 'the subnets to tag').argParser(commaList));
  add(ADDS, new Option('--route-table-id <id>', 'the route table to tag'));
  add(LOOKS, new Option('--no-cloud-routes', 'the cloud-controller-manager runs with --configure-cloud-routes=false: no route table is needed'));
  add(['verify'], new Option('--route-table-in-cloud-config', 'the cloud config has RouteTableID: tags of route tables do not matter'));
  add(ADDS, new Option('--tag-vpc', 'tag the VPC too; the cloud-controller-manager does not read it'));
  add(ADDS, new Option('--value <value>', 'value on instances and their security group').choices(values).default(ClusterTagValue.OWNED));
  add(ADDS, new Option('--network-value <value>', 'value on subnets, route table and VPC').choices(values).default(ClusterTagValue.SHARED));
  add(ADDS, new Option('--legacy-tag', 'add KubernetesCluster too'));
  add(ADDS, new Option('--no-subnet-roles', 'leave kubernetes.io/role/elb and internal-elb out'));
  add(ADDS, new Option('--extra-tag <key=value>', 'a tag of your own; can be given several times').argParser(tag));
  add(CHANGES, new Option('--record <file>', 'what apply added (default: ccm-migration-tags-<id>.json)'));
  add(CHANGES, new Option('--concurrency <number>', 'calls that change tags at a time (default: 3)').argParser(Number));
  for (const option of awsOptions()) add(ALL, option);
  if (action === 'remove') command.addHelpText('after', '\nOther flags of apply are accepted; the record alone says what is removed.');
  return command;
}

function tag(text: string, previous: ClusterTag[] = []): ClusterTag[] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError("give '<key>=<value>'.");
  return [...previous, { key: text.slice(0, equals), value: text.slice(equals + 1) }];
}
