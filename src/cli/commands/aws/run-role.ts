import { AwsFlags } from './flags';
import { parseNodeList } from '../../../aws/kubectl-list';
import { checkRole, RoleAnswer } from '../../../aws/role-check';
import { rolesThroughSdk } from '../../../aws/role-sdk';
import { instancesOfNodes } from '../../../lib/tags/node-list';
import { printable, printableJson } from '../../../lib/text/printable';
import { commaList } from '../../aws-flags';
import { ExitCode, InputError, Io } from '../../io';
import { readNamedFile } from '../../read-file';

/** Flags of `aws role`. */
export interface RoleFlags extends AwsFlags {
  readonly actions: string;
  readonly clusterId: string;
  readonly nodes?: string;
  readonly roleArn?: string;
}

const PRINCIPAL = /^arn:aws[a-z-]*:iam::\d{12}:(role|user)\/[\w+=,.@/-]+$/;

/** Exit code 1 where an action is denied, or it is not known. */
export async function runRole(flags: RoleFlags, io: Io): Promise<ExitCode> {
  const { roleArn, nodes, clusterId } = flags;
  const actions = commaList(flags.actions);
  const strange = actions.find(action => !/^[a-z0-9-]+:\w+$/.test(action));
  if (actions.length === 0 || strange !== undefined) {
    throw new InputError(`--actions is '${flags.actions}'; accepted: actions of IAM separated by commas, such as ec2:DescribeInstances`);
  }
  if (roleArn !== undefined && !PRINCIPAL.test(roleArn)) {
    throw new InputError(`--role-arn is '${roleArn}'; accepted: the ARN of a role or user, such as arn:aws:iam::123456789012:role/name`);
  }
  if ((roleArn === undefined) === (nodes === undefined)) throw new InputError('which role is meant? give --nodes or --role-arn, one of them');
  const instanceIds = nodes === undefined ? [] : controlPlaneIds(readNamedFile('--nodes', nodes, io));
  const answer = await checkRole({ actions, clusterId, principal: roleArn, instanceIds }, rolesThroughSdk(flags));
  if (flags.format === 'json') io.out(`${printableJson(answer)}\n`);
  else io.out(lines(answer, actions.length).map(line => `${printable(line)}\n`).join(''));
  return answer.findings.length > 0 ? ExitCode.FINDING : ExitCode.OK;
}

function controlPlaneIds(text: string): readonly string[] {
  const ids = instancesOfNodes(parseNodeList(text)).controlPlaneIds;
  if (ids.length === 0) throw new InputError('--nodes has no node with a control-plane label; give the role by --role-arn');
  return ids;
}

function lines({ principals, findings }: RoleAnswer, actions: number): readonly string[] {
  return [
    ...findings.map(({ message }) => message),
    ...principals.map(({ arn, instanceIds }) => {
      const own = findings.filter(({ principal }) => principal === arn).length;
      return `${arn}${instanceIds.length > 0 ? ` (${instanceIds.join(', ')})` : ''}: ${actions - own} of ${actions} actions allowed`;
    }),
  ];
}
