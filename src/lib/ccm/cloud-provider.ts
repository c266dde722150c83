/**
 * A cloud, by the name it has in `--cloud-provider`. Image and rights of a cloud-controller-manager are known for AWS; for any other cloud the user
 * gives them.
 *
 * @example
 * const cloud = CloudProvider.AWS;
 */
export class CloudProvider {
  /** Amazon Web Services. */
  public static readonly AWS = new CloudProvider('aws');
  /** Microsoft Azure. */
  public static readonly AZURE = new CloudProvider('azure');
  /** Google Compute Engine. */
  public static readonly GCE = new CloudProvider('gce');
  /** OpenStack. */
  public static readonly OPENSTACK = new CloudProvider('openstack');
  /** VMware vSphere. */
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

  /** The name, for example `aws`. */
  public toString(): string {
    return this.name;
  }
}
