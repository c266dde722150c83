import { printable } from './printable';

/**
 * What becomes a link where no markup is: mentions, numbers of issues, addresses (GitHub Flavored Markdown 6.9, and what GitHub and GitLab add to
 * it). A backslash does not help, since it is gone when they look; what has an empty comment in it is none.
 */
const LINKED_BY_ITSELF = /@(?=\w)|[#!](?=\d)|\bGH-(?=\d)|:(?=\/\/)|\bwww(?=\.)/gi;

/** Text of an input, on one line of Markdown, that must not become markup. */
export function inMarkdown(text: string): string {
  return printable(text.replace(/(?<!\s)\s*\n\s*/g, ' ')).replace(/[\\|<>*_`[\]]/g, '\\$&').replace(LINKED_BY_ITSELF, '$&<!-- -->');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };

/** Text of an input, on one line of HTML: in an element or in an attribute with quotes. */
export function inHtml(text: string): string {
  return printable(text).replace(/[&<>"']/g, character => ENTITIES[character]);
}

/** The same in HTML that stands in Markdown, where a name would become a link all the same. */
export function inHtmlOfMarkdown(text: string): string {
  return inHtml(text).replace(/[*_`[\]\\]/g, character => `&#${character.charCodeAt(0)};`).replace(LINKED_BY_ITSELF, '$&<!-- -->');
}

/** Part of a sentence of ours: words, or what it has between backticks. */
export interface Piece {
  readonly text: string;
  readonly isCode: boolean;
}

export function pieces(sentence: string): readonly Piece[] {
  return sentence.split('`').map((text, index) => ({ text, isCode: index % 2 === 1 })).filter(({ text }) => text !== '');
}
