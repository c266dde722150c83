import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a package of a release has as its version. */
const versionOf = (release: string): string => `${release}-1.1`;

/**
 * Stand-ins for apt and dpkg of a node, for what `packages.sh` asks of them: kubeadm and the kubelet are installed and held, kubectl is not. To
 * install the kubelet is a command.
 *
 * @param bin folder of the programs of the node
 * @param state folder of what is installed
 * @param offered releases that the repository of the node has; the first one is installed
 * @param install shell that brings the programs of the node to `$release`
 */
export function writePackagePrograms(bin: string, state: string, offered: readonly string[], install: string): void {
  mkdirSync(state, { recursive: true });
  for (const name of ['kubeadm', 'kubelet']) {
    writeFileSync(join(state, name), versionOf(offered[0]));
    writeFileSync(join(state, `${name}.held`), '');
  }
  const programs: Readonly<Record<string, readonly string[]>> = {
    'dpkg-query': [
      'for name; do :; done',
      `[ -e '${state}'/"$name" ] || exit 1`,
      `case $3 in *Version*) echo "installed $(cat '${state}'/"$name")" ;; *) printf installed ;; esac`,
    ],
    'dpkg': ['echo "dpkg: not asked for: $*" >&2; exit 2'],
    'apt-cache': [
      '[ "$1" = madison ] || exit 2',
      ...offered.map(release => `echo "   $2 | ${versionOf(release)} | file:/repository ./ Packages"`),
    ],
    'apt-mark': [
      'command=$1; shift',
      'for name; do',
      `  case $command in showhold) [ ! -e '${state}'/"$name.held" ] || echo "$name" ;; hold) : > '${state}'/"$name.held" ;; *) exit 2 ;; esac`,
      'done',
    ],
    'apt-get': [
      'while [ "${1#-}" != "$1" ]; do case $1 in -o) shift ;; esac; shift; done',
      'command=$1; shift',
      'case $command in update) exit 0 ;; install) ;; *) exit 2 ;; esac',
      'case " $* " in *" --allow-change-held-packages "*) ;; *) echo "E: Held packages were changed" >&2; exit 100 ;; esac',
      'for word; do',
      '  case $word in --*) continue ;; esac',
      '  name=${word%%=*} version=${word#*=} release=${version%-*}',
      `  echo "$version" > '${state}'/"$name"`,
      `  if [ "$name" = kubelet ]; then ${install}; fi`,
      'done',
    ],
  };
  for (const [program, lines] of Object.entries(programs)) {
    writeFileSync(join(bin, program), `#!/bin/sh\n${lines.join('\n')}\n`);
    chmodSync(join(bin, program), 0o755);
  }
}
