import { join } from 'node:path';
import { describeNeeding } from '../needs';
import { VenvPython, venvPython } from '../python-venv';

/** The Python that has moto, or why there is none. */
export function motoPython(): VenvPython {
  return venvPython('moto', join(__dirname, 'requirements.txt'));
}

/** A `describe` that needs moto, required where `REQUIRE_MOTO` is set. */
export function describeMoto(name: string, body: (python: string) => void): void {
  const { python, missing } = motoPython();
  describeNeeding(name, missing, 'REQUIRE_MOTO', () => body(python!));
}
