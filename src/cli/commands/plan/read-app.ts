import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { INSTALLERS } from '../../../lib/deliver/installer';
import { InputError } from '../../io';
import { readDirectory } from '../verify/read-directory';

/** What a plan and a report look at below the folder of the app. */
const PARTS = ['dist', 'phases', 'nodes', 'bundles/kubeadm', ...INSTALLERS.map(installer => `bundles/${installer}`)];

/** Everything that can be wrong here is input: one line, no stack trace. */
export function asInput<T>(dir: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InputError(`${dir}: ${(error as Error).message}`);
  }
}

/** What synthesis wrote, by path below the folder of the app. */
export function readApp(dir: string, cwd: string): Map<string, string> {
  if (!existsSync(resolve(cwd, dir))) throw new InputError(`'${dir}' cannot be read: no such folder`);
  const files = new Map<string, string>();
  for (const part of PARTS.filter(name => existsSync(resolve(cwd, dir, name)))) {
    for (const [path, content] of readDirectory(join(dir, part), cwd).files) {
      if ('unreadable' in content) throw new InputError(`'${join(dir, part, path)}': ${content.unreadable}`);
      files.set(`${part}/${path}`, content.text);
    }
  }
  return files;
}
