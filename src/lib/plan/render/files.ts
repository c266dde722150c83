import { byHand } from './by-hand';
import { renderJson } from './json';
import { renderMarkdown } from './markdown';
import { Plan } from '../plan';
import { planProject, ProjectFile } from './project';

/**
 * What a plan is written as, beside the collection.
 *
 * @param appDir folder of the app, relative to the folder of these files
 * @param collection files of the Ansible collection, which is written to the folder `collection` beside that of the plan
 */
export function planFiles(plan: Plan, appDir: string, collection: ReadonlyMap<string, string>): readonly ProjectFile[] {
  return [
    { path: 'plan.json', content: renderJson({ plan }) },
    { path: 'runbook.md', content: renderMarkdown({ plan }) },
    { path: 'by-hand.sh', content: byHand(plan, appDir) },
    ...planProject(plan, appDir, collection),
  ];
}
