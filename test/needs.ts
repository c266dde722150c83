/**
 * A `describe` that needs something that not every machine has: skipped, with the reason in its name, where it is missing, and failed where the
 * environment requires it (`.ci/run` installs all of it).
 *
 * @param missing why it cannot be had; undefined: it is there
 * @param required environment variable that makes it required
 */
export function describeNeeding(name: string, missing: string | undefined, required: string, body: () => void): void {
  if (!missing) {
    describe(name, body);
  } else if (process.env[required]) {
    describe(name, () => {
      it('fails because what it needs is required here', () => {
        throw new Error(`${required} is set, but ${missing}`);
      });
    });
  } else {
    describe(`${name} (skipped: ${missing})`, () => {
      it.skip('needs what is missing', () => {});
    });
  }
}
