import { got } from './got';

/** What a required property must be, and how to give it. */
export interface RequiredProp {
  readonly is: (value: unknown) => boolean;
  /** What it must be: `a Migration`. */
  readonly must: string;
  /** `a Migration: new Migration({ ... })`. */
  readonly give: string;
}

/** Any text. */
export function anyText(give: string): RequiredProp {
  return { is: value => typeof value === 'string', must: 'a string', give };
}

/** A list. */
export function anyList(give: string): RequiredProp {
  return { is: Array.isArray, must: 'a list', give };
}

/**
 * The compiler asks for required properties; plain JavaScript can leave them out, or pass any value.
 *
 * @throws for the first that is missing or something else
 */
export function checkRequired(props: unknown, required: Readonly<Record<string, RequiredProp>>): void {
  const given = (props ?? {}) as Readonly<Record<string, unknown>>;
  for (const [prop, { is, must, give }] of Object.entries(required)) {
    const value = given[prop];
    if (value === undefined || value === null) throw new Error(`\`${prop}\` is missing; give ${give}`);
    if (!is(value)) throw new Error(`${prop} must be ${must}, got ${got(value)}; give ${give}`);
  }
  if (typeof props !== 'object' || props === null) throw new Error(`the properties must be an object, got ${got(props)}`);
}
