import { Verdict } from '../proof/verdict';

/** Every way in which a verdict breaks a promise, a line each. */
export function breaches({ exclusivity, liveness, timing }: Verdict): string[] {
  return [
    ...[...exclusivity.counterexamples, ...liveness.counterexamples].map(({ controller, message, fix }) => `'${controller}': ${message}. ${fix}`),
    ...timing.map(({ message, fix }) => `${message}; ${fix}`),
  ];
}

/** @throws with the breaches, if there are any; what several verdicts share is said once */
export function refuseBreaches(subject: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${subject} is not safe and nothing is written:\n${[...new Set(found)].join('\n')}`);
}
