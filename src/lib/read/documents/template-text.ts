/** What the renderers of templates replace. */
const TEMPLATE = /\{\{|\{%|%\{|\$\{|<%/;

/** Whether a renderer has yet to fill in a text. */
export function isOfTemplate(text: string): boolean {
  return TEMPLATE.test(text);
}
