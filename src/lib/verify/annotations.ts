import { IgnoreAnnotation } from './accept';
import { mapOf } from '../edit/yaml/data';
import { SourceError } from '../edit/yaml/source-error';
import { Documents, ObjectAt } from '../read/documents/documents';
import { UnreadableInput, VerifyDirectory } from '../read/input/input';
import { fileName } from '../read/input/layout';

/** `ccm-migration/ignore: "rule-a,rule-b: the reason"` on an object. */
const IGNORE_ANNOTATION = 'ccm-migration/ignore';

export function annotationsIn(directories: readonly VerifyDirectory[]): readonly IgnoreAnnotation[] {
  return directories.flatMap(directory => [...directory.files].flatMap(([path, content]) => {
    if (!('text' in content) || !content.text.includes(IGNORE_ANNOTATION)) return [];
    return annotationsOf(content.text, fileName(directory, path));
  }));
}

function annotationsOf(text: string, file: string): readonly IgnoreAnnotation[] {
  const objects = objectsOf(text, file);
  const starts = objects.map(({ document, base }) => document.line(base)).sort((a, b) => a - b);
  return objects.flatMap(({ data, document, base }) => {
    const value = mapOf(mapOf(data.metadata).annotations)[IGNORE_ANNOTATION];
    if (value === undefined) return [];
    const from = document.line(base);
    const [rules, ...reason] = String(value).split(':');
    return [{
      file,
      line: document.line([...base, 'metadata', 'annotations', IGNORE_ANNOTATION]),
      from,
      to: (starts.find(start => start > from) ?? Infinity) - 1,
      rules: rules.split(',').map(rule => rule.trim()),
      reason: reason.join(':').trim() || undefined,
    }];
  });
}

/** A file that cannot be parsed is reported elsewhere. */
function objectsOf(text: string, file: string): readonly ObjectAt[] {
  try {
    return new Documents().objects(text, file);
  } catch (error) {
    if (error instanceof SourceError || error instanceof UnreadableInput) return [];
    throw error;
  }
}
