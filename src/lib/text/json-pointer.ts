/** The steps of a path in a JSON document: RFC 6901. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerOf(steps: readonly (string | number)[]): string {
  return steps.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
