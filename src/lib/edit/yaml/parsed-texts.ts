import { parseSource, SourceDocument } from './source-document';

/** Files of one document each. Those of many nodes have the same text, which is parsed once. */
export class ParsedTexts {
  private readonly documents: Map<string, SourceDocument>;

  /** @param known documents that were parsed before, by their text; those of several documents are not of use here */
  public constructor(known: ReadonlyMap<string, readonly SourceDocument[]> = new Map()) {
    this.documents = new Map([...known].flatMap(([text, documents]) => documents.length === 1 ? [[text, documents[0]]] : []));
  }

  /** As `parseSource`. */
  public of(text: string, file: string): SourceDocument {
    const document = this.documents.get(text) ?? parseSource(text, { file });
    this.documents.set(text, document);
    return document.in(file);
  }

  /** What was parsed until now, by its text. */
  public get all(): ReadonlyMap<string, readonly SourceDocument[]> {
    return new Map([...this.documents].map(([text, document]) => [text, [document]]));
  }
}
