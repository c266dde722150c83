import { readControlPlaneNodes } from './control-plane-node';
import { beforeExclusions } from './exclusions';
import { withFilesOfMigration } from './files-of-migration';
import { checkNodePath } from './index-file';
import { DeployedManager, readManager } from './manager-deployment/deployed-manager';
import { ManagerDeployment } from './manager-deployment/manager-deployment';
import { parseMigrationFile } from './migration-file';
import { MigrationProps } from './migration-props';
import { CcmPlacement, MigrationStrategy, StrategyKind } from './migration-strategy';
import { ReplacedGroup, replacedGroups, withTemplates } from './replacement/replaced-group';
import { AwsCcm } from '../ccm/aws-ccm';
import { Ccm } from '../ccm/ccm';
import { ClusterNetworkOptions } from '../ccm/network-options';
import { StaticPod } from '../edit/static-pod/static-pod';
import { ParsedTexts } from '../edit/yaml/parsed-texts';
import { DEFAULT_LEADER_NAME } from '../facts/built-in-default';
import { takenUnread } from '../facts/kubernetes-releases';
import { KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput, NodeRole } from '../kubernetes/node';
import { LeaderMigrationStyle } from '../leader-migration';
import { releaseOfTag } from '../model/component-version';
import { checkNames } from '../options/check-names';
import { LeaseAccessMode } from '../rbac/lease-access-mode';
import { got } from '../text/got';
import { checkRequired, anyText } from '../text/required-props';

/** What a migration was given, with every default that does not depend on the manifests. */
export interface MigrationSettings extends MigrationProps {
  readonly strategy: MigrationStrategy;
  readonly ccm: Ccm;
  readonly nodes: NodeInput[];
  readonly nodeGroups: { readonly [group: string]: string[] };
  /** Groups whose nodes are replaced, the control plane first. */
  readonly replaced: readonly ReplacedGroup[];
  readonly network: ClusterNetworkOptions;
  readonly nodeIpam: boolean;
  readonly servedElsewhere: { readonly [controller: string]: string };
  readonly externalCloudVolumePlugin: boolean;
  readonly csiMigration: boolean;
  readonly leaderName: string;
  /** Undefined: one that both components can read. */
  readonly style?: LeaderMigrationStyle;
  readonly bothKeyGenerations: boolean;
  readonly providerControllers: readonly string[];
  readonly leaseAccess: LeaseAccessMode;
  readonly placement: CcmPlacement;
  /** kube-controller-manager, where a Deployment runs it. */
  readonly manager?: DeployedManager;
}

/** @throws if something is missing or is no value of its type, which only plain JavaScript can hand in */
export function resolveSettings(props: MigrationProps, texts = new ParsedTexts()): MigrationSettings {
  checkTypes(props);
  const strategy = props.strategy ?? MigrationStrategy.leaderMigration();
  const { leaderName, style, bothKeyGenerations, providerControllers, leaseAccess, placement } = strategy._leaderMigration;
  const manager = props.managerDeployment && readManager(props.managerDeployment, texts);
  if (manager) refuseBesideManager(props, strategy);
  const fromVersion = props.fromVersion ?? (manager ? releaseOfPod(manager.pod, 'the Deployment') : releaseOf(props.nodes, texts));
  if (placement === CcmPlacement.ALL_CONTROL_PLANE_NODES && props.ccm?._workload._isStaticPod) {
    throw new Error(`placement is '${placement}', but a static pod is a file of nodes of version N+1 alone; leave it out, or take another workload`);
  }
  const nodes = asBefore(onlyTheirs(props, props.nodes ?? [], texts), strategy, fromVersion);
  const nodeGroups = props.nodeGroups ?? {};
  const replaced = props.nodeReplacement ? replacedGroups({ ...props, strategy, nodes, nodeGroups }, texts) : [];
  const upgradedNodes = props.upgradedNodes && withTheRest(nodes, onlyTheirs(props, props.upgradedNodes, texts, pathsOf(nodes)));
  const ccm = props.ccm ?? AwsCcm.of();
  return {
    ...props,
    fromVersion: fromVersion && (ccm._takesUnread ? takenUnread(fromVersion) : fromVersion),
    toVersion: ccm._takesUnread ? takenUnread(props.toVersion) : props.toVersion,
    strategy,
    ccm,
    nodes,
    upgradedNodes: replaced.length === 0 ? upgradedNodes : withTemplates(upgradedNodes ?? nodes, replaced),
    nodeGroups,
    replaced,
    network: props.network ?? {},
    nodeIpam: props.nodeIpam ?? false,
    servedElsewhere: props.servedElsewhere ?? {},
    externalCloudVolumePlugin: props.externalCloudVolumePlugin ?? false,
    csiMigration: props.csiMigration ?? false,
    leaderName: leaderName ?? DEFAULT_LEADER_NAME,
    style,
    bothKeyGenerations: bothKeyGenerations ?? false,
    providerControllers: providerControllers ?? [],
    leaseAccess: leaseAccess ?? LeaseAccessMode.ADDITIVE,
    // No node is of a version: what differs are the pods of the Deployment.
    placement: placement ?? (manager ? CcmPlacement.ALL_CONTROL_PLANE_NODES : CcmPlacement.UPGRADED_NODES),
    manager,
  };
}

