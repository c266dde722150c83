import { basename } from 'node:path';
import { readDirectory } from '../../../files/read-directory';
import { SourceError } from '../../../lib/edit/yaml/source-error';
import { installerOf } from '../../../lib/installers/documents';
import { migratedKopsVersion, whyNothingToMigrate } from '../../../lib/installers/kops/nothing-to-migrate';
import { isKubeadmText, mayBeKubeadms } from '../../../lib/installers/kubeadm/documents';
import { KubernetesVersion } from '../../../lib/kubernetes/kubernetes-version';
import { NodeInput, NodeRole } from '../../../lib/kubernetes/node';
import { buildModel } from '../../../lib/read/build-model';
import { Documents, ObjectAt } from '../../../lib/read/documents/documents';
import { UnreadableInput, VerifyDirectory } from '../../../lib/read/input/input';
import { fileName, layoutOf, NodeFolderPath, onNode } from '../../../lib/read/input/layout';
import { isClusterConfiguration } from '../../../lib/read/sources/kubeadm-reader';
import { boolOf, ccms, clusterIdOf, flagOf, isInTree, kcms, textOf } from '../../../lib/view/ask';
import { ComponentView, Model, Place } from '../../../lib/view/model';
import { InputError } from '../../io';

/** Something that the input says, and where. */
export interface Found<T> {
  readonly value: T;
  /** `<file>:<line>`. */
  readonly place: string;
}

/** What the input says of the cluster. */
export interface Findings {
  /** Release of kube-controller-manager. */
  readonly release?: Found<KubernetesVersion>;
  /** What kube-controller-manager has as `--cloud-provider`; empty: nothing. */
  readonly cloud?: Found<string>;
  /** The id of the cluster, in a cloud config. */
  readonly clusterId?: Found<string>;
  readonly clusterName?: Found<string>;
  readonly clusterCidr?: Found<string>;
  /** Whether cloud routes are made. */
  readonly cloudRoutes: boolean;
  /** As synthesis will read them. */
  readonly nodes: readonly NodeInput[];
  /** kubeadm's ClusterConfiguration. */
  readonly kubeadm?: Found<string>;
  /** The same in a folder below, where synthesis does not read it. */
  readonly kubeadmBelow?: Found<string>;
  /** Documents directly in the folder that are not kubeadm's. */
  readonly besideKubeadm?: Found<string>;
  readonly hasCcm: boolean;
}

export const NOTHING_FOUND: Findings = { cloudRoutes: false, nodes: [], hasCcm: false };

/**
 * Reads what lies in a folder, as `verify` does.
 *
 * @throws `InputError` if it cannot be read, is of an installer whose app is not written here, or contradicts itself
 */
export function readFindings(name: string, cwd: string): Findings {
  try {
    return findingsOf(readDirectory(name, cwd));
  } catch (error) {
    if (error instanceof UnreadableInput || error instanceof SourceError) throw new InputError(error.message);
    throw error;
  }
}

function findingsOf(directory: VerifyDirectory): Findings {
  const documents = documentsOf(directory);
  refuseOtherInstallers(documents);
  const nodes = nodesOf(directory);
  const model = buildModel({ directories: [directory], mayHoldNone: true });
  const managers = kcms(model);
  const saying = new Saying(model);
  const beside = documents.find(({ file, apiVersion }) => isDirectlyIn(directory, file) && !/^(kubeadm|kubelet\.config|kubeproxy\.config)\.k8s\.io\//
    .test(apiVersion));
  const kubeadms = documents.filter(isClusterConfiguration);
  const kubeadm = kubeadms.find(({ file }) => isDirectlyIn(directory, file));
  return {
    release: saying.one('the release of kube-controller-manager', managers.flatMap(view => view.version?.patch === undefined ? []
      : [{ value: view.version, place: view.image?.place ?? versionOfKubeadm(documents, view) ?? view.place }])),
    cloud: saying.one('--cloud-provider of kube-controller-manager', managers.map(view => ({
      value: textOf(view, 'cloud-provider'), place: flagOf(view, 'cloud-provider')?.place ?? view.place,
    }))),
    clusterId: saying.one('the id of the cluster', model.components.flatMap(view => {
      const found = clusterIdOf(view);
      return found === undefined ? [] : [{ value: found.value, place: view.cloudConfig!.placeOf(found.line) }];
    })),
    clusterName: saying.flag('cluster-name', managers),
    clusterCidr: saying.flag('cluster-cidr', managers),
    cloudRoutes: speakingOfRoutes(model).some(makesRoutes),
    nodes,
    kubeadm: kubeadm && { value: kubeadm.kind, place: lineOf(kubeadm) },
    kubeadmBelow: kubeadms.filter(object => object !== kubeadm).map(object => ({ value: object.kind, place: lineOf(object) }))[0],
    besideKubeadm: beside && { value: beside.kind, place: lineOf(beside) },
    hasCcm: ccms(model).length > 0,
  };
}

