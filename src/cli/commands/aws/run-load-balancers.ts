import { AwsFlags } from './flags';
import { listenerText, recordServices, ServiceRecord, servicesChanged } from '../../../aws/balanced-services';
import { parseKubectlList, parseNodeList } from '../../../aws/kubectl-list';
import { loadBalancersThroughSdk } from '../../../aws/load-balancer-sdk';
import { readServices } from '../../../aws/service-list';
import { instancesOfNodes } from '../../../lib/tags/node-list';
import { printable, printableJson } from '../../../lib/text/printable';
import { ExitCode, InputError, Io } from '../../io';
import { readNamedFile } from '../../read-file';

/** Flags of `aws load-balancers`. */
export interface LoadBalancerFlags extends AwsFlags {
  readonly services: string;
  readonly before?: string;
  readonly nodes?: string;
}

/** Exit code 1 where a Service has no load balancer in this account, or one changed. */
export async function runLoadBalancers(flags: LoadBalancerFlags, io: Io): Promise<ExitCode> {
  const text = readNamedFile('--services', flags.services, io);
  const { balanced, others } = readServices(parseKubectlList(text, 'list of Services', 'kubectl get services -A -o json'));
  const before = flags.before === undefined ? undefined : readRecord(readNamedFile('--before', flags.before, io));
  const nodes = flags.nodes === undefined ? undefined : instancesOfNodes(parseNodeList(readNamedFile('--nodes', flags.nodes, io)));
  const record = await recordServices(balanced, loadBalancersThroughSdk(flags));
  const changes = before && servicesChanged(before, record, nodes && new Set(nodes.instanceIds));
  if (flags.format === 'json') io.out(`${printableJson(changes === undefined ? record : { changes })}\n`);
  else io.out(lines(record, others, changes).map(line => `${printable(line)}\n`).join(''));
  return (changes?.length ?? Object.keys(record.missing).length) > 0 ? ExitCode.FINDING : ExitCode.OK;
}

function readRecord(text: string): ServiceRecord {
  try {
    const record = JSON.parse(text) as Partial<ServiceRecord> | null;
    if (record?.services && record.missing && Array.isArray(record.targetLists)) return record as ServiceRecord;
  } catch {
    // said below
  }
  throw new InputError("--before is not what 'ccm-migration aws load-balancers --format json' prints");
}

function lines(
  { services, targetLists, missing }: ServiceRecord, others: readonly string[], changes: readonly string[] | undefined,
): readonly string[] {
  if (changes !== undefined) return changes.length > 0 ? changes : ['the load balancers are as they were'];
  const name = (key: string): string => key.split(' ')[0];
  return [
    ...Object.entries(services).map(([key, { type, id, listeners, targets }]) =>
      `${name(key)}: ${type} ${id}: ${listeners.map(listenerText).join('; ')}; ${targetLists[targets].length} targets`),
    ...Object.entries(missing).map(([key, host]) => `${name(key)}: no load balancer of this account and region is called ${host}`),
    ...others.map(other => `${other}: of another controller, not looked at`),
    `${Object.keys(services).length} Services with a load balancer, ${Object.keys(missing).length} without`,
  ];
}
