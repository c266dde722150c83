import { renderJson } from '../../../lib/report/render/json';
import { renderMarkdown } from '../../../lib/report/render/markdown';
import { renderText } from '../../../lib/report/render/text';
import { Report } from '../../../lib/report/report';
import { Style } from '../../../lib/text/style';

/** Forms of a report, for a terminal too. */
export type ReportFormat = 'text' | 'markdown' | 'html' | 'json';

/** A report in one of its forms. What draws pictures is loaded for HTML alone. */
export async function rendered(report: Report, format: ReportFormat, style: Style): Promise<string> {
  switch (format) {
    case 'text': return renderText(report, style);
    case 'markdown': return renderMarkdown(report);
    case 'html': return (await import('./html.js')).htmlOf(report);
    case 'json': return renderJson(report);
  }
}
