import { Rule } from './rule';
import { placeOf } from '../view/ask';

const DURATIONS = ['leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-retry-period'];

export const leaseDurationsOverlap: Rule = {
  id: 'lease-durations-overlap',
  severity: 'error',
  title: 'A candidate can take a lock while its holder still acts',
  why: 'A holder acts for up to retryPeriod + renewDeadline after its last renewal. A candidate to 1.26 waits for its own leaseDuration, not for '
    + 'the holder\'s; if that is shorter, both run.',
  fix: 'Give every process that shares a lock the same three --leader-elect-* durations, with retryPeriod + renewDeadline below leaseDuration (15s, '
    + '10s, 2s).',
  source: 'k8s.io/client-go@v0.26.15 tools/leaderelection/leaderelection.go:350, v0.27.16:347',
  check: model => model.verdict.timing.map(({ holder, candidate, message, fix }) => {
    const views = [candidate, holder].flatMap(process => model.components.filter(one => one.process === process));
    const view = views.find(({ flags }) => flags.some(({ name }) => DURATIONS.includes(name))) ?? views[0];
    return { place: placeOf(view, ...DURATIONS), message, fix };
  }),
};
