import { Acceptance, refuseUnknownAcceptance } from './accept';
import { Data, isMap, listOf } from '../edit/yaml/data';
import { parseSource, SourceDocument } from '../edit/yaml/source-document';

const KEYS = ['rule', 'file', 'reason', 'until'];
const FORM = 'expected accepted: [{rule: <id>, reason: <text>, file: <path>, until: <yyyy-mm-dd>}], file and until as needed';

/**
 * Reads a file of accepted findings.
 *
 * @param file its name, for errors
 * @throws `SourceError` if it names no rule that there is, or gives no reason
 */
export function acceptancesIn(text: string, file: string): readonly Acceptance[] {
  const document = parseSource(text, { file });
  if (!Array.isArray(document.data.accepted)) throw document.error(0, FORM);
  return listOf(document.data.accepted).map((item, index) => acceptance(document, item, index));
}

function acceptance(document: SourceDocument, item: Data, index: number): Acceptance {
  const path = ['accepted', index];
  const wrong = (message: string) => document.error(document.offset(path), message);
  if (!isMap(item)) throw wrong(FORM);
  const unknown = Object.keys(item).find(key => !KEYS.includes(key));
  if (unknown !== undefined) throw wrong(`'${unknown}' is not a key of an acceptance; accepted: ${KEYS.join(', ')}`);
  const { rule, file, reason, until } = item;
  if (typeof rule !== 'string') throw wrong('an acceptance needs the id of a rule');
  if (typeof reason !== 'string' || reason.trim() === '') throw wrong(`the acceptance of ${rule} needs a reason`);
  if (file !== undefined && typeof file !== 'string') throw wrong(`file of the acceptance of ${rule} is not a path`);
  if (until !== undefined && !(typeof until === 'string' && isDay(until))) {
    throw wrong(`until of the acceptance of ${rule} is '${String(until)}'; accepted: a day like '2027-03-31'`);
  }
  try {
    refuseUnknownAcceptance(rule);
  } catch (error) {
    throw wrong((error as Error).message);
  }
  return { rule, file, reason, until, place: { file: document.file, line: document.line(path) } };
}

/** A day that there is: 30 February is read as one of March. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}
