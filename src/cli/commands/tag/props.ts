import { resolve } from 'node:path';
import { TagFlags } from './flags';
import { defaultRecordFile } from '../../../aws/tagger-options';
import { TaggerProps } from '../../../aws/tagger-props';
import { readNamedFile } from '../../read-file';

/** Flags of options whose names are not those of the flags. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  filterTags: '--filter', nodeList: '--nodes', extraTags: '--extra-tag', recordFile: '--record',
};
const SAME_NAMES = [
  'clusterId', 'instanceIds', 'vpcId', 'controlPlaneIds', 'securityGroupIds', 'subnetIds', 'routeTableId', 'cloudRoutes', 'tagVpc', 'networkValue',
  'legacyTag',
  'subnetRoles', 'concurrency',
];
const OPTION_NAME = new RegExp(`(^|[\\s(])(${[...SAME_NAMES, ...Object.keys(OTHER_NAMES)].join('|')})(?=[\\s,;:)]|$)`, 'g');

/** The words of the library, which name its options, in those of the command. */
export function inFlags(message: string): string {
  return message.replace(OPTION_NAME, (_, before: string, name: string) => (
    before + (OTHER_NAMES[name] ?? `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`)
  ));
}

export function taggerProps(flags: TagFlags, cwd: string): TaggerProps & { readonly recordFile: string } {
  const { nodes, filter, extraTag, record, ...same } = flags;
  return {
    ...same,
    filterTags: filter,
    extraTags: extraTag,
    nodeList: nodes === undefined ? undefined : readNamedFile('--nodes', nodes, { cwd }),
    recordFile: resolve(cwd, record ?? defaultRecordFile(flags.clusterId)),
  };
}