/** Those that may make cloud routes: a kube-controller-manager makes none where its cloud is external, whatever its flags say. */
function speakingOfRoutes(model: Model): readonly ComponentView[] {
  const inTree = kcms(model).filter(isInTree);
  return inTree.length > 0 ? inTree : ccms(model);
}

/** By its flags, and by its list of controllers, which may leave that one out. */
function makesRoutes(view: ComponentView): boolean {
  const isOff = view.process !== undefined && view.process.controllers.get('route')?.presence !== 'enabled';
  return !isOff && boolOf(view, 'allocate-node-cidrs', false) && boolOf(view, 'configure-cloud-routes', true);
}

/** Where kubeadm's configuration says which release it deploys, unless it lies within an object. */
function versionOfKubeadm(documents: readonly ObjectAt[], { origin, place }: ComponentView): Place | undefined {
  const own = origin === 'kubeadm' ? documents.find(object => object.file === place.file && isClusterConfiguration(object)) : undefined;
  return own && { file: own.file, line: own.document.line([...own.base, 'kubernetesVersion']) };
}

/** Takes one value of several places that must agree. */
class Saying {
  public constructor(private readonly model: Model) {}

  public one<T extends { toString(): string }>(what: string, all: readonly { readonly value: T; readonly place: Place }[]): Found<T> | undefined {
    const [first] = all;
    const other = all.find(({ value }) => value.toString() !== first.value.toString());
    if (other !== undefined) {
      throw new InputError(`${what} is '${first.value.toString()}' at ${this.at(first.place)} and '${other.value.toString()}' at `
        + `${this.at(other.place)}; hand in one cluster, as it is before the migration`);
    }
    return first && { value: first.value, place: this.at(first.place) };
  }

  public flag(name: string, views: readonly ComponentView[]): Found<string> | undefined {
    return this.one(`--${name} of kube-controller-manager`, views.flatMap(view => {
      const flag = flagOf(view, name);
      return flag?.value === undefined ? [] : [{ value: flag.value, place: flag.place }];
    }));
  }

  private at(place: Place): string {
    const { file, line } = this.model.realPlace(place);
    return `${file}:${line}`;
  }
}

/** Every object of the folder's YAML files. */
function documentsOf(directory: VerifyDirectory): readonly ObjectAt[] {
  const documents = new Documents();
  return [...directory.files].flatMap(([path, content]) => 'text' in content
    && (/\.ya?ml$/.test(path) || (mayBeKubeadms(path) && isKubeadmText(content.text)))
    ? documents.objectsIn(content, fileName(directory, path)) : []);
}

function isDirectlyIn(directory: VerifyDirectory, file: string): boolean {
  return fileName(directory, basename(file)) === file;
}

function lineOf({ file, document, base }: ObjectAt): string {
  return `${file}:${document.line(base)}`;
}

function refuseOtherInstallers(documents: readonly ObjectAt[]): void {
  for (const document of documents) {
    const installer = installerOf(document.apiVersion);
    if (installer === undefined || installer.name === 'kubeadm') continue;
    const migrated = migratedKopsVersion(document.data);
    if (migrated !== undefined) {
      throw new InputError(`${lineOf(document)} is a Cluster of kops, of Kubernetes ${migrated}: ${whyNothingToMigrate()}; 'ccm-migration upgrade `
        + '--from <release> --to <release>\' says what differs between releases of it');
    }
    throw new InputError(`${lineOf(document)} is a ${document.kind} of ${installer.name}, for which init writes no app; use ${installer.construct}, `
      + `as docs/how-to/${installer.page}.md of the package shows`);
  }
}

/** The folders that `NodeFolder.read` takes, and no other one with files of a node. */
function nodesOf(directory: VerifyDirectory): readonly NodeInput[] {
  const { nodes } = layoutOf(directory);
  const expected = `expected '${fileName(directory, 'control-plane/<node>')}' and '${fileName(directory, 'worker/<node>')}', each with the files of `
    + 'its node, as docs/how-to/node-files.md shows';
  const misplaced = nodes.find(({ root }) => !/^(control-plane|worker)\/[^/]+$/.test(root));
  if (misplaced !== undefined) throw new InputError(`'${fileName(directory, misplaced.root) || '.'}' has files of a node; ${expected}`);
  if (nodes.length > 0 && !nodes.some(({ root }) => root.startsWith(`${NodeRole.CONTROL_PLANE}/`))) {
    throw new InputError(`no control-plane node is in '${directory.name}'; ${expected}`);
  }
  return nodes.map(node => ({ name: node.name, role: node.root.split('/')[0] as NodeRole, files: Object.fromEntries(textsOf(node)) }));
}

function textsOf(node: NodeFolderPath): readonly (readonly [string, string])[] {
  return node.paths.flatMap(path => {
    const content = node.directory.files.get(onNode(node, path))!;
    return 'text' in content ? [[`/${path}`, content.text] as const] : [];
  });
}
