import { hasChange } from './ccm-changes';
import { Release } from './since';

/** What a name of a node says of its instance. */
export interface NodeNameForm {
  /** As messages call it. */
  readonly what: string;
  readonly matches: RegExp;
  /** Whether a release of the AWS cloud-controller-manager finds the instance by such a name, where it is the instance's own. */
  readonly finds: (release: Release) => boolean;
  /** What has to be done where it does not. */
  readonly fix: string;
  readonly source: string;
}

const AWS_GO = 'k8s.io/cloud-provider-aws@v1.20.1, v1.22.0, v1.26.10, v1.26.11 and v1.36.1 pkg/providers/v1/aws.go nodeNameToInstanceID and '
  + 'findInstanceByNodeName';
const REGISTER = 'give its kubelet --provider-id=aws:///<zone>/<instance id>, or --hostname-override with the private DNS name of the instance, '
  + 'delete the Node and restart the kubelet';
const NEWER = 'use a release of the cloud-controller-manager that knows such names';

/**
 * Names that nodes have on EC2. Without a provider ID the instance is looked up by the name: one that begins with `i-` is an instance ID from the
 * release on that knows them, any other has to be the private DNS name of the instance.
 */
export const NODE_NAME_FORMS: readonly NodeNameForm[] = [
  {
    what: 'an instance ID',
    matches: /^i-[^.]*$/,
    finds: release => hasChange(release, 'findsInstanceIdNames'),
    fix: `${NEWER} (v1.22.0 or newer), or ${REGISTER}`,
    source: `${AWS_GO}; kubernetes/cloud-provider-aws#286`,
  },
  {
    // Before names that begin with i- are known, it is the private DNS name, which EC2 gives by the setting of the subnet.
    what: 'an instance ID with a domain',
    matches: /^i-[^.]*\./,
    finds: release => hasChange(release, 'findsInstanceIdNamesWithDomain') || !hasChange(release, 'findsInstanceIdNames'),
    fix: `${NEWER} (v1.26.11 or newer of 1.26, v1.27.2, v1.28.0 or newer), or ${REGISTER}`,
    source: `${AWS_GO}; kubernetes/cloud-provider-aws#335, #598`,
  },
  {
    what: 'a public DNS name',
    matches: /^ec2-(?:\d+-){3}\d+\..*\bamazonaws\.com(?:\.cn)?$/,
    finds: () => false,
    fix: REGISTER,
    source: `${AWS_GO}: the filter is private-dns-name; rancher/rke2#400`,
  },
  {
    what: 'a short host name',
    matches: /^[^.]+$/,
    finds: () => false,
    fix: REGISTER,
    source: `${AWS_GO}: the filter is private-dns-name, which has a domain; kubermatic/machine-controller#1087`,
  },
];

/** The private DNS name that EC2 gives an instance by its address: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/hostname-types.html. */
export const PRIVATE_DNS_NAME = /^ip-(?:\d+-){3}\d+\.(?:ec2|[a-z0-9-]+\.compute)\.internal$/;

/** The form of a name that decides by itself; undefined: it may be the private DNS name. */
export function formOfNodeName(name: string): NodeNameForm | undefined {
  return NODE_NAME_FORMS.find(({ matches }) => matches.test(name));
}
