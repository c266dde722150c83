import { MAX_SIZE } from '../lib/edit/yaml/bounds';
import { Data, isMap, listOf, mapOf } from '../lib/edit/yaml/data';
import { DocumentPart, FEWER_OBJECTS, UnreadableInput } from '../lib/read/input/input';

/** Values of all objects that are kept. 30,000 pods have 6 million, and 5,000 nodes half a million. */
const MAX_JSON_VALUES = 9_000_000;
/** Characters of all texts that are kept, which are looked through. */
const MAX_JSON_TEXT = 120_000_000;
/** Characters of objects of which the text is kept too, to say on which line something is. */
const MAX_KEPT_SOURCE = 30_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;

/**
 * The objects of a stream of JSON, those of a list each by itself, as they come in: the whole text of a live cluster never is in memory. What only
 * the API server needs, and the state of pods that name no controller manager, is let go.
 *
 * The text is only taken apart here; whether it is JSON is for JSON.parse to say.
 */
export class JsonObjects {
  private readonly parts: DocumentPart[] = [];
  /** What stands around the items of a list, each of which is a 0 there. */
  private outer: Uint8Array[] = [];
  private outerLength = 0;
  private item: Uint8Array[] = [];
  private items: Data[] = [];
  private itemLines: number[] = [];
  private itemTexts: (string | undefined)[] = [];
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /** The key or text of the outermost object that was read last, and whether its items are open. */
  private lastText: number[] = [];
  private isItems = false;
  private line = 1;
  private start = 1;
  private values = 0;
  private characters = 0;
  private kept = 0;

  /** @param most values */
  public constructor(private readonly name: string, private readonly most: number = MAX_JSON_VALUES) {}

  /** @throws `UnreadableInput` if it is no JSON, or more than is looked at */
  public push(bytes: Uint8Array): void {
    // Where the piece begins that belongs to what is open: the item, or what stands around it.
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) this.isInString = false;
        if (this.depth === 1 && this.lastText.length < 8) this.lastText.push(byte);
        continue;
      }
      switch (byte) {
        case NEWLINE: this.line++; break;
        case QUOTE:
          this.isInString = true;
          if (this.depth === 1) this.lastText = [];
          break;
        case 0x7b: // {
        case 0x5b: // [
          if (this.depth === 0) this.start = this.line;
          if (this.depth === 1) this.isItems = byte === 0x5b && String.fromCharCode(...this.lastText) === 'items"';
          if (this.depth === 2 && this.isItems && byte === 0x7b) {
            this.addOuter(bytes.subarray(from, at));
            this.itemLines.push(this.line);
            from = at;
          }
          this.depth++;
          break;
        case 0x7d: // }
        case 0x5d: // ]
          this.depth--;
          if (this.depth === 2 && this.isItems && byte === 0x7d) {
            this.item.push(new Uint8Array(bytes.subarray(from, at + 1)));
            this.endItem();
            from = at + 1;
          } else if (this.depth <= 0) {
            this.addOuter(bytes.subarray(from, at + 1));
            this.endDocument();
            from = at + 1;
          }
          break;
        default:
      }
    }
    const rest = bytes.subarray(from);
    if (this.depth > 2 && this.isItems) this.item.push(new Uint8Array(rest));
    else this.addOuter(rest);
  }

  /** All of them, at the end of the stream. */
  public end(): readonly DocumentPart[] {
    if (text(this.outer).trim() !== '') this.endDocument();
    return this.parts;
  }

  private addOuter(bytes: Uint8Array): void {
    // A copy: a Buffer would keep all that was read with it.
    this.outer.push(new Uint8Array(bytes));
    this.outerLength += bytes.length;
    if (this.outerLength > MAX_SIZE) throw this.tooMuch(`an object of more than ${MAX_SIZE} bytes`);
  }

  private endItem(): void {
    const source = text(this.item);
    this.item = [];
    if (source.length > MAX_SIZE) throw this.tooMuch(`an object of more than ${MAX_SIZE} bytes`);
    const data = this.parse(source);
    const isNamed = /controller-manager|leader-elect|cloud-provider/.test(source);
    const isKept = (isNamed || mapOf(data).kind !== 'Pod') && this.kept + source.length <= MAX_KEPT_SOURCE;
    if (isKept) this.kept += source.length;
    this.items.push(this.slim(data, isNamed));
    this.itemTexts.push(isKept ? source : undefined);
    this.outer.push(new Uint8Array([0x30]));
  }

  private endDocument(): void {
    const outer = this.parse(text(this.outer));
    const { items, itemLines, itemTexts, start } = this;
    this.outer = [];
    this.outerLength = 0;
    this.items = [];
    this.itemLines = [];
    this.itemTexts = [];
    this.isItems = false;
    this.depth = 0;
    if (!isMap(outer)) throw new UnreadableInput(`${this.name}: expected JSON objects, got something else`);
    if (items.length === 0) {
      this.parts.push({ data: this.slim(outer, true) as DocumentPart['data'], line: start });
      return;
    }
    // A key that is given twice, or written with escapes, is not taken apart.
    if (listOf(outer.items).length !== items.length || listOf(outer.items).some(one => one !== 0)) {
      throw new UnreadableInput(`${this.name}: the list has items that are no objects, or two keys 'items'; give what kubectl get prints`);
    }
    const { kind, apiVersion } = outer;
    // The API server leaves both out of the items of a DeploymentList.
    const type: DocumentPart['data'] = typeof kind === 'string' && kind !== 'List' && kind.endsWith('List')
      ? { kind: kind.slice(0, -'List'.length), apiVersion } : {};
    items.forEach((data, index) => this.parts.push({
      data: { ...type, ...mapOf(data) }, line: itemLines[index], text: itemTexts[index],
    }));
  }

  private parse(source: string): Data {
    try {
      return JSON.parse(source) as Data;
    } catch (error) {
      const problem = (error as Error).message.slice(0, 100);
      throw new UnreadableInput(`${this.name}: what ends at line ${this.line} begins with { and is no JSON: ${problem}`);
    }
  }

  /** Without `managedFields`, which say who wrote a field. */
  private slim(data: Data, isNamed: boolean): Data {
    if (!isMap(data)) return data;
    const { managedFields: _, ...metadata } = mapOf(data.metadata);
    const slim: { [key: string]: Data } = { ...data };
    if (isMap(data.metadata)) slim.metadata = metadata;
    if (data.kind === 'Pod' && !isNamed && isMap(data.status)) slim.status = { phase: mapOf(data.status).phase ?? null };
    this.count(slim);
    return slim;
  }

  private count(data: Data): void {
    const open: Data[] = [data];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      this.values++;
      if (typeof next === 'string') this.characters += next.length;
      else if (next !== null && typeof next === 'object') for (const value of Object.values(next)) open.push(value);
    }
    if (this.values > this.most) throw this.tooMuch(`more than ${this.most} values`);
    if (this.characters > MAX_JSON_TEXT) throw this.tooMuch(`texts of more than ${MAX_JSON_TEXT} characters`);
  }

  private tooMuch(what: string): UnreadableInput {
    return new UnreadableInput(`${this.name} has ${what}; ${FEWER_OBJECTS}`);
  }
}

function text(parts: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(parts.length === 1 ? parts[0] : new Uint8Array(Buffer.concat(parts)));
  } catch {
    throw new UnreadableInput('standard input is not UTF-8 text');
  }
}
