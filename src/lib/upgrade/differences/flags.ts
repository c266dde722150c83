import { AwsCcmRelease } from '../../facts/ccm-releases';
import { flagNames, flagOf } from '../../facts/flags';
import { FlagFact } from '../../facts/generated';
import { CCM } from '../../kubernetes/component';
import { CcmDifference, metIf } from '../difference';
import { UpgradedCluster } from '../upgraded-cluster';

/** A flag of which the command line says nothing has its default. */
export function flagDifferences(before: AwsCcmRelease, after: AwsCcmRelease, { flags }: UpgradedCluster): readonly CcmDifference[] {
  const isSet = (name: string) => flags?.has(name);
  const flagDifference = (name: string, had: KnownFlag, has: KnownFlag) => differenceOf(name, [had, has], isSet(name));
  const ofLibrary = flagNames(CCM).flatMap((name): readonly CcmDifference[] => {
    const [had, has] = [before, after].map(({ linkedMinor }) => flagOf(CCM, name, linkedMinor));
    return had === 'unread' || has === 'unread' ? [] : flagDifference(name, had, has);
  });
  const source = 'kubernetes/cloud-provider-aws pkg/controllers/options/tagging_controller.go';
  const tagging = [...new Set([...before.taggingFlags, ...after.taggingFlags])].flatMap(name => {
    const [had, has] = [before, after].map(({ taggingFlags }) => taggingFlags.includes(name) ? { source } : undefined);
    return flagDifference(name, had, has);
  });
  const providers = before.providers.filter(provider => !after.providers.includes(provider)).map((provider): CcmDifference => ({
    topic: 'flag', says: `--cloud-provider=${provider} is gone`, todo: 'Move to aws first.', source: 'cmd/aws-cloud-controller-manager/main.go',
  })).map(one => metIf(flags === undefined ? undefined : false, one));
  return [...ofLibrary, ...tagging, ...providers];
}

type KnownFlag = Pick<FlagFact, 'default' | 'deprecated' | 'source'> | undefined;

/** @param isSet undefined: the command line is not known; what ends it is told of it by its own */
function differenceOf(name: string, [had, has]: readonly KnownFlag[], isSet: boolean | undefined): readonly CcmDifference[] {
  if (has === undefined) {
    return had === undefined ? [] : [metIf(isSet === undefined ? undefined : false, {
      topic: 'flag', says: `--${name} is gone`, todo: 'Leave it out: the process ends at a flag that it does not know.', source: had.source,
    })];
  }
  const { default: value, deprecated, source } = has;
  if (had === undefined) {
    const says = `--${name} is new${value ? `, ${value} by default` : ''}`;
    return [metIf(isSet === undefined ? undefined : false, { topic: 'flag', says, source })];
  }
  return [
    ...(had.default ?? '') === (value ?? '') ? [] : [metIf(isSet === undefined ? undefined : !isSet, {
      topic: 'flag', says: `--${name} is ${shown(value)} by default, and was ${shown(had.default)}`, source,
    })],
    ...deprecated === undefined || had.deprecated !== undefined ? [] : [metIf(isSet, {
      topic: 'flag', says: `--${name} is deprecated: ${deprecated}`, todo: 'Leave it out before it is gone.', source,
    })],
  ];
}

function shown(value: string | undefined): string {
  return value === undefined || value === '' ? 'empty' : value;
}
