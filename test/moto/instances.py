"""Instances that are made inside moto's process, without a request."""
from moto.core import DEFAULT_ACCOUNT_ID
from moto.ec2.models import ec2_backends


def run_instance(region, subnet, groups=(), **more):
    """Its reservation."""
    return ec2_backends[DEFAULT_ACCOUNT_ID][region].run_instances(
        "ami-12c6146b", 1, None, [], subnet_id=subnet, security_group_ids=list(groups), instance_type="m5.large", is_instance_type_default=False,
        region_name=region, nics=[], key_name=None, tags={}, placement=None, **more,
    )
