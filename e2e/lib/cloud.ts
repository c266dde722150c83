import { ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { IamPolicy, KubernetesVersion } from '../../src';

export const REGION = 'eu-central-1';

/** One request to the EC2 or ELB API. */
export interface CloudRequest {
  readonly at: number;
  /** Access key of the caller, which only one process has. */
  readonly key: string;
  readonly action: string;
  readonly name: string | null;
  readonly status: number;
  readonly error?: string;
}

interface Ready {
  readonly endpoint: string;
  readonly vpcId: string;
  readonly subnetId: string;
  readonly routeTableId: string;
  readonly zone: string;
  readonly instances: Readonly<Record<string, string>>;
}

/** What a role needs for a cloud-controller-manager of the steady state. */
export function policyOfRelease(cloudControllerManager: string, clusterId: string): string {
  return IamPolicy.controlPlane({ cloudControllerManager, clusterId, routes: true }).toJson();
}

/** What the role of the control plane may do in both versions: our own policy. */
function policyOf(clusterId: string): string {
  return IamPolicy.controlPlane({
    kubeControllerManager: KubernetesVersion.of('1.26.15'), cloudControllerManager: 'v1.27.10', clusterId, routes: true, taggingController: true,
  }).toJson();
}

export interface CloudOptions {
  /** Loopback address to listen on. */
  readonly address: string;
  /** Name of the cluster whose tags the instances have. */
  readonly cluster: string;
  /** Private addresses, one instance each. */
  readonly addresses: readonly string[];
  /** File for the log of requests. */
  readonly log: string;
  /** How long it takes to make a load balancer. */
  readonly creationSeconds: number;
  /** What the role of the control plane may do. @default - what both versions of the migration need */
  readonly policy?: string;
}

/** The EC2, ELB and IAM API of a run, with an instance per address. */
export class Cloud {
  public static async start(python: string, options: CloudOptions): Promise<Cloud> {
    const given = JSON.stringify({ region: REGION, policy: policyOf(options.cluster), ...options });
    const child = spawn(python, [join(__dirname, '..', 'moto', 'server.py'), given], {
      stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH },
    });
    let errors = '';
    child.stderr.on('data', chunk => { errors = (errors + String(chunk)).slice(-4000); });
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', code => reject(new Error(`moto ended with ${code}: ${errors}`)));
    });
    return new Cloud(child, JSON.parse(line) as Ready, options.log, options.cluster);
  }

  private constructor(
    private readonly child: ChildProcess, private readonly ready: Ready, private readonly log: string, private readonly cluster: string,
  ) {}

  /** Where the API is. */
  public get endpoint(): string { return this.ready.endpoint; }

  /** The cloud config of the cluster: what a user's has, and where the API is, so that neither AWS nor instance metadata is asked. */
  public config(): string {
    const { endpoint, vpcId, subnetId, routeTableId, zone } = this.ready;
    const overrides = ['ec2', 'elasticloadbalancing', 'autoscaling', 'kms', 'sts'].flatMap((service, index) => [
      `[ServiceOverride "${index}"]`, `Service=${service}`, `Region=${REGION}`, `URL=${endpoint}`, `SigningRegion=${REGION}`, '',
    ]);
    return [
      '[Global]', `Zone=${zone}`, `VPC=${vpcId}`, `SubnetID=${subnetId}`, `RouteTableID=${routeTableId}`, `KubernetesClusterID=${this.cluster}`,
      'DisableSecurityGroupIngress=true', '', ...overrides,
    ].join('\n');
  }

  /** `aws:///<zone>/<instance>` of the instance with this private address. */
  public providerId(address: string): string {
    return `aws:///${this.ready.zone}/${this.ready.instances[address]}`;
  }

  /** Ends the instance with this private address. */
  public async terminate(address: string): Promise<void> {
    await this.query('ec2', `Action=TerminateInstances&Version=2016-11-15&InstanceId.1=${this.ready.instances[address]}`);
  }

  /** From now on the role of the control plane may do this, and no more. */
  public async allow(policy: string): Promise<void> {
    const named = 'RoleName=control-plane&PolicyName=cloud-provider';
    await this.query('iam', `Action=PutRolePolicy&Version=2010-05-08&${named}&PolicyDocument=${encodeURIComponent(policy)}`);
  }

  public requests(): CloudRequest[] {
    return readFileSync(this.log, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line) as CloudRequest);
  }

  /** Names of the load balancers that exist. */
  public async loadBalancers(): Promise<string[]> {
    const xml = await this.query('elasticloadbalancing', 'Action=DescribeLoadBalancers&Version=2012-06-01');
    return [...xml.matchAll(/<LoadBalancerName>([^<]+)</g)].map(([, name]) => name);
  }

  /** Destinations of the cluster's route table that go to instances. */
  public async routes(): Promise<string[]> {
    const xml = await this.query('ec2', `Action=DescribeRouteTables&Version=2016-11-15&RouteTableId.1=${this.ready.routeTableId}`);
    return [...xml.matchAll(/<item>(?:(?!<\/item>)[\s\S])*?<destinationCidrBlock>([^<]+)<(?:(?!<\/item>)[\s\S])*?<instanceId>i-/g)].map(
      ([, cidr]) => cidr,
    );
  }

  public stop(): void {
    this.child.kill('SIGKILL');
  }

  private query(service: string, form: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const scope = `HARNESS/20200101/${REGION}/${service}/aws4_request`;
      const outgoing = request(this.ready.endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': form.length,
          'authorization': `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`,
        },
      }, answer => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => { text += chunk; }).once('end', () => resolve(text));
      });
      outgoing.once('error', reject).end(form);
    });
  }
}
