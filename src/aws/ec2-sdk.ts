import {
  CreateTagsCommand, DeleteTagsCommand, EC2Client, paginateDescribeInstances, paginateDescribeRouteTables, paginateDescribeSecurityGroups,
  paginateDescribeSubnets, paginateDescribeTags, paginateDescribeVpcs, type Filter, type Instance, type RouteTable, type Tag,
} from '@aws-sdk/client-ec2';
import { AwsClientOptions, clientConfig, collect, orAwsError } from './client';
import { Ec2Filter, Ec2Port } from './ec2-port';
import { TagBatch } from '../lib/tags/batches';
import { InstanceFacts, RouteTableFacts } from '../lib/tags/inventory';
import { Tags } from '../lib/tags/keys';
import { EC2_LIMITS } from '../lib/tags/limits';

/** EC2 through the AWS SDK. */
export function ec2ThroughSdk(options: AwsClientOptions): Ec2Port {
  return ec2ThroughClient(new EC2Client(clientConfig(options)));
}

/** The same over a client that exists already. */
export function ec2ThroughClient(client: EC2Client): Ec2Port {
  const page = { client, pageSize: EC2_LIMITS.pageSize };
  return {
    region: () => orAwsError(() => client.config.region()),
    instances: filters => collect(
      paginateDescribeInstances(page, { Filters: [...RUNNABLE, ...toFilters(filters)] }),
      output => (output.Reservations ?? []).flatMap(reservation => reservation.Instances ?? []).map(instanceFacts),
    ),
    subnets: filters => collect(paginateDescribeSubnets(page, { Filters: toFilters(filters) }), output => (output.Subnets ?? []).map(subnet => ({
      id: subnet.SubnetId ?? '', tags: toTags(subnet.Tags), vpcId: subnet.VpcId ?? '', zone: subnet.AvailabilityZone ?? '',
    }))),
    securityGroups: filters => collect(
      paginateDescribeSecurityGroups(page, { Filters: toFilters(filters) }),
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
      paginateDescribeRouteTables({ client, pageSize: 100 }, { Filters: toFilters(filters) }),
      output => (output.RouteTables ?? []).map(routeTableFacts),
    ),
    vpcs: filters => collect(paginateDescribeVpcs(page, { Filters: toFilters(filters) }), output => (output.Vpcs ?? []).map(vpc => ({
      id: vpc.VpcId ?? '', tags: toTags(vpc.Tags),
    }))),
    tags: keys =>
      collect(paginateDescribeTags(page, { Filters: [{ Name: 'key', Values: [...keys] }] }), output => (output.Tags ?? []).map(tag => ({
        resourceId: tag.ResourceId ?? '', key: tag.Key ?? '', value: tag.Value ?? '',
      }))),
    createTags: async batch => { await orAwsError(() => client.send(new CreateTagsCommand(request(batch)))); },
    deleteTags: async batch => { await orAwsError(() => client.send(new DeleteTagsCommand(request(batch)))); },
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
