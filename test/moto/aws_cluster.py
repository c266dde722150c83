"""moto with a cluster in it: two instances with a role, in one Auto Scaling group, a classic and a network load balancer. Prints one line of JSON when it is ready, then takes one
change a line on standard input and answers each with a line; ends when its standard input closes. Arguments: the policy document of the role."""

import json
import os
import sys

os.environ.setdefault("MOTO_EC2_LOAD_DEFAULT_AMIS", "false")
sys.path.insert(0, os.path.dirname(__file__))

import boto3  # noqa: E402
import simulator  # noqa: E402
from instances import run_instance  # noqa: E402
from moto.core import DEFAULT_ACCOUNT_ID  # noqa: E402
from moto.server import ThreadedMotoServer  # noqa: E402

REGION = "us-east-1"
LISTENER = {"Protocol": "TCP", "LoadBalancerPort": 80, "InstanceProtocol": "TCP", "InstancePort": 30080}


def main() -> None:
    simulator.install()
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    clients = {
        name: boto3.client(name, region_name=REGION, endpoint_url=endpoint, aws_access_key_id="test", aws_secret_access_key="test")
        for name in ["autoscaling", "ec2", "elb", "elbv2", "iam"]
    }
    autoscaling, ec2, elb, elbv2, iam = clients.values()
    iam.create_role(RoleName="ccm", AssumeRolePolicyDocument="{}")
    iam.put_role_policy(RoleName="ccm", PolicyName="ccm", PolicyDocument=sys.argv[1])
    iam.create_instance_profile(InstanceProfileName="ccm")
    iam.add_role_to_instance_profile(InstanceProfileName="ccm", RoleName="ccm")
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    subnet = ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.0.0/18", AvailabilityZone=REGION + "a")["Subnet"]["SubnetId"]
    instances = [run_instance(REGION, subnet).instances[0].id for _ in range(3)]
    for instance in instances[:2]:
        ec2.associate_iam_instance_profile(IamInstanceProfile={"Name": "ccm"}, InstanceId=instance)

    # Made of an instance, so that it has what is needed to launch another one; it launches none.
    autoscaling.create_auto_scaling_group(AutoScalingGroupName="masters", InstanceId=instances[0], MinSize=0, MaxSize=2, VPCZoneIdentifier=subnet)
    autoscaling.attach_instances(AutoScalingGroupName="masters", InstanceIds=instances[:2])

    def classic():
        made = elb.create_load_balancer(LoadBalancerName="a1", Listeners=[LISTENER], Subnets=[subnet])
        elb.register_instances_with_load_balancer(LoadBalancerName="a1", Instances=[{"InstanceId": id} for id in instances[:2]])
        return made["DNSName"]

    def network():
        made = elbv2.create_load_balancer(Name="n1", Type="network", Subnets=[subnet])["LoadBalancers"][0]
        group = elbv2.create_target_group(Name="g1", Protocol="TCP", Port=30443, VpcId=vpc)["TargetGroups"][0]["TargetGroupArn"]
        elbv2.register_targets(TargetGroupArn=group, Targets=[{"Id": id} for id in instances[:2]])
        elbv2.create_listener(
            LoadBalancerArn=made["LoadBalancerArn"], Protocol="TCP", Port=443, DefaultActions=[{"Type": "forward", "TargetGroupArn": group}],
        )
        return made["DNSName"]

    hosts = [classic(), network()]
    print(json.dumps({"endpoint": endpoint, "instances": instances, "hosts": hosts, "account": DEFAULT_ACCOUNT_ID}), flush=True)
    for line in sys.stdin:
        client, call, arguments = json.loads(line)
        getattr(clients[client], call)(**arguments)
        print("done", flush=True)


main()
