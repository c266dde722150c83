import { configuredGates } from '../../../edit/kubelet/configured-gates';
import { Data, DataMap, isMap, stringOf } from '../../../edit/yaml/data';
import { SourceDocument } from '../../../edit/yaml/source-document';
import { ConfigurationFlags, isDropIn, kubeletConfigurationFiles } from '../../../facts/inputs/kubelet-files';
import { ConfiguredKubelet, wrongTypes, wrongValues } from '../../../facts/kubelet-configuration';
import { configuredTaints, Taint } from '../../../kubernetes/taint';
import { isPlaceholder } from '../../../text/placeholder';
import { Doubt, Place, PlacedGate } from '../../../view/model';
import { Documents } from '../../documents/documents';
import { NodeFolderPath, textsOnNode } from '../../input/layout';
import { couldBeReadTwoWays } from '../static-pod-file';

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

/** As a JSON merge patch, by which drop-ins are merged. */
function mergedWith(before: DataMap, own: DataMap): DataMap {
  return Object.entries(own).reduce<DataMap>((merged, [key, value]) => {
    const held = merged[key];
    return { ...merged, [key]: isMap(held) && isMap(value) ? mergedWith(held, value) : value };
  }, before);
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

  /** What ends a kubelet when it reads its configuration, or may, in the order of the files. */
  public problems(kubelet: ConfiguredKubelet): readonly Doubt[] {
    const ofFiles = this.files.flatMap(({ file, document }) => {
      const { apiVersion, kind } = document.data;
      const at = (what: string, key: string) =>
        [{ what, place: { file, line: key in document.data ? document.line([key]) : 1 }, isDoubtful: isPlaceholder(what) }];
      // k8s.io/kubernetes@v1.26.15 pkg/kubelet/apis/config/scheme/scheme.go registers KubeletConfiguration in this version alone; @v1.37.1 does.
      if (apiVersion !== API_VERSION) {
        return at(`its configuration has apiVersion ${shown(apiVersion)}, and ${API_VERSION} is the only one`, 'apiVersion');
      }
      if (kind !== 'KubeletConfiguration') return at(`its configuration is of kind ${shown(kind)}, not KubeletConfiguration`, 'kind');
      return wrongTypes(document.data, kubelet.version).flatMap(({ field, what }) =>
        at(what, field).map(doubt => ({ ...doubt, isDoubtful: doubt.isDoubtful || couldBeReadTwoWays(document.data[field]) })));
    });
    if (ofFiles.length > 0) return ofFiles;
    const merged = this.files.map(({ document }) => document.data).reduce(mergedWith, {});
    return wrongValues(merged, kubelet).map(({ field, what, isDoubtful }) => {
      const { file, document } = this.files.filter(({ document: { data } }) => field in data).at(-1)!;
      return { what, place: { file, line: document.line([field]) }, isDoubtful: isDoubtful === true || isPlaceholder(what) };
    });
  }

  /** Whether it keeps the kubelet from making a Node: of the last file that says so. */
  public get registersNode(): boolean {
    return this.files.map(({ document }) => document.data.registerNode).filter(value => typeof value === 'boolean').at(-1) ?? true;
  }

  /** A number above none, of the last file that has one, and where it stands. */
  public number(key: string): { readonly value: number; readonly place: Place } | undefined {
    return this.files.flatMap(({ file, document }) => {
      const value = document.data[key];
      return typeof value === 'number' && value > 0 ? [{ value, place: { file, line: document.line([key]) } }] : [];
    }).at(-1);
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
