import { ClusterApiOptions } from './options';
import { SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { ClusterApiDocuments, isClusterApi, kindOf, nameOf } from '../../installers/cluster-api/documents';
import { valueEdits } from '../document-edits';

/** Where an object says the image of machines: kubernetes-sigs/cluster-api-provider-aws@017e29eb exp/api/v1beta2/types.go, AWSLaunchTemplate. */
interface ImagePlace {
  readonly kind: string;
  readonly base: SourcePath;
  /** Whether the object may be changed; a template is replaced by another. */
  readonly isMutable: boolean;
}

const IMAGE_PLACES: readonly ImagePlace[] = [
  { kind: 'AWSMachineTemplate', base: ['spec', 'template', 'spec'], isMutable: false },
  { kind: 'AWSMachinePool', base: ['spec', 'awsLaunchTemplate'], isMutable: true },
  { kind: 'AWSCluster', base: ['spec'], isMutable: true },
];

/** The image itself, and the name by which one is looked up: that is fixed where it does not ask for the version. */
const IMAGE_KEYS: readonly (readonly [path: SourcePath, isFixed: (value: string) => boolean])[] = [
  [['ami', 'id'], () => true],
  [['imageLookupFormat'], format => !format.includes('K8sVersion')],
];

interface FixedImage {
  readonly place: ImagePlace;
  readonly path: SourcePath;
  readonly value: string;
}

/** The image that an object fixes, which has the kubeadm and kubelet of one version in it. */
function fixedImageOf(document: SourceDocument): FixedImage | undefined {
  const place = IMAGE_PLACES.find(({ kind }) => kind === kindOf(document));
  if (place === undefined) return undefined;
  return IMAGE_KEYS.map(([key, isFixed]) => {
    const path = [...place.base, ...key];
    const value = document.value(path);
    return typeof value === 'string' && isFixed(value) ? { place, path, value } : undefined;
  }).find(found => found !== undefined);
}

/** Whether some object fixes an image, so that Cluster API looks none up by the version. */
export function fixesImages(documents: readonly SourceDocument[]): boolean {
  return documents.some(document => fixedImageOf(document) !== undefined);
}

/**
 * The edits that put the image of version N+1 in the place of that of N, of objects that can be changed.
 *
 * @param isPatched whether a patch of a ClusterClass says the image, and no object is changed
 */
export function imageEdits(document: SourceDocument, images: { readonly [object: string]: string }, isPatched = false): SourceEdit[] {
  const found = fixedImageOf(document);
  const value = images[nameOf(document)];
  return found && (isPatched || found.place.isMutable) && value !== undefined ? valueEdits(document, found.path, value) : [];
}

/**
 * A fixed image has the kubeadm and kubelet of version N in it: version N+1 needs another one.
 *
 * @throws if an object has a fixed image and nothing is named for it, or something is named for an object that has none or that nothing uses
 */
export function checkMachineImages({ files, topology }: ClusterApiDocuments, options: ClusterApiOptions): void {
  const { upgradedMachineTemplates = {}, upgradedImages = {}, migration: { fromVersion, toVersion } } = options;
  const documents = [...files.values()].flat().filter(isClusterApi);
  const isMutableIn = (place: ImagePlace) => place.isMutable || topology !== undefined;
  const successors = Object.values(upgradedMachineTemplates);
  if (fromVersion) refuseSharedImage(documents, toVersion.toString());
  for (const document of fromVersion ? documents : []) {
    const fixed = fixedImageOf(document);
    const name = nameOf(document);
    if (fixed === undefined || successors.includes(name)) continue;
    if ((isMutableIn(fixed.place) ? upgradedImages : upgradedMachineTemplates)[name] !== undefined) continue;
    const { place, path, value } = fixed;
    const remedy = isMutableIn(place) ? `; give that of ${toVersion}: upgradedImages: { '${name}': '...' }`
      : `, and the template cannot be changed; make one with an image of ${toVersion} and name it: upgradedMachineTemplates: { '${name}': '...' }`;
    throw document.errorIn(path, `of ${place.kind} '${name}' is '${value}', an image of version ${fromVersion}${remedy}`);
  }
  for (const [name, successor] of Object.entries(upgradedMachineTemplates)) {
    if (documents.some(document => namesTemplate(JSON.stringify(document.data.spec ?? null), name)) && name !== successor) continue;
    throw new Error(`upgradedMachineTemplates has '${name}': '${successor}', but no object that was handed in names an AWSMachineTemplate '${name}' `
      + 'to replace; give the name that infrastructureRef has today');
  }
  const isFixedIn = (document: SourceDocument) => {
    const fixed = fixedImageOf(document);
    return fixed !== undefined && isMutableIn(fixed.place);
  };
  for (const [name, image] of Object.entries(upgradedImages)) {
    if (documents.some(document => nameOf(document) === name && isFixedIn(document))) continue;
    throw new Error(`upgradedImages has '${name}': '${image}', but no ${topology ? 'template of the class' : 'AWSMachinePool or AWSCluster'} `
      + 'of that name has a fixed image; leave it out');
  }
}

function namesTemplate(spec: string, name: string): boolean {
  return new RegExp(`"infrastructureRef":\\{[^}]*"name":${JSON.stringify(name).replace(/[.*+?^$()|[\]\\]/g, '\\$&')}[,}]`).test(spec);
}

/**
 * The format of an AWSCluster is that of its pools too, whose instances are replaced when another image is found: with the control plane, and before
 * their kubelets are told of the cloud-controller-manager. sigs.k8s.io/cluster-api-provider-aws@v2.7.1 pkg/cloud/services/ec2/launchtemplate.go,
 * DiscoverLaunchTemplateAMI.
 */
function refuseSharedImage(documents: readonly SourceDocument[], toVersion: string): void {
  const cluster = documents.find(document => kindOf(document) === 'AWSCluster');
  const fixed = cluster && fixedImageOf(cluster);
  const pool = fixed && documents.find(document => kindOf(document) === 'AWSMachinePool'
    && IMAGE_KEYS.every(([key]) => document.value(['spec', 'awsLaunchTemplate', ...key]) === undefined));
  if (pool === undefined) return;
  throw pool.errorAt(['spec', 'awsLaunchTemplate'], `AWSMachinePool '${nameOf(pool)}' has no image of its own and takes that of `
    + `${fixed!.path.join('.')} of AWSCluster '${nameOf(cluster!)}', '${fixed!.value}': its instances would be replaced by ones of ${toVersion} `
    + `together with the control plane; set spec.awsLaunchTemplate.imageLookupFormat of the pool to '${fixed!.value}' first`);
}
