import { BINARIES } from '../e2e/binaries';
import { flagNames, flagsOf, hasFlag } from '../src/lib/facts/flags';
import { KCM } from '../src/lib/kubernetes/component';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';
import { Answer } from '../test/committed-answers';
import { describeReader } from '../test/reader';

/** Of the help, the names of the flags. */
function flagsShown(answer: Answer): Answer {
  const names = [...answer.stdout.matchAll(/^ +(?:-\w, )?--([a-z0-9-]+)/gm)].map(([, flag]) => flag);
  return { ...answer, stdout: JSON.stringify(names), stderr: '' };
}

/** Of what is said of a command line, the first error. */
function firstError(answer: Answer): Answer {
  return { ...answer, stdout: '', stderr: /^Error: .*/m.exec(answer.stderr)?.[0] ?? '' };
}

describe.each(['1.26.15', '1.27.16'] as const)('flags of kube-controller-manager %s', release => {
  const version = KubernetesVersion.of(release);

  describeReader('asked', BINARIES[`${KCM} ${release}`], reader => {
    /** Whether its command line takes the flag. No value is one that a flag can have, and the last flag is none: it never starts. */
    const takes = (flag: string): boolean => {
      const { stderr } = reader.answer({ args: [`--${flag}=@`, '--no-such-flag'] }, firstError);
      return stderr !== '' && !/^Error: unknown flag: --(?!no-such-flag)/.test(stderr);
    };

    it('shows no flag that the table does not have', () => {
      const shown = reader.json<readonly string[]>({ args: ['--help'] }, flagsShown);
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
