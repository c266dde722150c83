import { managers, nameOf, placeOf } from './ask';
import { Rule } from './rule';

/** Causes that have a rule of their own. */
const ELSEWHERE = [
  /^unknown flag/, /cluster-cidr=/, /feature gate/, /in-tree cloud provider/, /^cloud provider /, /^--cloud-provider/, /^cloud provider is nil/, /lock is removed/,
  /^--leader-elect-resource-lock/, /leader migration configuration/, /no such file or directory/, /^yaml: /, /strict decoding/, /no kind "/, /Object '/, /^json: |^couldn't get/,
];

export const processEnds: Rule = {
  id: 'process-ends',
  severity: 'error',
  title: 'A command line at which the component ends',
  why: 'It is restarted for ever. If it ends before it takes a lock, it runs nothing; if after, it keeps the lock from others.',
  fix: 'Correct the flag that the message names.',
  source: 'k8s.io/controller-manager@v0.28.15 options/generic.go Validate; k8s.io/client-go@v0.26.15 tools/leaderelection/leaderelection.go:69-90',
  check: model => managers(model).flatMap(view => {
    const causes = (view.process?.fate.cause ?? '').split('; ').filter(cause => cause !== '' && !ELSEWHERE.some(pattern => pattern.test(cause)));
    // A refused configuration has several sentences, each without its head.
    if (view.migrationReading && 'error' in view.migrationReading) return [];
    return causes.map(cause => ({ place: placeOf(view, ...flagsIn(cause)), message: `${nameOf(view)} ends: ${cause}` }));
  }),
};

/** The flags that a cause is about. */
function flagsIn(cause: string): readonly string[] {
  if (/list of known controllers/.test(cause)) return ['controllers'];
  if (/renewDeadline|retryPeriod/.test(cause)) return ['leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-retry-period'];
  return [...cause.matchAll(/--([a-z-]+)/g)].map(([, name]) => name);
}
