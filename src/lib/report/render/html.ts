import { Report } from '../report';
import { back, changes, findings, sources } from './html/changes';
import { factsOf } from './html/facts';
import { page } from './html/page';
import { picture } from './html/picture';
import { proof } from './html/proof';
import { roll } from './html/roll';
import { list, section, sentence } from './html/text';
import { figures, titleOf, verdict } from './html/verdict';

/** The report for a browser: the answer first, then what happens, and below it why; each thing once. */
export function renderHtml(report: Report): string {
  const facts = factsOf(report);
  return page(titleOf(report), [
    '<a class="skip" href="#roll">To the roll</a>',
    verdict(facts),
    '<main>',
    figures(facts),
    roll(facts),
    picture(facts),
    changes(facts),
    findings(facts),
    back(facts),
    proof(facts),
    section('limits', 'Limits of the proof', list(report.limits.map(sentence))),
    sources(facts),
    '</main>',
  ]);
}
