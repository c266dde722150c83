import { parseNodeList } from './kubectl-list';
import { TaggerOptions } from './tagger';
import { TaggerProps } from './tagger-props';
import { instancesOfNodes } from '../lib/tags/node-list';
import { checkSettings, PlanSettings, tagSettings } from '../lib/tags/settings';

/**
 * Props with every default filled in.
 *
 * @param needsScope whether what is to be done looks for instances; to remove, the record alone says what
 * @throws if the props contradict each other, or say nothing about which instances are meant
 */
export function taggerOptions(props: TaggerProps, needsScope: boolean = true): TaggerOptions {
  const nodes = props.nodeList === undefined ? undefined : instancesOfNodes(parseNodeList(props.nodeList));
  const instanceIds = intersection(props.instanceIds, nodes?.instanceIds);
  checkIds('instanceIds', 'i-', props.instanceIds);
  checkIds('controlPlaneIds', 'i-', props.controlPlaneIds);
  checkIds('securityGroupIds', 'sg-', props.securityGroupIds);
  checkIds('subnetIds', 'subnet-', props.subnetIds);
  checkIds('routeTableId', 'rtb-', props.routeTableId === undefined ? undefined : [props.routeTableId]);
  checkIds('vpcId', 'vpc-', props.vpcId === undefined ? undefined : [props.vpcId]);
  const filterTags = props.filterTags ?? [];
  if (needsScope && !instanceIds && props.vpcId === undefined && filterTags.length === 0) {
    throw new Error('nothing says which instances are meant; give instanceIds, vpcId, filterTags or nodeList');
  }
  if (needsScope && instanceIds?.length === 0) throw new Error('no instance is left: instanceIds and nodeList name none that is in both');
  const concurrency = props.concurrency ?? 3;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 50) {
    throw new Error(`concurrency is ${concurrency}; accepted: a whole number from 1 to 50`);
  }
  const settings: PlanSettings = {
    ...tagSettings(props),
    cloudRoutes: props.cloudRoutes ?? true,
    tagVpc: props.tagVpc ?? false,
    securityGroupIds: props.securityGroupIds ?? [],
    subnetIds: props.subnetIds ?? [],
    routeTableId: props.routeTableId,
    wholeVpc: props.vpcId !== undefined && !instanceIds && filterTags.length === 0,
  };
  checkSettings(settings);
  return {
    settings,
    scope: {
      instanceIds,
      vpcId: props.vpcId,
      filterTags,
      controlPlaneIds: props.controlPlaneIds ?? nodes?.controlPlaneIds ?? [],
      clusterId: props.clusterId,
    },
    routeTableInCloudConfig: props.routeTableInCloudConfig ?? false,
    concurrency,
  };
}

/** Default of `recordFile`. */
export function defaultRecordFile(clusterId: string): string {
  return `ccm-migration-tags-${clusterId.replace(/[^\w.-]/g, '_')}.json`;
}

function intersection(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  return a && b ? a.filter(id => b.includes(id)) : a ?? b;
}

function checkIds(prop: string, prefix: string, ids: readonly string[] | undefined): void {
  for (const id of ids ?? []) {
    if (!new RegExp(`^${prefix}[0-9a-f]+$`).test(id)) throw new Error(`${prop} has '${id}'; accepted: '${prefix}' and hexadecimal digits`);
  }
}
