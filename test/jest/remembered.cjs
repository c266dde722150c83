const { createHash } = require('node:crypto');
const { join, resolve, sep } = require('node:path');

const SRC = resolve(__dirname, '../../src') + sep;
/** Of each file the functions whose answers are kept: what takes longest, and says the same of an equal input. */
const REMEMBERED = new Map(Object.entries({
  'lib/read/build-model.ts': { buildModel: onceForEqual },
  'lib/verify/verify.ts': { verify: onceForEqual },
  'lib/edit/yaml/source-document.ts': { parseSource: onceForText, parseSources: onceForText },
}).map(([file, functions]) => [join(SRC, file), functions]));

/** So many answers of a function are kept: a test asks for the same again soon, or not at all. */
const KEPT = 100;
/** A larger input is a matter of one test. */
const LARGEST = 4_000_000;
const LARGEST_TEXT = 100_000;
/** Of so many answers that are known, one is asked for again, and must be the same: nothing changes what it was given, or remembers. */
const ASKED_AGAIN = 20;

let isAnew = false;
let reused = 0;

/** The exports of a module of `src`, where dear functions remember what they answered in this process. */
function remembering(file, exported) {
  const functions = REMEMBERED.get(file);
  if (functions === undefined) return exported;
  const changed = Object.entries(functions).map(([name, remembered]) => [name, remembered(exported[name])]);
  return Object.defineProperty({ ...exported, ...Object.fromEntries(changed) }, '__esModule', { value: true });
}

/** Of the last that were asked for, by a key. */
function keep(known, key, made) {
  known.delete(key);
  known.set(key, made);
  if (known.size > KEPT) known.delete(known.keys().next().value);
  return made;
}

/** Documents of a text, which are of the file that is named now, and have data of their own. A key that is given twice is told each time. */
function onceForText(parse) {
  const known = new Map();
  const copied = (made, file) => Array.isArray(made) ? made.map(one => copied(one, file))
    : Object.assign(made.in(file), { data: structuredClone(made.data) });
  return (text, options) => {
    if (readsAnew() || text.length > LARGEST_TEXT) return parse(text, options);
    const key = `${options.isOnlyRead === true} ${text}`;
    let isTold = false;
    const onDuplicateKey = options.onDuplicateKey && ((...duplicate) => {
      isTold = true;
      options.onDuplicateKey(...duplicate);
    });
    const made = known.get(key) ?? parse(text, { ...options, onDuplicateKey });
    return isTold ? made : copied(keep(known, key, made), options.file);
  };
}

function onceForEqual(answer) {
  const known = new Map();
  // What was read before makes it faster, and no other.
  return (input, ...before) => {
    const key = readsAnew() ? undefined : keyOf(input);
    if (key === undefined) return answer(input, ...before);
    const made = known.get(key) ?? answer(input, ...before);
    if (known.has(key) && ++reused % ASKED_AGAIN === 0) {
      const [then, now] = [made, anew(() => answer(input))].map(textOf);
      if (then !== now) throw new Error(`an equal input was read otherwise before; what changes the answer that tests share? ${then} is now ${now}`);
    }
    return keep(known, key, made);
  };
}

function readsAnew() {
  return isAnew || process.env.READ_ANEW !== undefined;
}

/** Answers follow from facts as well. */
function feedInForce() {
  return require('../../src/lib/facts/in-force').feedInForce()?.sha256 ?? '';
}

/** An input as text; none: something in it is no data. */
function keyOf({ documents, ...input }) { // documents: of texts that are in the input
  let isData = true;
  const text = JSON.stringify(input, (_, value) => {
    if (typeof value === 'function') isData = false;
    if (!(value instanceof Map)) return value;
    return [...value].map(([path, content]) => [path, withoutText(content)]);
  });
  return isData && text.length < LARGEST ? createHash('sha256').update(feedInForce()).update(text).digest('base64') : undefined;
}

/** What is said of an input, without the documents that it was read from. */
function textOf({ verdict, judgements, exclusivity, liveness, findings, unread }) {
  const plain = (_, value) => value instanceof Map || value instanceof Set ? [...value] : value;
  return JSON.stringify({ verdict, judgements, exclusivity, liveness, findings, unread }, plain);
}

/** The text of what is about to be written follows from its data, and would be made now. */
function withoutText(content) {
  if (content?.data === undefined) return content;
  return Object.fromEntries(Object.keys(content).filter(key => key !== 'text').map(key => [key, content[key]]));
}

/** Runs what counts how often something is read: nothing of it was remembered before. */
function anew(run) {
  const before = isAnew;
  isAnew = true;
  try {
    return run();
  } finally {
    isAnew = before;
  }
}

module.exports = { anew, remembering };
