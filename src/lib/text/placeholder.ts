/** What a person or a renderer of templates has yet to fill in: `{{ x }}`, `{% if %}`, `%{ if }`, `${X}`, `<% x %>`, `<x>`. */
const PLACEHOLDER = /\{\{|\{%|%\{|\$\{|<%|<[A-Za-z][\w .-]{0,60}>/;

/** Whether a text, or a part of it, is not filled in: what it says is not known. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** Why a value is not known. */
export const NOT_FILLED_IN = 'it is part of a template that is not rendered';
