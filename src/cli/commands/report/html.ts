import { drawLanes } from './draw-lanes';
import { renderHtml } from '../../../lib/report/render/html';
import { lanesOf } from '../../../lib/report/render/lanes';
import { Report } from '../../../lib/report/report';

/** The report as HTML, with its drawing. */
export async function htmlOf(report: Report): Promise<string> {
  return renderHtml(report, await drawLanes(lanesOf(report)));
}
