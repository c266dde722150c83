import { Rule } from './rule';
import { managers, nameOf, placeOf } from '../view/ask';

/** Causes that have a rule of their own. */
const ELSEWHERE = [
  /unknown flag/, /cluster-cidr=/, /feature gate/, /in-tree cloud provider/, /cloud provider /, /--cloud-provider/, /lock is removed/, /--leader-elect-resource-lock/,
  /no such file or directory/,
];

export const processEnds: Rule = {
  id: 'process-ends',
  severity: 'error',
  title: 'A command line at which the component ends',
  why: 'It is restarted for ever. If it ends before it takes a lock, it runs nothing; if after, it keeps the lock from others.',
  fix: 'Correct the flag that the message names.',
  source: 'k8s.io/controller-manager@v0.28.15 options/generic.go Validate; k8s.io/client-go@v0.26.15 tools/leaderelection/leaderelection.go:69-90',
  check: model => managers(model).flatMap(view => {
    const { migrationReading: reading, process } = view;
    const cause = process?.fate.cause ?? '';
    // A refused configuration has a rule of its own too, and may say anything.
    const others = reading && 'error' in reading ? cause.replace(reading.error, '') : cause;
    const causes = others.split('; ').filter(one => one !== '' && !ELSEWHERE.some(pattern => pattern.test(one)));
    return causes.map(one => ({ place: placeOf(view, ...flagsIn(one)), message: `${nameOf(view)} ends: ${one}` }));
  }),
};

/** The flags that a cause is about. */
function flagsIn(cause: string): readonly string[] {
  if (/list of known controllers/.test(cause)) return ['controllers'];
  if (/renewDeadline|retryPeriod/.test(cause)) return ['leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-retry-period'];
  return [...cause.matchAll(/--([a-z-]+)/g)].map(([, name]) => name);
}
