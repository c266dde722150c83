import { callsAws } from './aws-ccm-tags';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Something that an AWS cloud-controller-manager does to a load balancer that is there, and the controllers before it do not. */
export interface LoadBalancerChange {
  /** Annotation without which a Service is not concerned; none: every Service may be. */
  readonly annotation?: string;
  /** What happens, as a sentence. */
  readonly says: string;
  /** Operation of AWS that releases call which do it. */
  readonly call?: string;
  /** First minor of the service controller that does it. */
  readonly controllerFrom?: string;
  readonly source: string;
}

/** Services that both cloud providers leave to the AWS Load Balancer Controller. */
export const LEFT_TO_ANOTHER = {
  annotation: 'service.beta.kubernetes.io/aws-load-balancer-type',
  values: ['external', 'nlb-ip'],
  source: 'isLBExternal: k8s.io/legacy-cloud-providers@v0.20.15 aws/aws_loadbalancer.go:81, @v0.26.15 :86; '
    + 'k8s.io/cloud-provider-aws@v1.37.0 pkg/providers/v1/aws_loadbalancer.go:91',
} as const satisfies { readonly annotation: string; readonly values: readonly string[]; readonly source: string };

/** Releases of the AWS cloud-controller-manager, and of the service controller that it links, in whose sources each row was confirmed. */
export const LOAD_BALANCER_CHANGES_READ_AT: readonly string[] = ['v1.36.1', 'v1.37.0', 'v1.37.1'];

/**
 * Read by comparing pkg/providers/v1 of k8s.io/cloud-provider-aws v1.24.1, v1.27.0, v1.28.1, v1.30.1, v1.33.4, v1.34.3, v1.36.1 and v1.37.0 with each
 * other and with k8s.io/legacy-cloud-providers v0.20.15 to v0.26.15. What a release refuses of a Service, so that its load balancer is no longer
 * updated, is in service-refusals.ts. Else what differs concerns what is made anew: tags of security groups, target groups and listeners, addresses
 * of network load balancers.
 */
export const LOAD_BALANCER_CHANGES: readonly LoadBalancerChange[] = [
  {
    annotation: 'service.beta.kubernetes.io/aws-load-balancer-target-group-attributes',
    says: 'the attributes that the annotation names are set on the target groups that are there; the provider inside kube-controller-manager does '
      + 'not read it',
    call: 'ModifyTargetGroupAttributes',
    source: 'k8s.io/cloud-provider-aws@v1.33.4 pkg/providers/v1/aws_loadbalancer.go, reconcileTargetGroupsAttributes',
  },
  {
    says: 'a classic load balancer without the annotation service.beta.kubernetes.io/aws-load-balancer-subnets leaves subnets of local and '
      + 'Wavelength zones',
    call: 'DescribeAvailabilityZones',
    source: 'k8s.io/cloud-provider-aws@v1.27.0 pkg/providers/v1/aws.go:3676, aws_loadbalancer.go, "Sync subnets"',
  },
  {
    says: 'a node that is not Ready stays a target, and the health check of the load balancer alone decides; before, it was taken out',
    controllerFrom: '1.27',
    source: 'k8s.io/cloud-provider@v0.27.0 controllers/service/controller.go:945,957 (StableLoadBalancerNodeSet)',
  },
];

/** From which controllers to which. */
export interface ControllerMove {
  /** Release of the kube-controller-manager that runs them. */
  readonly kubeControllerManager: KubernetesVersion;
  /** Tag of the AWS cloud-controller-manager. */
  readonly awsCcm: string;
  /** Release of the Kubernetes libraries that it is built from. */
  readonly libraries: KubernetesVersion;
}

/** What changes for Services that have a load balancer, when the controllers move. */
export function loadBalancerChanges({ kubeControllerManager, awsCcm, libraries }: ControllerMove): readonly LoadBalancerChange[] {
  return LOAD_BALANCER_CHANGES.filter(({ call, controllerFrom }) => {
    if (controllerFrom === undefined) return call !== undefined && callsAws(awsCcm, call);
    const { minor } = KubernetesVersion.of(controllerFrom);
    return kubeControllerManager.minor < minor && libraries.minor >= minor;
  });
}
