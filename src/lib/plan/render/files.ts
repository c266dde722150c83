import { renderJson } from './json';
import { renderMarkdown } from './markdown';
import { renderScript } from './script';
import { Plan } from '../plan';

/** A file of a plan. */
export interface PlanFile {
  readonly path: string;
  readonly content: string;
  readonly isExecutable?: boolean;
}

/**
 * What a plan is written as.
 *
 * @param appDir folder of the app, relative to the folder of these files
 */
export function planFiles(plan: Plan, appDir: string): readonly PlanFile[] {
  return [
    { path: 'plan.json', content: renderJson({ plan }) },
    { path: 'runbook.md', content: renderMarkdown({ plan }) },
    { path: 'migrate.sh', content: renderScript(plan, appDir), isExecutable: true },
  ];
}
