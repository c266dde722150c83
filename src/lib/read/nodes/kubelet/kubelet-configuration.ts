import { configuredGates } from '../../../edit/kubelet/configured-gates';
import { Data, isMap, stringOf } from '../../../edit/yaml/data';
import { SourceDocument } from '../../../edit/yaml/source-document';
import { ConfigurationFlags, isDropIn, kubeletConfigurationFiles } from '../../../kubernetes/kubelet-files';
import { configuredTaints, Taint } from '../../../kubernetes/taint';
import { Doubt, NO_DOUBT, Place, PlacedGate } from '../../../view/model';
import { Documents } from '../../documents/documents';
import { NodeFolderPath, textsOnNode } from '../../input/layout';

/** A setting of the kubelet's configuration, and where it stands; no value: there is a configuration, and it does not have it. */
export interface Setting {
  readonly value?: string;
  readonly place: Place;
  /** The file on the node. */
  readonly path: string;
}

/** A file of it. */
interface ConfigurationFile {
  /** On the node. */
  readonly path: string;
  /** As messages name it. */
  readonly file: string;
  readonly document: SourceDocument;
}

const API_VERSION = 'kubelet.config.k8s.io/v1beta1';

function shown(value: Data | undefined): string {
  return JSON.stringify(value ?? null);
}

/** What a kubelet is configured by, besides its flags: a file, and drop-ins, of which the last one wins. */
export class KubeletConfiguration {
  /** What the files of a node say, of which its flags name some. */
  public static of(node: NodeFolderPath, flags: ConfigurationFlags, documents: Documents): KubeletConfiguration {
    const paths = kubeletConfigurationFiles(node.paths.map(path => `/${path}`), flags);
    const files = textsOnNode(node, paths).flatMap(({ path, file, text }) => documents.of(text, file).slice(0, 1).map(document => (
      { path, file, document })));
    return new KubeletConfiguration(paths, files, paths.some(path => isDropIn(path, flags.configDir)));
  }

  /**
   * @param paths its files on the node, absolute
   * @param files those that could be read
   * @param hasDropIns whether the input has the folder of drop-ins
   */
  private constructor(
    public readonly paths: readonly string[], private readonly files: readonly ConfigurationFile[], public readonly hasDropIns: boolean,
  ) {}

  /** The last file that has the setting; undefined: the input has no configuration that can be read. */
  public setting(key: string): Setting | undefined {
    const read = this.files.map(({ path, file, document }): Setting => {
      const value = stringOf(document.data[key]);
      return { value, place: { file, line: value === undefined ? 1 : document.line([key]) }, path };
    });
    return read.filter(({ value }) => value !== undefined).at(-1) ?? read[0];
  }

  /** What ends a kubelet when it reads its configuration, in the order of the files. */
  public get refusals(): readonly Doubt[] {
    return this.files.flatMap(({ file, document }) => {
      const { apiVersion, kind, featureGates, registerNode } = document.data;
      const at = (what: string, key: string) => [{ what, place: { file, line: key in document.data ? document.line([key]) : 1 } }];
      // k8s.io/kubernetes@v1.26.15 pkg/kubelet/apis/config/scheme/scheme.go registers KubeletConfiguration in this version alone; @v1.37.1 does.
      if (apiVersion !== API_VERSION) {
        return at(`its configuration has apiVersion ${shown(apiVersion)}, and ${API_VERSION} is the only one`, 'apiVersion');
      }
      if (kind !== 'KubeletConfiguration') return at(`its configuration is of kind ${shown(kind)}, not KubeletConfiguration`, 'kind');
      const wrong = isMap(featureGates) ? Object.entries(featureGates).find(([, on]) => typeof on !== 'boolean') : undefined;
      if (wrong) return at(`featureGates.${wrong[0]} of its configuration must be a boolean, got ${shown(wrong[1])}`, 'featureGates');
      const isBoolean = registerNode === undefined || registerNode === null || typeof registerNode === 'boolean';
      return isBoolean ? NO_DOUBT.isRight : at(`registerNode of its configuration must be a boolean, got ${shown(registerNode)}`, 'registerNode');
    });
  }

  /** Whether it keeps the kubelet from making a Node: of the last file that says so. */
  public get registersNode(): boolean {
    return this.files.map(({ document }) => document.data.registerNode).filter(value => typeof value === 'boolean').at(-1) ?? true;
  }

  /** Pods that it takes: of the last file that says so. */
  public get maxPods(): number | undefined {
    return this.files.map(({ document }) => document.data.maxPods).filter(value => typeof value === 'number').at(-1);
  }

  /** Taints that the node is registered with: of the last file that has them, as for any setting. */
  public get registeredTaints(): readonly Taint[] | undefined {
    const lists = this.files.map(({ document }) => document.data.registerWithTaints).filter(list => Array.isArray(list));
    return lists.length === 0 ? undefined : configuredTaints(lists.at(-1)!);
  }

  /** Of each feature gate the last file that has it: drop-ins are merged, key by key. */
  public get gates(): readonly PlacedGate[] {
    const found = this.files.flatMap(({ file, document }) =>
      configuredGates(document).map(({ line, ...gate }): PlacedGate => ({ ...gate, place: { file, line } })));
    return [...new Map(found.map(gate => [gate.name, gate])).values()];
  }
}
