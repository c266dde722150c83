import { dirname, join } from 'node:path';
import { venvPython } from '../python-venv';

/** Folder with the programs of a Python environment, or why there is none. */
export interface Programs {
  readonly bin?: string;
  readonly missing?: string;
}

/** ansible-playbook, at the pinned version; or that of `ANSIBLE_BIN`, a folder of programs, where another ansible-core is tried. */
export function ansible(): Programs {
  const { ANSIBLE_BIN: bin } = process.env;
  return bin !== undefined ? { bin } : programsOf('ansible', 'requirements.txt', 'at_start.py');
}

export function ansibleLint(): Programs {
  return programsOf('ansible-lint', 'lint-requirements.txt');
}

function programsOf(name: string, requirements: string, atStart?: string): Programs {
  const { python, missing } = venvPython(name, join(__dirname, requirements), atStart && join(__dirname, atStart));
  return python === undefined ? { missing } : { bin: dirname(python) };
}
