"""The moto server on a free port, with fleets in it. Prints one line of JSON when it is ready and ends when its standard input closes.

Thousands of instances would take minutes through RunInstances, so all but the first few are copies made inside the process, with an id of their own.
Each is a reservation of its own, as an Auto Scaling group launches them: moto pages by reservation, as EC2 does. What the API does with them is moto's.
"""

import copy
import json
import os
import sys

os.environ.setdefault("MOTO_EC2_LOAD_DEFAULT_AMIS", "false")

import boto3  # noqa: E402
from instances import run_instance  # noqa: E402
from moto.core import DEFAULT_ACCOUNT_ID  # noqa: E402
from moto.core.serialize import XFormedAttributePicker  # noqa: E402
from moto.ec2.exceptions import InvalidInstanceIdError  # noqa: E402
from moto.ec2.models import ec2_backends  # noqa: E402
from moto.ec2.models.core import TaggedEC2Resource  # noqa: E402
from moto.ec2.models.instances import InstanceBackend  # noqa: E402
from moto.ec2.utils import random_instance_id, random_reservation_id  # noqa: E402
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
    originals = [run_instance(REGION, subnet, [group]) for subnet in private]
    for reservation in originals:
        # Volumes are a quarter of every answer, and no caller here reads them.
        reservation.instances[0].block_device_mapping.clear()
    reservations = originals[:instances] + [clone(backend, originals[index % 2]) for index in range(2, instances)]
    ids = [reservation.instances[0].id for reservation in reservations]
    return {
        "vpcId": vpc, "privateSubnetIds": private, "publicSubnetId": public, "securityGroupId": group,
        "mainRouteTableId": tables["RouteTables"][0]["RouteTableId"], "publicRouteTableId": table, "instanceIds": ids,
    }


def clone(backend, original):
    reservation = copy.copy(original)
    instance = copy.copy(original.instances[0])
    instance.id = random_instance_id()
    reservation.id = random_reservation_id()
    reservation.instances = [instance]
    backend.reservations[reservation.id] = reservation
    return reservation


def remember_keys() -> None:
    """moto works out for every field of every instance anew under which names it may be found: the same answer each time, and half the time of a page."""
    original = XFormedAttributePicker.get_possible_keys
    known: dict = {}

    def get_possible_keys(self, context):
        where = (type(context.obj), context.key, getattr(context.shape, "name", None), context.operation_model.name)
        if where not in known:
            known[where] = tuple(original(self, context))
        return known[where]

    XFormedAttributePicker.get_possible_keys = get_possible_keys


def know_instances() -> None:
    """CreateTags looks every id up by copying all reservations (minutes for 5,000), and lets ids pass that do not exist; EC2 refuses the whole call."""
    known: dict = {}

    def get_instance_by_id(self, instance_id):
        if instance_id not in known:
            known.update({instance.id: instance for reservation in list(self.reservations.values()) for instance in reservation.instances})
        if instance_id not in known:
            raise InvalidInstanceIdError(instance_id)
        return known[instance_id]

    InstanceBackend.get_instance_by_id = get_instance_by_id


def read_tags() -> None:
    """Every described resource has its tags looked up by matching all tags of all resources: the square of the fleet."""

    def get_tags(self):
        return [{"key": key, "value": value} for key, value in self.ec2_backend.tags.get(self.id, {}).items()]

    TaggedEC2Resource.get_tags = get_tags


def main() -> None:
    remember_keys()
    read_tags()
    know_instances()
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    fleets = [fleet(endpoint, int(size)) for size in sys.argv[1:]]
    print(json.dumps({"endpoint": endpoint, "region": REGION, "fleets": fleets}), flush=True)
    sys.stdin.read()


main()
