import { CONFIGURATION_REFUSED } from './kubelet-start-doubts';
import { SourceDocument } from '../../../edit/yaml/source-document';
import { attempt } from '../../../edit/yaml/source-error';
import { credentialProviderProblems } from '../../../facts/credential-provider-config';
import { KubernetesVersion } from '../../../kubernetes/kubernetes-version';
import { flagOf } from '../../../view/ask';
import { ComponentView, Doubt, NO_DOUBT } from '../../../view/model';
import { Documents } from '../../documents/documents';
import { NodeFolderPath, textsOnNode } from '../../input/layout';

/** The file of the credential providers of a kubelet, where its node has it. */
export interface CredentialProviderFile {
  readonly file: string;
  /** Undefined: it cannot be parsed. */
  readonly document?: SourceDocument;
}

export function credentialProviderFile(
  view: Pick<ComponentView, 'flags'> | undefined, node: NodeFolderPath, documents: Documents,
): CredentialProviderFile | undefined {
  const path = (view && flagOf(view, 'image-credential-provider-config')?.value)?.replace(/^\/+/, '') ?? '';
  const [found] = textsOnNode(node, node.paths.filter(one => one === path));
  if (found === undefined) return undefined;
  const { file, text } = found;
  return { file, document: attempt(() => documents.of(text, file)[0], () => undefined) };
}

/** Why the kubelet ends when it reads the file. */
export function credentialProviderDoubts(given: CredentialProviderFile | undefined, version: KubernetesVersion | undefined): readonly Doubt[] {
  if (given === undefined) return NO_DOUBT.notAsked;
  const { file, document } = given;
  const of = `the file of its credential providers, ${file},`;
  if (document === undefined) return [{ rule: CONFIGURATION_REFUSED, what: `${of} cannot be parsed`, place: { file, line: 1 } }];
  return credentialProviderProblems(document.data, version).map(({ what, isDoubtful }) =>
    ({ rule: CONFIGURATION_REFUSED, what: `${of} is refused: ${what}`, place: { file, line: 1 }, isDoubtful }));
}