function pathsOf(nodes: readonly NodeInput[]): string[] {
  return nodes.flatMap(({ files }) => Object.keys(files));
}

/** Nodes with the files that the migration is about, and no other; on upgraded nodes also what flags of version N name. */
function onlyTheirs(
  { cloudConfigPath, ecrCredentialProvider: ecr }: MigrationProps, nodes: readonly NodeInput[], texts: ParsedTexts, more: readonly string[] = [],
): NodeInput[] {
  const named = [...more, ...cloudConfigPath === undefined ? [] : [cloudConfigPath], ...ecr === undefined ? [] : [ecr._configPath]];
  return nodes.map(node => withFilesOfMigration(node, named, texts));
}

/**
 * Nodes of version N+1 with what they do not contain taken from version N, and nodes that are not among them: an upgrade in place leaves both where
 * they are.
 */
function withTheRest(nodes: readonly NodeInput[], upgraded: readonly NodeInput[]): NodeInput[] {
  const isSame = (one: NodeInput, other: NodeInput) => one.name === other.name && one.role === other.role;
  return [
    ...upgraded.map(node => {
      const old = nodes.find(one => isSame(one, node));
      return {
        labels: old?.labels,
        taints: old?.taints,
        providerId: old?.providerId,
        criSocket: old?.criSocket,
        ...node,
        files: { ...old?.files, ...node.files },
        unreadFiles: [...old?.unreadFiles ?? [], ...node.unreadFiles ?? []],
      };
    }),
    ...nodes.filter(old => !upgraded.some(node => isSame(old, node))),
  ];
}

/** Nodes that were read again after phase `n` as they were before it. */
function asBefore(nodes: NodeInput[], strategy: MigrationStrategy, version: KubernetesVersion | undefined): NodeInput[] {
  const { _kind: kind, _controllersOff: { migrationFile: text } } = strategy;
  if (kind !== StrategyKind.CONTROLLERS_OFF_THEN_ON) return nodes;
  if (text !== undefined && nodes.length === 0) {
    throw new Error('migrationFile is given, but no `nodes` whose `--controllers` it is about; hand them in, or leave it out');
  }
  return beforeExclusions(nodes, text === undefined ? undefined : parseMigrationFile(text, 'migrationFile'), version);
}

/** Its type is checked with those of the optional properties. */
const VERSION = { is: () => true, must: 'a KubernetesVersion', give: 'KubernetesVersion.of(\'1.27.16\')' };

function checkTypes(props: MigrationProps): void {
  checkNames('MigrationProps', props);
  checkRequired(props, { clusterId: anyText('the id in the cluster tag'), toVersion: VERSION });
  const wrong = ([
    ['fromVersion', KubernetesVersion, VERSION.must, 'KubernetesVersion.of(\'1.26.15\')'],
    ['toVersion', KubernetesVersion, VERSION.must, VERSION.give],
    ['managerDeployment', ManagerDeployment, 'a ManagerDeployment', 'ManagerDeployment.ofCluster(text)'],
    ['strategy', MigrationStrategy, 'a MigrationStrategy', 'MigrationStrategy.leaderMigration()'],
    ['ccm', Ccm, 'an AwsCcm or a CustomCcm', 'AwsCcm.of() or CustomCcm.of()'],
  ] as const).find(([prop, type]) => props[prop] !== undefined && !((props[prop] as unknown) instanceof type));
  if (wrong) throw new Error(`${wrong[0]} must be ${wrong[2]}, got ${got(props[wrong[0]])}; give one like ${wrong[3]}`);
  for (const prop of ['nodes', 'upgradedNodes'] as const) {
    for (const node of props[prop] ?? []) checkNode(prop, node);
    refuseTwice(prop, props[prop] ?? []);
    if (props[prop]?.length === 0) {
      throw new Error(`${prop} is an empty list, so nothing would be written of nodes; hand in the control-plane nodes, or leave it out`);
    }
  }
}

