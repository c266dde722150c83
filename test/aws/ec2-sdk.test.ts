import * as sdk from '@aws-sdk/client-ec2';
import { mockClient } from 'aws-sdk-client-mock';
import { orAwsError } from '../../src/aws/client';
import { ec2ThroughClient } from '../../src/aws/ec2-sdk';

const mock = mockClient(sdk.EC2Client);
const ec2 = ec2ThroughClient(new sdk.EC2Client({ region: 'eu-west-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } }));

beforeEach(() => mock.reset());

describe('ec2ThroughClient', () => {
  it('reads all pages of instances, without those that are going away', async () => {
    mock.on(sdk.DescribeInstancesCommand).callsFake((input: sdk.DescribeInstancesCommandInput) => (input.NextToken === undefined
      ? {
        NextToken: '2',
        Reservations: [{
          Instances: [{ InstanceId: 'i-1', Tags: [{ Key: 'a', Value: '1' }], MetadataOptions: { InstanceMetadataTags: 'enabled' } }],
        }],
      }
      : {
        Reservations: [{
          Instances: [{ InstanceId: 'i-2', VpcId: 'vpc-1', SubnetId: 'subnet-1', SecurityGroups: [{ GroupId: 'sg-1', GroupName: 'g' }] }],
        }],
      }));
    expect(await ec2.instances([{ name: 'vpc-id', values: ['vpc-1'] }])).toEqual([
      { id: 'i-1', tags: new Map([['a', '1']]), vpcId: '', subnetId: '', securityGroups: [], tagsInMetadata: true },
      { id: 'i-2', tags: new Map(), vpcId: 'vpc-1', subnetId: 'subnet-1', securityGroups: [{ id: 'sg-1', name: 'g' }], tagsInMetadata: false },
    ]);
    expect(mock.commandCalls(sdk.DescribeInstancesCommand)[0].args[0].input).toMatchObject({
      MaxResults: 1_000,
      Filters: [
        { Name: 'instance-state-name', Values: ['pending', 'running', 'stopping', 'stopped'] },
        { Name: 'vpc-id', Values: ['vpc-1'] },
      ],
    });
  });

  it('sees main tables and internet gateways, and asks for pages that route tables allow', async () => {
    mock.on(sdk.DescribeRouteTablesCommand).resolves({
      RouteTables: [
        { RouteTableId: 'rtb-1', VpcId: 'vpc-1', Associations: [{ Main: true }], Routes: [{ GatewayId: 'local' }] },
        {
          RouteTableId: 'rtb-2',
          VpcId: 'vpc-1',
          Associations: [{ SubnetId: 'subnet-1' }],
          Routes: [{ NatGatewayId: 'nat-1' },
            { GatewayId: 'igw-1' }],
        },
      ],
    });
    expect(await ec2.routeTables([])).toEqual([
      { id: 'rtb-1', tags: new Map(), vpcId: 'vpc-1', main: true, subnetIds: [], internetGateway: false },
      { id: 'rtb-2', tags: new Map(), vpcId: 'vpc-1', main: false, subnetIds: ['subnet-1'], internetGateway: true },
    ]);
    expect(mock.commandCalls(sdk.DescribeRouteTablesCommand)[0].args[0].input.MaxResults).toBe(100);
  });

  it('deletes tags by key and value, so that a changed tag stays', async () => {
    mock.on(sdk.DeleteTagsCommand).resolves({});
    await ec2.deleteTags({ ids: ['i-1', 'i-2'], tags: [{ key: 'a', value: '1' }] });
    expect(mock.commandCalls(sdk.DeleteTagsCommand)[0].args[0].input).toEqual({ Resources: ['i-1', 'i-2'], Tags: [{ Key: 'a', Value: '1' }] });
  });

  it('hands the code of EC2 over, and that of a broken connection', async () => {
    const refused = Object.assign(new Error("The instance ID 'i-1' does not exist"), { name: 'InvalidInstanceID.NotFound' });
    mock.on(sdk.CreateTagsCommand).rejectsOnce(refused).rejects(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const call = () => ec2.createTags({ ids: ['i-1'], tags: [{ key: 'a', value: '1' }] });
    await expect(call()).rejects.toMatchObject({ code: 'InvalidInstanceID.NotFound', message: "The instance ID 'i-1' does not exist" });
    await expect(call()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('knows its region', async () => {
    expect(await ec2.region()).toBe('eu-west-1');
  });
});

it('says in words of its own where no region is set', async () => {
  // Of the SDK, before anything is sent.
  await expect(orAwsError(() => Promise.reject(new Error('Region is missing')))).rejects.toThrow(/^no region is set, so .* `--region .*AWS_REGION/);
});
