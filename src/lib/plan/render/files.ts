import { renderJson } from './json';
import { renderMarkdown } from './markdown';
import { ansibleProject } from '../ansible/project';
import { Plan } from '../plan';

/** A file of a plan. */
export interface PlanFile {
  readonly path: string;
  readonly content: string;
}

/**
 * What a plan is written as.
 *
 * @param appDir folder of the app, relative to the folder of these files
 * @param tasks task files of the Ansible project, by name
 */
export function planFiles(plan: Plan, appDir: string, tasks: ReadonlyMap<string, string>): readonly PlanFile[] {
  return [
    { path: 'plan.json', content: renderJson({ plan }) },
    { path: 'runbook.md', content: renderMarkdown({ plan }) },
    ...ansibleProject(plan, appDir, tasks),
  ];
}
