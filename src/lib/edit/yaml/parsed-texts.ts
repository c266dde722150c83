import { parseSource, SourceDocument } from './source-document';

/** Files of one document each. Those of many nodes have the same text, which is parsed once. */
export class ParsedTexts {
  private readonly documents = new Map<string, SourceDocument>();

  /** As `parseSource`. */
  public of(text: string, file: string): SourceDocument {
    const known = this.documents.get(text) ?? parseSource(text, { file });
    this.documents.set(text, known);
    return known.in(file);
  }

  /** What was parsed until now, by its text. */
  public get all(): ReadonlyMap<string, readonly SourceDocument[]> {
    return new Map([...this.documents].map(([text, document]) => [text, [document]]));
  }
}
