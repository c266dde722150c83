import { Data, isMap, listOf, mapOf, shownOf, stringOf } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { attempt } from '../../edit/yaml/source-error';
import { INSTALLER_FILES, KOPS_ADDONS_KIND, KOPS_ADDON_LABEL, KOPS_CCM_ADDON } from '../../facts/installer-files';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { Documents, ObjectAt } from '../documents/documents';

/** What an installer makes of a text that holds no object. */
export interface InstallerText {
  readonly line: number;
  readonly what: string;
  readonly fix: string;
  readonly mayRun: readonly ControllerManager[];
}

/** Every such document has one of these; most texts that hold no object are large, or no YAML. */
const WORTH_A_LOOK = /^(?:["']?(?:nodes|rancher_kubernetes_engine_config)["']?[ \t]*:|["']?kind["']?[ \t]*:[ \t]*["']?Addons["']?[ \t]*$)/m;

/**
 * The document of a text by whose fields an installer knows it.
 *
 * @param objects of the whole input: what kops makes of an addon has the addon's name in a label
 */
export function installerText(text: string, file: string, documents: Documents, objects: readonly ObjectAt[]): InstallerText | undefined {
  if (!WORTH_A_LOOK.test(text)) return undefined;
  // What is no YAML is none of them.
  return attempt(() => documents.of(text, file), () => []).map(document => ofDocument(document, objects)).find(found => found !== undefined);
}

function ofDocument(document: SourceDocument, objects: readonly ObjectAt[]): InstallerText | undefined {
  const data = document.value([]);
  if (!isMap(data) || (stringOf(data.apiVersion) ?? '') !== '') return undefined;
  if (data.kind === KOPS_ADDONS_KIND) return ofAddons(document, data, objects);
  const found = INSTALLER_FILES.find(({ keys, nodeKeys }) => keys.every(key => Object.hasOwn(data, key))
    && (nodeKeys === undefined || hasNodes(data.nodes, nodeKeys)));
  return found && { line: document.line([]), what: found.what, fix: found.fix, mayRun: [KCM, CCM] };
}

function hasNodes(nodes: Data, keys: readonly string[]): boolean {
  const items = listOf(nodes);
  return items.length > 0 && items.every(node => isMap(node) && keys.every(key => Object.hasOwn(node, key)));
}

/** Addons that hold a cloud-controller-manager, and of which the input has no object. */
function ofAddons(document: SourceDocument, data: { readonly [key: string]: Data }, objects: readonly ObjectAt[]): InstallerText | undefined {
  const isHere = (name: string) => objects.some(object => mapOf(mapOf(object.data.metadata).labels)[KOPS_ADDON_LABEL] === name);
  const missing = listOf(mapOf(data.spec).addons).map((addon, index) => {
    const { name, manifest } = mapOf(addon);
    return { index, name: shownOf(name), manifest: shownOf(manifest) };
  }).filter(({ name, manifest }) => (KOPS_CCM_ADDON.test(name) || KOPS_CCM_ADDON.test(manifest)) && !isHere(name));
  if (missing.length === 0) return undefined;
  return {
    line: document.line(['spec', 'addons', missing[0].index]),
    what: `a list of addons of kops with ${missing.map(({ name }) => name).join(', ')}, of which the input has no object`,
    fix: `Give the manifests beside it: ${missing.map(({ manifest }) => manifest).join(', ')}.`,
    mayRun: [CCM],
  };
}
