import { flagNames } from '../facts/flags';
import { lazy } from '../facts/lazy';
import { otherProgram } from '../facts/other-programs';
import { CCM, ControllerManager, KCM } from '../kubernetes/component';

const KNOWN = lazy(() => ({ [KCM]: new Set(flagNames(KCM)), [CCM]: new Set(flagNames(CCM)) }));

/** Flags that no program but a controller manager has, `--cloud-provider` aside, which those in the table of other programs have too. */
const TELLING = new Set(['cloud-provider', 'configure-cloud-routes', 'allocate-node-cidrs', 'use-service-account-credentials', 'cloud-config',
  'enable-leader-migration', 'leader-migration-config', 'external-cloud-volume-plugin', 'cluster-signing-cert-file', 'node-monitor-grace-period',
  'concurrent-service-syncs', 'route-reconciliation-period']);
/** Other components of Kubernetes have these as well as `--cloud-provider`. */
const ALONE = /^(?:cloud-config|cluster-signing-cert-file)$/;

/** The names of the flags of a command line; undefined: it has a word that is neither a flag nor the value of one. */
function namesOf(words: readonly string[]): readonly string[] | undefined {
  const names = words.flatMap(word => /^--?([A-Za-z][\w-]*)(?:=|$)/.exec(word)?.[1].replace(/_/g, '-') ?? []);
  const isLine = words.every((word, index) => word.startsWith('-') || word === '' || /^--?[A-Za-z][\w-]*$/.test(words[index - 1] ?? ''));
  return isLine ? names : undefined;
}

/**
 * Whether words can be the flags of a controller manager, whatever its program is called: it has each of them, and ends at one that it does not have
 * (github.com/spf13/pflag@v1.0.5 flag.go, "unknown flag").
 *
 * @param component that it would be; none: either
 */
export function haveItsFlags(words: readonly string[], component?: ControllerManager): boolean {
  const names = namesOf(words);
  return names !== undefined && names.some(name => TELLING.has(name)) && [KCM, CCM].some(one =>
    (component === undefined || component === one) && names.every(name => KNOWN()[one as ControllerManager].has(name)));
}

/** Whether a command line can be that of a controller manager by its flags, though its program is called otherwise and is none that is known. */
export function likelyManager(program: string, words: readonly string[]): boolean {
  if (otherProgram(program) !== undefined || !haveItsFlags(words)) return false;
  return namesOf(words)!.some(name => TELLING.has(name) && !ALONE.test(name));
}
