"""The moto server on a free port, with a fleet in it. Prints one line of JSON when it is ready and ends when its standard input closes.

Instances are made inside the process: through RunInstances moto takes 20 s per 1,000, half of it to print the answer. Everything else goes through the
HTTP API. Each instance is a reservation of its own, as an Auto Scaling group launches them: moto pages by reservation, as EC2 does.
"""

import json
import os
import sys

os.environ.setdefault("MOTO_EC2_LOAD_DEFAULT_AMIS", "false")

import boto3  # noqa: E402
from moto.core import DEFAULT_ACCOUNT_ID  # noqa: E402
from moto.ec2.models import ec2_backends  # noqa: E402
from moto.server import ThreadedMotoServer  # noqa: E402

REGION = "us-east-1"


def fleet(endpoint: str, instances: int) -> dict:
    ec2 = boto3.client("ec2", region_name=REGION, endpoint_url=endpoint, aws_access_key_id="test", aws_secret_access_key="test")
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    private = [
        ec2.create_subnet(VpcId=vpc, CidrBlock=cidr, AvailabilityZone=REGION + zone)["Subnet"]["SubnetId"]
        for cidr, zone in [("10.0.0.0/18", "a"), ("10.0.64.0/18", "b")]
    ]
    public = ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.128.0/20", AvailabilityZone=REGION + "a")["Subnet"]["SubnetId"]
    gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
    ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
    table = ec2.create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"]
    ec2.create_route(RouteTableId=table, DestinationCidrBlock="0.0.0.0/0", GatewayId=gateway)
    ec2.associate_route_table(RouteTableId=table, SubnetId=public)
    group = ec2.create_security_group(GroupName="nodes", Description="nodes", VpcId=vpc)["GroupId"]
    tables = ec2.describe_route_tables(Filters=[{"Name": "association.main", "Values": ["true"]}, {"Name": "vpc-id", "Values": [vpc]}])
    backend = ec2_backends[DEFAULT_ACCOUNT_ID][REGION]
    ids = []
    for index in range(instances):
        reservation = backend.run_instances(
            "ami-12c6146b", 1, None, [], subnet_id=private[index % 2], security_group_ids=[group], instance_type="m5.large",
            is_instance_type_default=False, region_name=REGION, nics=[], key_name=None, tags={}, placement=None,
        )
        ids.append(reservation.instances[0].id)
    return {
        "vpcId": vpc, "privateSubnetIds": private, "publicSubnetId": public, "securityGroupId": group,
        "mainRouteTableId": tables["RouteTables"][0]["RouteTableId"], "publicRouteTableId": table, "instanceIds": ids,
    }


def main() -> None:
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    fleets = [fleet(endpoint, int(size)) for size in sys.argv[1:]]
    print(json.dumps({"endpoint": endpoint, "region": REGION, "fleets": fleets}), flush=True)
    sys.stdin.read()


main()
