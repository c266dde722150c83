import { readAwsCcm } from './ccm-releases';
import { Image } from '../kubernetes/image';

/** What the programs in an image of a cloud-controller-manager do without `--cloud-provider`. */
interface DefaultCloud {
  /** End of the repository. */
  readonly repository: RegExp;
  /** Tags in which it was read, of three numbers. */
  readonly from: string;
  readonly to: string;
  /** What its main sets before the flags are read; '': nothing, so that it ends, as `--cloud-provider cannot be empty`. */
  readonly cloud: string;
  readonly source: string;
}

const MAIN = 'main.go, in each tag between';

/** Of releases before and after these, and of other images, it is not known. */
export const DEFAULT_CLOUDS: readonly DefaultCloud[] = [
  {
    repository: /(^|\/)(cloud-provider-vsphere|cpi\/release\/manager)$/,
    from: '1.18.0',
    to: '1.36.0',
    cloud: 'vsphere',
    source: `kubernetes/cloud-provider-vsphere cmd/vsphere-cloud-controller-manager/${MAIN}`,
  },
  {
    repository: /(^|\/)openstack-cloud-controller-manager$/,
    from: '1.14.0',
    to: '1.20.5',
    cloud: 'openstack',
    source: `kubernetes/cloud-provider-openstack v1.20.5 cmd/openstack-cloud-controller-manager/main.go:67, and ${MAIN}`,
  },
  {
    repository: /(^|\/)openstack-cloud-controller-manager$/,
    from: '1.21.0',
    to: '1.36.0',
    cloud: '',
    source: `kubernetes/cloud-provider-openstack cmd/openstack-cloud-controller-manager/${MAIN}`,
  },
  {
    repository: /(^|\/)azure-cloud-controller-manager$/,
    from: '0.3.0',
    to: '1.36.5',
    cloud: 'azure',
    source: 'kubernetes-sigs/cloud-provider-azure v1.36.5 cmd/cloud-controller-manager/app/options/options.go:114, and the same in each tag between',
  },
  {
    repository: /(^|\/)(k8s-staging-)?cloud-provider-gcp\/cloud-controller-manager$/,
    from: '22.0.0',
    to: '35.0.5',
    cloud: '',
    source: `kubernetes/cloud-provider-gcp ccm/v22.0.0 to ccm/v35.0.5 cmd/cloud-controller-manager/${MAIN}`,
  },
  {
    repository: /(^|\/)digitalocean-cloud-controller-manager$/,
    from: '0.1.15',
    to: '0.1.68',
    cloud: 'digitalocean',
    source: `digitalocean/digitalocean-cloud-controller-manager cloud-controller-manager/cmd/digitalocean-cloud-controller-manager/${MAIN}`,
  },
  {
    repository: /(^|\/)hcloud-cloud-controller-manager$/,
    from: '1.2.0',
    to: '1.35.0',
    cloud: '',
    source: `hetznercloud/hcloud-cloud-controller-manager ${MAIN}; its options ask for one all the same`,
  },
  {
    repository: /(^|\/)cloud-provider-equinix-metal$/,
    from: '3.4.0',
    to: '3.8.1',
    cloud: 'equinixmetal',
    source: `kubernetes-sigs/cloud-provider-equinix-metal v3.8.1 main.go:29, and ${MAIN}`,
  },
  {
    repository: /(^|\/)cloud-provider-oci$/,
    from: '1.19.12',
    to: '1.35.0',
    cloud: '',
    source: `oracle/oci-cloud-controller-manager cmd/oci-cloud-controller-manager/${MAIN}`,
  },
  {
    repository: /(^|\/)linode-cloud-controller-manager$/,
    from: '0.3.14',
    to: '0.9.8',
    cloud: 'linode',
    source: `linode/linode-cloud-controller-manager ${MAIN}`,
  },
  {
    repository: /(^|\/)vultr-cloud-controller-manager$/,
    from: '0.3.0',
    to: '0.18.0',
    cloud: 'vultr',
    source: `vultr/vultr-cloud-controller-manager ${MAIN}`,
  },
  {
    repository: /(^|\/)exoscale\/cloud-controller-manager$/,
    from: '0.7.0',
    to: '0.34.0',
    cloud: 'exoscale',
    source: `exoscale/exoscale-cloud-controller-manager cmd/exoscale-cloud-controller-manager/${MAIN}`,
  },
  {
    repository: /(^|\/)huawei-cloud-controller-manager$/,
    from: '0.17.0',
    to: '0.26.9',
    cloud: '',
    source: 'kubernetes-sigs/cloud-provider-huaweicloud cmd/cloud-controller-manager/cloud-controller-manager.go, in each tag between',
  },
  {
    repository: /(^|\/)plndr-cloud-provider$/,
    from: '0.1.4',
    to: '0.1.4',
    cloud: 'plndr',
    source: 'plunder-app/plndr-cloud-provider 0.1.4 main.go:61-64',
  },
  {
    repository: /(^|\/)kube-vip-cloud-provider$/,
    from: '0.0.1',
    to: '0.0.12',
    cloud: 'kubevip',
    source: `kube-vip/kube-vip-cloud-provider v0.0.12 main.go:86, and ${MAIN}`,
  },
  {
    repository: /(^|\/)talos-cloud-controller-manager$/,
    from: '1.3.0',
    to: '1.12.0',
    cloud: 'talos',
    source: `siderolabs/talos-cloud-controller-manager v1.12.0 cmd/talos-cloud-controller-manager/main.go:87, and ${MAIN}`,
  },
];

/**
 * AWS releases whose main sets --cloud-provider=aws before the flags are validated: k8s.io/cloud-provider-aws@v1.20.0-alpha.0
 * cmd/aws-cloud-controller-manager/main.go:94-99. No other tag from v1.18.0-alpha.0 to v1.37.1 does.
 */
const SETS_AWS: readonly string[] = ['v1.20.0-alpha.0'];

/** What a cloud-controller-manager serves that is given no cloud; '': none, so that it ends; undefined: that is not known of its image. */
export function defaultCloud(image: Image | undefined, awsRelease: string | undefined): string | undefined {
  if (awsRelease !== undefined) return SETS_AWS.includes(awsRelease) ? 'aws' : isReadAws(awsRelease) ? '' : undefined;
  const version = numbersOf(image?.tag);
  if (image === undefined || version === undefined) return undefined;
  return DEFAULT_CLOUDS.find(({ repository, from, to }) =>
    repository.test(image.repository) && !isBefore(version, numbersOf(from)!) && !isBefore(numbersOf(to)!, version))?.cloud;
}

function isReadAws(awsRelease: string): boolean {
  return readAwsCcm(awsRelease) !== undefined;
}

/** `v1.27.3` as numbers; of what is built otherwise, as `v1.27.3-rc.0` is, nothing was read. */
function numbersOf(tag: string | undefined): readonly number[] | undefined {
  return /^v?(\d+)\.(\d+)\.(\d+)$/.exec(tag ?? '')?.slice(1).map(Number);
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((number, at) => number !== other[at]);
  return index !== -1 && one[index] < other[index];
}
