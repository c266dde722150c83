import { SourcePath } from '../../../edit/yaml/data';
import { parseSource, SourceDocument } from '../../../edit/yaml/source-document';
import { Location, SourceError } from '../../../edit/yaml/source-error';
import { renderYaml } from '../../render-yaml';

/** A place in a document that was handed in. */
export interface GivenPlace {
  readonly document: SourceDocument;
  readonly path: SourcePath;
}

/** A document that was made of others: what is wrong with it is told where those say it. */
export class MadeDocument extends SourceDocument {
  private readonly asked: GivenPlace[] = [];

  /** @param placeOf where what stands at a path was said */
  public constructor(data: SourceDocument['data'], file: string, private readonly givenAt: (path: SourcePath) => GivenPlace) {
    super(file, data, () => parseSource(renderYaml(data), { file }).parsed, false);
  }

  /** Stands for a place of another document: a number that no offset is. */
  public override offset(path: SourcePath): number {
    this.asked.push(this.givenAt(path));
    return -this.asked.length;
  }

  public override location(offset: number): Location {
    const { document, path } = this.given(offset);
    return document.location(document.offset(path));
  }

  public override error(offset: number, message: string): SourceError {
    return new SourceError(this.given(offset).document.file, this.location(offset), message);
  }

  private given(offset: number): GivenPlace {
    return this.asked[-offset - 1] ?? this.givenAt([]);
  }
}
