/** What a required property must be, and how to give it. */
export interface RequiredProp {
  readonly is: (value: unknown) => boolean;
  /** `a Migration: new Migration({ ... })`. */
  readonly give: string;
}

/** Any text. */
export function anyText(give: string): RequiredProp {
  return { is: value => typeof value === 'string', give };
}

/** A list. */
export function anyList(give: string): RequiredProp {
  return { is: Array.isArray, give };
}

/**
 * The compiler asks for required properties; plain JavaScript can leave them out, or hand in anything.
 *
 * @throws for the first that is missing or something else
 */
export function checkRequired(props: unknown, required: Readonly<Record<string, RequiredProp>>): void {
  const given = (props ?? {}) as Readonly<Record<string, unknown>>;
  for (const [prop, { is, give }] of Object.entries(required)) {
    const value = given[prop];
    if (value === undefined || value === null) throw new Error(`\`${prop}\` is missing; give ${give}`);
    if (!is(value)) throw new Error(`${prop} is ${shown(value)}, which is none; give ${give}`);
  }
  if (typeof props !== 'object' || props === null) throw new Error(`the properties are ${shown(props)}; give an object`);
}

function shown(value: unknown): string {
  const json = typeof value === 'object' && value !== null ? `an object of ${JSON.stringify(Object.keys(value).slice(0, 3))}` : JSON.stringify(value);
  return json ?? typeof value;
}
