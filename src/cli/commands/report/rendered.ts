import { renderHtml } from '../../../lib/report/render/html';
import { renderJson } from '../../../lib/report/render/json';
import { renderMarkdown } from '../../../lib/report/render/markdown';
import { renderText } from '../../../lib/report/render/text';
import { Report } from '../../../lib/report/report';
import { Style } from '../../../lib/text/style';

/** Forms of a report, for a terminal too. */
export type ReportFormat = 'text' | 'markdown' | 'html' | 'json';

/** A report in one of its forms. */
export function rendered(report: Report, format: ReportFormat, style: Style): string {
  switch (format) {
    case 'text': return renderText(report, style);
    case 'markdown': return renderMarkdown(report);
    case 'html': return renderHtml(report);
    case 'json': return renderJson(report);
  }
}