/** The name of a node is what its files, its steps and its Node object are known by. */
function refuseTwice(prop: string, nodes: readonly NodeInput[]): void {
  const [again, first] = nodes.map((node, index) => [node, nodes.slice(0, index).find(({ name }) => name === node.name)] as const)
    .find(([, before]) => before !== undefined) ?? [];
  if (!again) return;
  throw new Error(`${prop} has node '${again.name}' twice, ${again.role === first!.role ? `both times as ${again.role}` : `as ${first!.role} and as `
    + `${again.role}`}; a node has one role: hand it in once, as a control-plane node where it runs kube-controller-manager`);
}

function checkNode(prop: string, node: Partial<NodeInput> | undefined | null): void {
  const wrong = wrongInNode(node);
  if (wrong === undefined) {
    // Of every file, also of those that are left out: a path that leaves its node is a mistake wherever it stands.
    for (const path of Object.keys(node!.files!)) checkNodePath(node!.name!, path);
    return;
  }
  throw new Error(`${prop} has a node ${wrong}; give { name, role: NodeRole.CONTROL_PLANE, files: { '/etc/...': text } }, or NodeFolder.read(dir)`);
}

function wrongInNode(node: Partial<NodeInput> | undefined | null): string | undefined {
  if (typeof node?.name !== 'string') return 'without `name`';
  if (!Object.values(NodeRole).includes(node.role!)) return `'${node.name}' with role ${JSON.stringify(node.role)}`;
  const isText = typeof node.files === 'object' && node.files !== null && Object.values(node.files).every(text => typeof text === 'string');
  return isText ? undefined : `'${node.name}' without \`files\`, text by path`;
}

/**
 * The release that nodes run, by the image of their kube-controller-managers.
 *
 * @throws if no image says it
 */
function releaseOf(nodes: readonly NodeInput[] | undefined, texts: ParsedTexts): KubernetesVersion | undefined {
  if (nodes === undefined) return undefined;
  const [first] = readControlPlaneNodes(nodes, texts);
  if (!first) {
    throw new Error('`nodes` are of version N, but none of them is a control-plane node, whose image would say which release that is; '
    + 'give it as `fromVersion`');
  }
  const what = first.units.has(KCM) ? 'unit' : 'image';
  return releaseOfPod(first.pods.get(KCM)!, `\`nodes\` are of version N, and the ${what} of kube-controller-manager on node '${first.node.name}'`);
}

/** @param what says it, for the error */
function releaseOfPod({ image: { tag } }: StaticPod, what: string): KubernetesVersion {
  const release = releaseOfTag(tag);
  if (release !== undefined) return KubernetesVersion.of(release);
  throw new Error(`${what} does not say which release that is${tag === undefined ? '' : ` (tag '${tag}')`}; give it as \`fromVersion\``);
}

/** @throws for what a kube-controller-manager that is no process of a node does not go with */
function refuseBesideManager(props: MigrationProps, { _kind: kind, _leaderMigration: { placement } }: MigrationStrategy): void {
  if (kind !== StrategyKind.LEADER_MIGRATION) {
    throw new Error(`managerDeployment goes with MigrationStrategy.leaderMigration() alone, got '${kind}'; for a downtime of a Deployment of the `
      + 'cluster itself, hand in its flags as the manifest of a static pod in `nodes`, and plan with --kcm deployment');
  }
  const node = [...props.nodes ?? [], ...props.upgradedNodes ?? []].find(({ role }) => role === NodeRole.CONTROL_PLANE);
  if (node) {
    throw new Error(`managerDeployment runs kube-controller-manager, and '${node.name}' is handed in as a control-plane node, whose static pods or `
      + 'units would run it; hand in `nodes` of role worker alone: what changes on a node is its kubelet');
  }
  if (placement === CcmPlacement.UPGRADED_NODES) {
    throw new Error('placement \'upgraded-nodes\' keeps the cloud-controller-manager to nodes of version N+1, and with managerDeployment no '
      + 'control-plane node is of a version; leave it out');
  }
  const { cloudConfig, csiMigration, externalCloudVolumePlugin } = props;
  const given = { cloudConfig, csiMigration, externalCloudVolumePlugin };
  const [unused] = Object.entries(given).find(([, value]) => value !== undefined && value !== false) ?? [];
  if (unused !== undefined) {
    throw new Error(`${unused} is written as files and flags of control-plane nodes, and with managerDeployment there are none; say it in the `
      + 'Deployments of your control plane, and leave it out');
  }
}
