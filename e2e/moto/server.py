"""The EC2, ELB and IAM API for an end-to-end run: moto, a tagged cluster in it, and a log of every request.

Standard input is the life line: the server ends when it closes. Arguments: one JSON object. Prints one line of JSON when it is ready.

The log has one JSON object a line. `key` is the access key of the caller: the harness gives each process its own, so the log says which process acted.
"""

import io
import json
import os
import re
import sys
import threading
import time
from urllib.parse import parse_qs

os.environ.setdefault("MOTO_EC2_LOAD_DEFAULT_AMIS", "false")
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "test", "moto"))

import boto3  # noqa: E402
import simulator  # noqa: E402
from instances import run_instance  # noqa: E402
from moto.elb import models as elb  # noqa: E402
from moto.server import DomainDispatcherApplication, create_backend_app  # noqa: E402
from werkzeug.serving import WSGIRequestHandler, make_server  # noqa: E402


def default_health_check() -> None:
    """ELB gives every new load balancer a health check; moto gives none, and the in-tree provider of kube-controller-manager panics on that."""
    create = elb.LoadBalancer.__init__

    def with_health_check(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        create(self, *args, **kwargs)
        self.health_check = elb.FakeHealthCheck("5", "10", "2", "30", "TCP:80")

    elb.LoadBalancer.__init__ = with_health_check


def creation_takes(seconds: float) -> None:
    """ELB takes its time to make a load balancer, moto none. In that time a second creator finds none yet, tries too, and is told DuplicateLoadBalancerName."""
    create = elb.ELBBackend.create_load_balancer

    def late(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        time.sleep(seconds)
        return create(self, *args, **kwargs)

    elb.ELBBackend.create_load_balancer = late


class RequestLog:
    """Writes who asked for what, and what the answer was."""

    def __init__(self, app, path):  # type: ignore[no-untyped-def]
        self.app = app
        self.file = open(path, "a", buffering=1, encoding="utf-8")
        self.lock = threading.Lock()

    def __call__(self, environ, start_response):  # type: ignore[no-untyped-def]
        length = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(length)
        environ["wsgi.input"] = io.BytesIO(body)
        form = parse_qs(body.decode("utf-8", "replace"))
        entry = {
            "at": time.time() * 1000,
            "key": (re.search(r"Credential=([^/]+)/", environ.get("HTTP_AUTHORIZATION", "")) or [None, ""])[1],
            "action": form.get("Action", ["?"])[0],
            "name": (form.get("LoadBalancerName") or form.get("LoadBalancerNames.member.1") or form.get("RouteTableId") or [None])[0],
        }

        def logged(status, headers, *rest):  # type: ignore[no-untyped-def]
            entry["status"] = int(status.split(" ")[0])
            return start_response(status, headers, *rest)

        answer = b"".join(self.app(environ, logged))
        if entry["status"] >= 400:
            entry["error"] = (re.search(rb"<Code>([^<]+)</Code>", answer) or [b"", b""])[1].decode()
        with self.lock:
            self.file.write(json.dumps(entry) + "\n")
        return [answer]


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_request(self, *_: object) -> None:
        pass


def cluster(endpoint: str, options: dict) -> dict:
    region, zone = options["region"], options["region"] + "a"
    ec2 = boto3.client("ec2", region_name=region, endpoint_url=endpoint, aws_access_key_id="SETUP", aws_secret_access_key="x")
    tags = [{"Key": f"kubernetes.io/cluster/{options['cluster']}", "Value": "owned"}]
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    subnet = ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.0.0/18", AvailabilityZone=zone)["Subnet"]["SubnetId"]
    gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
    ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
    table = ec2.create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"]
    ec2.create_route(RouteTableId=table, DestinationCidrBlock="0.0.0.0/0", GatewayId=gateway)
    ec2.associate_route_table(RouteTableId=table, SubnetId=subnet)
    group = ec2.create_security_group(GroupName="nodes", Description="nodes", VpcId=vpc)["GroupId"]
    instances = {}
    for address in options["addresses"]:
        instances[address] = run_instance(region, subnet, [group], private_ip=address).instances[0].id
    iam = boto3.client("iam", region_name=region, endpoint_url=endpoint, aws_access_key_id="SETUP", aws_secret_access_key="x")
    iam.create_role(RoleName="control-plane", AssumeRolePolicyDocument="{}")
    iam.put_role_policy(RoleName="control-plane", PolicyName="cloud-provider", PolicyDocument=options["policy"])
    iam.create_instance_profile(InstanceProfileName="control-plane")
    iam.add_role_to_instance_profile(InstanceProfileName="control-plane", RoleName="control-plane")
    for instance in instances.values():
        ec2.associate_iam_instance_profile(IamInstanceProfile={"Name": "control-plane"}, InstanceId=instance)
    ec2.create_tags(Resources=[vpc, subnet, table, group, *instances.values()], Tags=tags)
    return {"vpcId": vpc, "subnetId": subnet, "routeTableId": table, "securityGroupId": group, "zone": zone, "instances": instances}


def main() -> None:
    options = json.loads(sys.argv[1])
    simulator.install()
    default_health_check()
    creation_takes(options["creationSeconds"])
    app = RequestLog(DomainDispatcherApplication(create_backend_app), options["log"])
    server = make_server(options["address"], 0, app, threaded=True, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://{options['address']}:{server.port}"
    print(json.dumps({"endpoint": endpoint, **cluster(endpoint, options)}), flush=True)
    sys.stdin.read()


main()
