import { goBinary, GoBinary, goMissing } from '../scripts/go-binary';
import { describeNeeding } from '../test/needs';

/** Cold builds of Kubernetes take minutes on a small machine. */
const BUILD_TIMEOUT = 30 * 60_000;

/** A program, built when it is first asked for. */
export type Program = () => string;

/**
 * A `describe` whose tests start a Go program that acts, and does not answer alone (test/reader.ts is for what answers). It is built before them, and
 * required where `REQUIRE_GO` is set.
 */
export function describeGo(name: string, binary: GoBinary, body: (program: Program) => void): void {
  describeNeeding(name, goMissing(), 'REQUIRE_GO', () => {
    let path = '';
    beforeAll(() => { path = goBinary(binary); }, BUILD_TIMEOUT);
    body(() => path);
  });
}
