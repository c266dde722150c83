import { readControlPlaneNodes } from './control-plane-node';
import { beforeExclusions } from './exclusions';
import { withFilesOfMigration } from './files-of-migration';
import { checkNodePath } from './index-file';
import { parseMigrationFile } from './migration-file';
import { MigrationProps } from './migration-props';
import { CcmPlacement, MigrationStrategy, StrategyKind } from './migration-strategy';
import { ReplacedGroup, replacedGroups, withTemplates } from './replacement/replaced-group';
import { AwsCcm } from '../ccm/aws-ccm';
import { Ccm } from '../ccm/ccm';
import { ClusterNetworkOptions } from '../ccm/network-options';
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
}

/** @throws if something is missing or is no value of its type, which only plain JavaScript can hand in */
export function resolveSettings(props: MigrationProps, texts = new ParsedTexts()): MigrationSettings {
  checkTypes(props);
  const strategy = props.strategy ?? MigrationStrategy.leaderMigration();
  const { leaderName, style, bothKeyGenerations, providerControllers, leaseAccess, placement } = strategy._leaderMigration;
  const fromVersion = props.fromVersion ?? releaseOf(props.nodes, texts);
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
    placement: placement ?? CcmPlacement.UPGRADED_NODES,
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
  const { tag } = first.pods.get(KCM)!.image;
  const release = releaseOfTag(tag);
  if (release === undefined) {
    const what = first.units.has(KCM) ? 'unit' : 'image';
    throw new Error(`\`nodes\` are of version N, and the ${what} of kube-controller-manager on node '${first.node.name}' does not say which `
      + 'release that is'
      + `${tag === undefined ? '' : ` (tag '${tag}')`}; give it as \`fromVersion\``);
  }
  return KubernetesVersion.of(release);
}
