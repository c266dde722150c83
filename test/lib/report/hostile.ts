import { Report } from '../../../src/lib/report/report';

/** A name that would be markup, a mention, a script or the end of an attribute. */
const NAME = '<img src=x onerror=alert(1)>@org/team"\'</text></style></script>`|';

/** The report with that name wherever an input has one. */
export function hostile(report: Report): Report {
  const step = (one: Report['steps'][number]): Report['steps'][number] => ({
    ...one,
    objects: one.objects.map(object => ({ ...object, object: `v1 DaemonSet ${NAME}`, file: NAME, diff: ['+```', '+&', '+text'] })),
    nodeFiles: one.nodeFiles.map(file => ({ ...file, path: `/${NAME}`, nodes: [NAME], diff: ['+```', '+&', '+text'] })),
    restarts: one.restarts.map(() => ({ what: `starts ${NAME}`, nodes: [NAME] })),
    findings: one.findings.map(finding => ({ ...finding, file: NAME, message: NAME, fix: NAME })),
    notLookedAt: [{ file: NAME, what: NAME }],
    toDelete: { objects: [NAME], nodeFiles: [NAME] },
    processes: {
      before: one.processes.before.map(process => ({ ...process, where: NAME, nodes: [NAME], mainLock: [NAME] })),
      during: one.processes.during.map(process => ({ ...process, where: NAME, nodes: [NAME], mainLock: [NAME] })),
      after: one.processes.after.map(process => ({ ...process, where: NAME, nodes: [NAME], mainLock: [NAME] })),
    },
    actions: one.actions.map(action => ({ ...action, title: NAME, nodes: [NAME] })),
  });
  return { ...report, cluster: NAME, cloud: NAME, controlPlane: [NAME], steps: report.steps.map(step) };
}
