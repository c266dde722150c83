import { checkCloudConfig } from './check';
import { withoutForeignKeys, withSpellings } from './edit';
import { CloudConfigFinding } from './finding';
import { describeFindings } from './findings';
import { parseGcfg } from './gcfg-parser';
import { withNodeIpFamilies } from './ip-families';
import { CloudConfigReader } from './reader';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** File that both components read, or the one of cloud-controller-manager. */
export const CLOUD_CONFIG_PATH = '/etc/kubernetes/cloud.config';
/** File of kube-controller-manager where the two cannot share one; the paths are those of kops. */
const IN_TREE_CLOUD_CONFIG_PATH = '/etc/kubernetes/in-tree-cloud.config';

/** A cloud config file and who reads it. */
export interface CloudConfigFile {
  /** Path on the node. */
  readonly path: string;
  /** Text of the file. */
  readonly content: string;
  /** Components that get it as `--cloud-config`: `kube-controller-manager`, `cloud-controller-manager`. */
  readonly components: string[];
}

/** Who will read a cloud config, and where it is. At least one reader is required. */
export interface CloudConfigFilesProps {
  /**
   * Version of the kube-controller-manager that reads it (version N).
   * @default - none reads it
   */
  readonly kubeControllerManager?: KubernetesVersion;
  /**
   * Tag of the AWS cloud-controller-manager that reads it, for example `v1.27.10`.
   * @default - none reads it
   */
  readonly cloudControllerManager?: string;
  /**
   * Path of the shared file, or of cloud-controller-manager's own.
   * @default '/etc/kubernetes/cloud.config'
   */
  readonly path?: string;
  /**
   * Path of kube-controller-manager's file where the two cannot share one.
   * @default '/etc/kubernetes/in-tree-cloud.config'
   */
  readonly inTreePath?: string;
}

/**
 * AWS cloud config: the file behind `--cloud-config`.
 *
 * A text is kept byte for byte where all readers take it. Where a reader does not know a key that the other needs, two files are written.
 *
 * @example
 * const config = CloudConfig.inline(`
 * [Global]
 * Zone = eu-central-1a
 * NodeIPFamilies = ipv4
 * NodeIPFamilies = ipv6
 * `);
 */
export class CloudConfig {
  /**
   * A cloud config, as its readers have it: sections and keys of gcfg.
   * @param text content of the file
   * @throws with the line, where the reader would stop at the syntax
   */
  public static inline(text: string): CloudConfig {
    parseGcfg(text);
    return new CloudConfig(text);
  }

  /** @internal as given, before it is fitted to readers */
  public readonly _text: string;

  private constructor(text: string) {
    this._text = text;
  }

  /**
   * The same with the families of node addresses.
   *
   * @internal
   * @param families in order, the primary one first
   * @throws if it says other families
   */
  public _withNodeIpFamilies(families: readonly string[]): CloudConfig {
    return new CloudConfig(withNodeIpFamilies(this._text, families));
  }

  /**
   * The files to write: one where it is valid for both components, else two.
   *
   * An override is added under the other names where the AWS SDKs of the readers differ. Keys that only one of two readers knows go to that reader's
   * file.
   *
   * @internal
   * @param props who reads the config
   * @throws with every line that a reader would refuse, panic at, or silently ignore
   */
  public _files(props: CloudConfigFilesProps): CloudConfigFile[] {
    const readers = [
      ...props.kubeControllerManager ? [CloudConfigReader.inTree(props.kubeControllerManager)] : [],
      ...props.cloudControllerManager ? [CloudConfigReader.cloudControllerManager(props.cloudControllerManager)] : [],
    ];
    if (readers.length === 0) throw new Error('a cloud config has no reader; give kubeControllerManager, cloudControllerManager or both');
    const path = props.path ?? CLOUD_CONFIG_PATH;
    const shared = withSpellings(this._text, readers);
    if (!readers.some(reader => cannotShare(shared, reader, readers))) {
      return [accepted(shared, path, readers)];
    }
    const inTreePath = props.inTreePath ?? IN_TREE_CLOUD_CONFIG_PATH;
    if (inTreePath === path) {
      throw new Error(`path and inTreePath are both '${path}', but the two components cannot share a cloud config; give two paths`);
    }
    const [inTree, ccm] = readers;
    return [[inTree, inTreePath] as const, [ccm, path] as const].map(([reader, own]) => {
      return accepted(withSpellings(withoutForeignKeys(this._text, reader, readers), [reader]), own, [reader]);
    });
  }
}

/** Whether one reader needs a line gone that another reader uses. A removed key that a lenient reader ignores is no reason. */
function cannotShare(text: string, reader: CloudConfigReader, readers: readonly CloudConfigReader[]): boolean {
  const fitted = withoutForeignKeys(text, reader, readers);
  return fitted !== text && errors(text, reader).length > errors(fitted, reader).length;
}

function errors(text: string, reader: CloudConfigReader): CloudConfigFinding[] {
  return checkCloudConfig(parseGcfg(text), reader).filter(({ severity }) => severity === 'error');
}

function accepted(content: string, path: string, readers: readonly CloudConfigReader[]): CloudConfigFile {
  const refused = readers.flatMap(reader => errors(content, reader));
  if (refused.length > 0) throw new Error(`the cloud config ${path} is refused:\n${describeFindings(refused)}`);
  return { path, content, components: readers.map(({ component }) => component) };
}
