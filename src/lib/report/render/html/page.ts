import { STYLE } from './style';
import { inHtml } from '../../../text/markup';

/** Nothing is loaded and nothing runs, whatever a text of the input would ask for. */
export const POLICY = 'default-src \'none\'; style-src \'unsafe-inline\'; base-uri \'none\'; form-action \'none\'';

/** One file that needs no network: for a browser, on a phone too, on paper, and for a screen reader. */
export function page(title: string, body: readonly string[]): string {
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}"/><title>${inHtml(title)}</title><style>${STYLE}</style></head>`,
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
