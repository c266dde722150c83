import type { Alias, Document, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { yaml } from './load';

/** What is done with each kind of node. */
export interface NodeVisitor {
  map?(map: YAMLMap): void;
  seq?(list: YAMLSeq): void;
  /** @param isFlow whether a collection in brackets is around it */
  scalar?(scalar: Scalar, isFlow: boolean): void;
  alias?(alias: Alias): void;
}

/**
 * Every node of a document, in its order; a key comes before its value. `visit` of the parser does the same and makes a list of all that is above for
 * each of them, which takes longer than what is done with it. The depth is limited before (`bounds.ts`).
 */
export function walk(document: Document, visitor: NodeVisitor): void {
  const { isAlias, isMap, isScalar, isSeq } = yaml();
  const step = (node: unknown, isFlow: boolean): void => {
    if (isScalar(node)) {
      visitor.scalar?.(node, isFlow);
    } else if (isMap(node)) {
      visitor.map?.(node);
      const isWithin = isFlow || node.flow === true;
      for (const { key, value } of node.items) {
        step(key, isWithin);
        step(value, isWithin);
      }
    } else if (isSeq(node)) {
      visitor.seq?.(node);
      for (const item of node.items) step(item, isFlow || node.flow === true);
    } else if (isAlias(node)) {
      visitor.alias?.(node);
    }
  };
  step(document.contents, false);
}
