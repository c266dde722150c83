import { spawnSync } from 'node:child_process';
import { describeGo } from './go';
import { BINARIES } from '../e2e/binaries';
import { flagNames, flagsOf, hasFlag } from '../src/lib/facts/flags';
import { KCM } from '../src/lib/kubernetes/component';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';

describe.each(['1.26.15', '1.27.16'] as const)('flags of kube-controller-manager %s', release => {
  const version = KubernetesVersion.of(release);

  describeGo('asked', BINARIES[`${KCM} ${release}`], program => {
    /** Whether its command line takes the flag. No value is one that a flag can have, and the last flag is none: it never starts. */
    const takes = (flag: string): boolean => {
      const { stderr } = spawnSync(program(), [`--${flag}=@`, '--no-such-flag'], { encoding: 'utf8' });
      return !/^Error: unknown flag: --(?!no-such-flag)/m.test(stderr) && /^Error: /m.test(stderr);
    };

    it('shows no flag that the table does not have', () => {
      const help = spawnSync(program(), ['--help'], { encoding: 'utf8' }).stdout;
      const shown = [...help.matchAll(/^ +(?:-\w, )?--([a-z0-9-]+)/gm)].map(([, flag]) => flag);
      expect(shown.length).toBeGreaterThan(100);
      expect(shown.filter(flag => !hasFlag(KCM, flag, version))).toEqual([]);
    });

    it('takes the flags that the table has, and no other', () => {
      const known = flagsOf(KCM, version).map(({ flag }) => flag);
      expect(known.length).toBeGreaterThan(100);
      expect(flagNames(KCM).filter(takes)).toEqual(known);
    });
  });
});
