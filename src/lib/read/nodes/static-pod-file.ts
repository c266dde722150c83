import type { Node } from 'yaml';
import { Data } from '../../edit/yaml/data';
import { brokenJson } from '../../edit/yaml/kubernetes-text';
import { yaml } from '../../edit/yaml/load';
import { parseSources, SourceDocument } from '../../edit/yaml/source-document';
import { attempt, SourceError } from '../../edit/yaml/source-error';
import { READ_TWO_WAYS } from '../../facts/inputs/texts';
import { objectShape } from '../../facts/object-shapes';
import { onceFor } from '../../kubernetes/once-for';
import { lookAtPod } from '../../kubernetes/pod/pod-check';
import { Look } from '../../kubernetes/pod/shape';

/** What a kubelet makes of a file of its static pod folder. */
export interface StaticPodFile {
  /** The document that it reads, which is the first; none: there is nothing that it could read. */
  readonly document?: SourceDocument;
  /** Nothing: it runs the pod. */
  readonly look: Look;
}

/** Parses a text; of two equal keys the last one counts. @throws `SourceError` if it is no YAML */
export type ParseDocuments = (text: string, file: string) => readonly SourceDocument[];

/**
 * Reads a file as the kubelet's file source does: the first document only, a v1 Pod and no List, which must be valid. Whatever it does not take it
 * passes over, with a line in its log. k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go extractFromFile, common.go tryDecodeSinglePod.
 *
 * @param parse the parser of a caller that needs the documents too, so that they are parsed once
 */
export function readStaticPodFile(text: string, file: string, parse: ParseDocuments = parseAlone): StaticPodFile {
  if (NOTHING.test(text)) return { look: { refused: 'it is empty' } };
  const broken = brokenJson(text);
  if (broken !== undefined) return { look: { refused: `it begins with { and is no JSON: ${broken}` } };
  const documents = attempt(() => parse(text, file), error => error);
  if (documents instanceof SourceError) return { look: { unknown: `it cannot be read here: ${documents.message}` } };
  const [document] = documents as readonly (SourceDocument | undefined)[];
  if (!document || isBlankBefore(document)) return { look: { refused: 'its first document is empty' } };
  return { document, look: lookAtDocument(document) };
}

/** Once for each text, which many nodes may have. */
const lookAtDocument = onceFor((document: SourceDocument): Look => {
  const { data } = document;
  if (data.kind !== 'Pod' || data.apiVersion !== 'v1') {
    return { refused: `it is ${JSON.stringify(data.apiVersion ?? null)} ${JSON.stringify(data.kind ?? null)}, and the kubelet takes v1 Pods only` };
  }
  const scalar = document.isUsual ? undefined : scalarReadTwoWays(document.root);
  return scalar === undefined ? lookAtPod(data, objectShape('Pod')!)
    : { unknown: `${scalar} means different things in YAML 1.1, which the kubelet reads, and in YAML 1.2` };
});

const parseAlone: ParseDocuments = (text, file) => parseSources(text, { file, onDuplicateKey: () => undefined });

/** Nothing but comments, which end where a line ends for any parser, and white space. */
const NOTHING = /^\uFEFF?(?:[\s\u0085]|#[^\n\r\u0085\u2028\u2029]*(?=[\n\r\u0085\u2028\u2029]|$))*$/;

/** Whether another document, with nothing in it, comes before. */
function isBlankBefore(document: SourceDocument): boolean {
  return [...document.text.slice(0, document.offset([])).matchAll(/^(?:---|\.\.\.)(?=\s|$)/gm)].length > 1;
}

/** Whether a part of it stands elsewhere. */
export function holdsAlias(node: Node): boolean {
  let found = false;
  yaml().visit(node, {
    Alias: () => {
      found = true;
      return yaml().visit.BREAK;
    },
  });
  return found;
}

/** Whether a text within some data could be written in a way that is read in two ways, so that how it is written matters. */
export function couldBeReadTwoWays(data: Data | undefined): boolean {
  if (typeof data === 'string') return READ_TWO_WAYS.test(data);
  return data !== null && typeof data === 'object' && Object.values(data).some(couldBeReadTwoWays);
}

/** The first scalar within a node whose meaning depends on the version of YAML; `visit` of the parser would make a path for each node. */
export function scalarReadTwoWays(node: unknown): string | undefined {
  const { isMap, isScalar, isSeq } = yaml();
  const look = (one: unknown): string | undefined => {
    if (isScalar(one)) return one.type === 'PLAIN' && one.source !== undefined && READ_TWO_WAYS.test(one.source) ? one.source : undefined;
    let found: string | undefined;
    if (isMap(one)) one.items.some(({ key, value }) => (found = look(key) ?? look(value)) !== undefined);
    else if (isSeq(one)) one.items.some(item => (found = look(item)) !== undefined);
    return found;
  };
  return look(node);
}
