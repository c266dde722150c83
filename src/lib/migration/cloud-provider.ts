import { lastInTreeMinor } from '../facts/in-tree-clouds';

/**
 * A cloud, by the name it has in `--cloud-provider`.
 *
 * @example
 * const cloud = CloudProvider.AWS;
 */
export class CloudProvider {
  /** Amazon Web Services: complete, with the image and the rights of its cloud-controller-manager. */
  public static readonly AWS = new CloudProvider('aws');
  /** Microsoft Azure. Image, command and rights of the cloud-controller-manager are given by the user. */
  public static readonly AZURE = new CloudProvider('azure');
  /** Google Compute Engine. Image, command and rights of the cloud-controller-manager are given by the user. */
  public static readonly GCE = new CloudProvider('gce');
  /** OpenStack. Image, command and rights of the cloud-controller-manager are given by the user. */
  public static readonly OPENSTACK = new CloudProvider('openstack');
  /** VMware vSphere. Image, command and rights of the cloud-controller-manager are given by the user. */
  public static readonly VSPHERE = new CloudProvider('vsphere');

  /**
   * A cloud by its name. One that was never in-tree has nothing to migrate from, but its cloud-controller-manager can be run.
   *
   * @param name as in `--cloud-provider`, for example `aws`
   * @throws if the name is none that a cloud can have
   */
  public static of(name: string): CloudProvider {
    if (!/^[a-z][-a-z0-9]*$/.test(name) || name === 'external') {
      throw new Error(`'${name}' is not the name of a cloud; accepted: the value of --cloud-provider on version N, for example 'aws'`);
    }
    return new CloudProvider(name);
  }

  /** The name, for example `aws`. */
  public readonly name: string;

  private constructor(name: string) {
    this.name = name;
  }

  /**
   * The last Kubernetes minor with this cloud in-tree, for example `1.26` for AWS: the last version N to migrate from.
   *
   * @default - none: no known release has it in-tree
   */
  public get lastInTreeMinor(): string | undefined {
    return lastInTreeMinor(this.name);
  }

  /** The name, for example `aws`. */
  public toString(): string {
    return this.name;
  }
}
