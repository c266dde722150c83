import { spawnSync } from 'node:child_process';
import { goMissing } from '../../scripts/go-binary';
import { ansible } from '../../test/ansible/ansible';
import { motoPython } from '../../test/moto/venv';

/** What a run needs of this machine: a Python with moto, or everything that is missing. */
export function requirements(): { readonly python?: string; readonly missing: readonly string[] } {
  const go = goMissing();
  const programs = [['etcd', '--version', 'Debian: etcd-server'], ['etcdctl', 'version', 'Debian: etcd-client'],
    ['kubectl', 'version --client', 'any release from 1.24 on']].flatMap(([name, args, hint]) =>
    spawnSync(name, args.split(' '), { stdio: 'ignore' }).status === 0 ? [] : [`${name} is not installed (${hint})`]);
  const moto = motoPython();
  const missing = [...go ? [go] : [], ...programs, ...moto.python ? [] : [moto.missing!], ...ansible().missing ? [ansible().missing!] : []];
  return missing.length > 0 ? { missing } : { python: moto.python, missing };
}

/** Versions of what is not built here. */
export function toolVersions(python: string): string[] {
  const first = (program: string, ...args: string[]): string => spawnSync(program, args, { encoding: 'utf8' }).stdout.split('\n')[0].trim();
  return [first('etcd', '--version').replace(' Version:', ''), `moto ${first(python, '-c', 'import moto; print(moto.__version__)')}`,
    `kubectl ${first('kubectl', 'version', '--client').replace('Client Version: ', '')}`];
}
