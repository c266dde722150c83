import type { EC2Client, Filter, Instance, RouteTable, Tag } from '@aws-sdk/client-ec2';
import { AwsClientOptions, clientConfig, collect, loadSdk, orAwsError } from './client';
import { Ec2Filter, Ec2Port } from './ec2-port';
import { TagBatch } from '../lib/tags/batches';
import { InstanceFacts, RouteTableFacts } from '../lib/tags/inventory';
import { Tags } from '../lib/tags/keys';
import { EC2_LIMITS } from '../lib/tags/limits';

type Sdk = typeof import('@aws-sdk/client-ec2');

/** EC2 through the AWS SDK. */
export async function ec2ThroughSdk(options: AwsClientOptions): Promise<Ec2Port> {
  const sdk = loadSdk<Sdk>('@aws-sdk/client-ec2');
  return ec2ThroughClient(sdk, new sdk.EC2Client(clientConfig(options)));
}

/** The same over a client that exists already. */
export function ec2ThroughClient(sdk: Sdk, client: EC2Client): Ec2Port {
  const page = { client, pageSize: EC2_LIMITS.pageSize };
  return {
    region: () => orAwsError(() => client.config.region()),
    instances: filters => collect(
      sdk.paginateDescribeInstances(page, { Filters: [...RUNNABLE, ...toFilters(filters)] }),
      output => (output.Reservations ?? []).flatMap(reservation => reservation.Instances ?? []).map(instanceFacts),
    ),
    subnets: filters => collect(sdk.paginateDescribeSubnets(page, { Filters: toFilters(filters) }), output => (output.Subnets ?? []).map(subnet => ({
      id: subnet.SubnetId ?? '', tags: toTags(subnet.Tags), vpcId: subnet.VpcId ?? '', zone: subnet.AvailabilityZone ?? '',
    }))),
    securityGroups: filters => collect(
      sdk.paginateDescribeSecurityGroups(page, { Filters: toFilters(filters) }),
      output => (output.SecurityGroups ?? []).map(group => ({
        id: group.GroupId ?? '',
        tags: toTags(group.Tags),
        vpcId: group.VpcId ?? '',
        name: group.GroupName ?? '',
        description: group.Description ?? '',
      })),
    ),
    // The largest page of route tables is 100.
    routeTables: filters => collect(
      sdk.paginateDescribeRouteTables({ client, pageSize: 100 }, { Filters: toFilters(filters) }),
      output => (output.RouteTables ?? []).map(routeTableFacts),
    ),
    vpcs: filters => collect(sdk.paginateDescribeVpcs(page, { Filters: toFilters(filters) }), output => (output.Vpcs ?? []).map(vpc => ({
      id: vpc.VpcId ?? '', tags: toTags(vpc.Tags),
    }))),
    tags: keys =>
      collect(sdk.paginateDescribeTags(page, { Filters: [{ Name: 'key', Values: [...keys] }] }), output => (output.Tags ?? []).map(tag => ({
        resourceId: tag.ResourceId ?? '', key: tag.Key ?? '', value: tag.Value ?? '',
      }))),
    createTags: async batch => { await orAwsError(() => client.send(new sdk.CreateTagsCommand(request(batch)))); },
    deleteTags: async batch => { await orAwsError(() => client.send(new sdk.DeleteTagsCommand(request(batch)))); },
  };
}

/** Instances whose tags still matter. */
const RUNNABLE: readonly Filter[] = [{ Name: 'instance-state-name', Values: ['pending', 'running', 'stopping', 'stopped'] }];

function request(batch: TagBatch): { Resources: string[]; Tags: Tag[] } {
  return { Resources: [...batch.ids], Tags: batch.tags.map(({ key, value }) => ({ Key: key, Value: value })) };
}

function toFilters(filters: readonly Ec2Filter[]): Filter[] {
  return filters.map(({ name, values }) => ({ Name: name, Values: [...values] }));
}

function toTags(tags: readonly Tag[] | undefined): Tags {
  return new Map((tags ?? []).map(tag => [tag.Key ?? '', tag.Value ?? '']));
}

function instanceFacts(instance: Instance): InstanceFacts {
  return {
    id: instance.InstanceId ?? '',
    tags: toTags(instance.Tags),
    vpcId: instance.VpcId ?? '',
    subnetId: instance.SubnetId ?? '',
    securityGroups: (instance.SecurityGroups ?? []).map(group => ({ id: group.GroupId ?? '', name: group.GroupName ?? '' })),
    tagsInMetadata: instance.MetadataOptions?.InstanceMetadataTags === 'enabled',
  };
}

function routeTableFacts(table: RouteTable): RouteTableFacts {
  const associations = table.Associations ?? [];
  return {
    id: table.RouteTableId ?? '',
    tags: toTags(table.Tags),
    vpcId: table.VpcId ?? '',
    main: associations.some(association => association.Main === true),
    subnetIds: associations.flatMap(association => association.SubnetId ?? []),
    internetGateway: (table.Routes ?? []).some(route => route.GatewayId?.startsWith('igw') ?? false),
  };
}
