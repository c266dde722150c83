import { GcfgSection } from '../cloud-config/gcfg-parser';
import { LoadBalancerService } from '../facts/service-refusals';
import { CCM, Component, ControllerManager, KCM } from '../kubernetes/component';
import { GateSetting } from '../kubernetes/feature-gates';
import { Image } from '../kubernetes/image';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { SelectorRequirement } from '../kubernetes/label-selector';
import { Quantity } from '../kubernetes/quantity';
import { Taint } from '../kubernetes/taint';
import { ConfigurationFile, LeaderMigrationReading } from '../leader-migration';
import { Flag } from '../model/command-line';
import { EndCause } from '../model/end-cause';
import { Process } from '../model/process';
import { Judgements } from '../proof/judgement';
import { RolloutBounds } from '../proof/rollout';
import { Verdict } from '../proof/verdict';

/** A line of a file that was handed in. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A flag and where it is written. */
export interface PlacedFlag extends Flag {
  readonly place: Place;
}

/**
 * Something that a promise depends on, and that is not known or not as it has to be. It is found once, while reading or by a rule: the proof takes it
 * from here, and so does what tells it.
 */
export interface Doubt {
  readonly place: Place;
  /** What it is, and about which component. */
  readonly what: string;
  /** A line for each thing that it is about, where it is about several. */
  readonly lines?: readonly string[];
  /** Default: what its rule says. */
  readonly fix?: string;
  /** Lines to add to the file of accepted findings, where that is a remedy. */
  readonly rows?: readonly string[];
  /** Of what no reader took: what others have in common with it, which are told in the same line; default: it is told alone. */
  readonly like?: { readonly form: 'kustomization' | 'resource' | 'template' | 'text' | 'unreadable'; readonly what: string };
  /** Why a promise depends on it; default: what a component does depends on it. */
  readonly why?: string;
  /** The promise that it leaves unknown by itself; default: none but through what it may run, or through its component. */
  readonly promise?: 'liveness';
  /** What it may run; default: nothing. */
  readonly mayRun?: readonly ControllerManager[];
  /** What of its component it is about: its release, a flag, its configuration or its whole command line; default: whether it runs at all. */
  readonly part?: 'version' | 'config' | 'command' | `--${string}`;
  /** The rule that reports it; default: it is no mistake, and told where it decides. */
  readonly rule?: string;
  /** Whether its component may run all the same, as what the input does not say decides; default: it does not. */
  readonly isDoubtful?: boolean;
  /** The object that is in its way: where that does not run, nothing is. Default: what is in its way is there always. */
  readonly rival?: string;
  /** Kinds of nodes of the input on which it runs all the same; default: none. */
  readonly exceptOn?: readonly string[];
  /** Nodes of these kinds on which it does not; default: none. */
  readonly notOn?: readonly NodeView[];
  /** How far its component gets; default: it never starts. `no-migration-lock`: it runs, and never gets that lock. */
  readonly reaches?: 'main-lock' | 'controllers' | 'no-migration-lock';
  /** Controllers, by their logical names, that never do their work though it runs; default: it does not run. */
  readonly controllers?: readonly string[];
}

/** Why there is no doubt: where a condition on the input leaves none, one of these stands, and never a plain empty list. ESLint demands it. */
export const NO_DOUBT = {
  /** The question is not about it. */
  notAsked: [],
  /** It was looked at, and is as it has to be. */
  isRight: [],
  /** Something else tells of it. */
  isTold: [],
  /** It is not in the input, and taken to be there and right. */
  isGranted: [],
} as const;

/** A doubt of both promises, since what it is about may run a controller manager, or change one. */
export function mayRunDoubt(place: Place, what: string, why: string, fix: string, mayRun: readonly ControllerManager[] = [KCM, CCM]): Doubt {
  return { place, what, why, fix, mayRun };
}

/** A doubt of liveness alone. */
export function livenessDoubt(place: Place, what: string, why: string, fix: string): Doubt {
  return { place, what, why, fix, promise: 'liveness' };
}

/** A kind of which the user says that its controller makes no pods, locks, rights or policies that the promises are about. */
export interface InertKindClaim {
  /** API group; of `v1` the empty text. */
  readonly group: string;
  readonly kind: string;
  readonly reason: string;
}

/** A part of the input that names a controller manager or may hold one, and of which it is known that it starts nothing. */
export interface PassedOver {
  readonly place: Place;
  /** What it is, and why it starts nothing. */
  readonly what: string;
  /** Whether it is where static pods are. */
  readonly isStaticPod: boolean;
}

/** A file that a flag points to. */
export interface ReferencedFile {
  /** Path inside the container, as the flag says it. */
  readonly path: string;
  /** Where the flag is. */
  readonly flag: Place;
  /** Whether a volume mount covers the path; a kubelet reads its node's own files. */
  readonly mounted: boolean;
  /** What is mounted there: `hostPath /etc/x` or `ConfigMap kube-system/x`; none: it is not mounted. */
  readonly from?: string;
  /** Whether it is in a Secret, or another volume that no input of this program holds. */
  readonly isHidden?: boolean;
  /** `present`: its text is here. `absent`: the input would have to hold it and does not. `elsewhere`: the input does not cover its place. */
  readonly state: 'present' | 'absent' | 'elsewhere' | 'unreadable';
  readonly text?: string;
  /** Why it cannot be read. */
  readonly problem?: string;
  /** Where a line of `text` is. */
  placeOf(line: number): Place;
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

/** What a pod says besides its command line. */
export interface PodFacts {
  readonly namespace: string;
  readonly place: Place;
  readonly hostNetwork: boolean;
  readonly dnsPolicy: { readonly value: string; readonly place: Place };
  /** Addresses by the names that its hosts file has for them. */
  readonly hostAliases?: Readonly<Record<string, string>>;
  /** Whether it asks other name servers than those of its node or cluster. */
  readonly hasOwnNameServers?: boolean;
  readonly serviceAccount: string;
  /** Alternatives, each a list of requirements on the labels of a node; from nodeSelector and required node affinity. */
  readonly nodeTerms: readonly (readonly SelectorRequirement[])[];
  readonly nodeSelectorPlace: Place;
  readonly tolerations: readonly Toleration[];
  readonly tolerationsPlace: Place;
  readonly annotations: Readonly<Record<string, string>>;
  /** Literal values of environment variables; a field reference as `fieldRef:status.hostIP`. */
  readonly env: Readonly<Record<string, string>>;
  /** Environment variables whose values the input does not say. */
  readonly unknownEnv?: readonly string[];
  /** Whether it may have any other variable too: a source of them is not in the input. */
  readonly hasOpenEnv?: boolean;
  /** ConfigMaps that the component mounts. */
  readonly configMaps: readonly { readonly name: string; readonly subPath: boolean }[];
}

/** A feature gate of a file. */
export interface PlacedGate extends GateSetting {
  readonly place: Place;
}

/** One component as its manifest or flag file describes it. */
export interface ComponentView {
  readonly component: Component;
  /** What a reader calls it: `static pod kube-system/kube-controller-manager`, `DaemonSet kube-system/x`, `kubelet`. */
  readonly object: string;
  readonly place: Place;
  /** `static-pod`, `unit` and `kubelet` belong to a node; `kubeadm` is what kubeadm will write on nodes; the others to the cluster. */
  readonly origin: 'static-pod' | 'unit' | 'kubelet' | 'kubeadm' | 'daemon-set' | 'deployment' | 'assumed';
  /** Kind of node that it belongs to; none: it belongs to the cluster. */
  readonly kind?: string;
  /** Kinds of nodes that it may be scheduled on; of a workload only. */
  readonly onlyOn?: readonly string[];
  /** Nodes of these kinds on which it is stopped, and what it is there if it is of a node. */
  readonly keptOff?: { readonly nodes: readonly NodeView[]; readonly process: Process };
  /** Name of its node. */
  readonly node?: string;
  /** Of one that several nodes have: which, by their places among the nodes of its kind. */
  readonly onNodes?: readonly number[];
  readonly flags: readonly PlacedFlag[];
  /** Flags that it has with values that are not known. */
  readonly hiddenFlags?: readonly Omit<PlacedFlag, 'value'>[];
  /** Feature gates of a kubelet's configuration, where its flags do not have them. */
  readonly configuredGates?: readonly PlacedGate[];
  /** Why its command line ends it before it does anything. */
  readonly ends?: readonly EndCause[];
  /** Kubernetes minor whose code it runs; of a CCM, that of the k8s.io/cloud-provider that it links. None: unknown. */
  readonly version?: KubernetesVersion;
  /** Whether it is a release that no table knows. */
  readonly isBeyondTables?: boolean;
  readonly image?: Image & { readonly place: Place };
  /** Tag of a release of the AWS cloud-controller-manager. */
  readonly awsRelease?: string;
  readonly pod?: PodFacts;
  /** File behind `--leader-migration-config`. */
  readonly migrationConfig?: ReferencedFile;
  /** That file, to ask what a reader makes of it. */
  readonly configuration?: ConfigurationFile;
  /** What the component makes of it. */
  readonly migrationReading?: LeaderMigrationReading;
  /** File behind `--cloud-config`. */
  readonly cloudConfig?: ReferencedFile;
  readonly cloudConfigReading?: CloudConfigReading;
  /** File behind `--kubeconfig`: which cluster it works for. */
  readonly kubeconfig?: ReferencedFile;
  /** Files that it needs to start, and that its pod does not have. */
  readonly missingFiles?: readonly Doubt[];
  /** Of a KCM or CCM of which everything that decides is known. */
  readonly process?: Process;
  /** Of one of which something is not: what it can be. None: it cannot be enumerated. */
  readonly choices?: readonly Process[];
  /** What about it is not known. */
  readonly unknowns: readonly Doubt[];
  /** Whether something of its manifest is yet to be filled in: what keeps it from running may be gone then. */
  readonly isUnfilled?: boolean;
  /** Why its manifest keeps it from running, by the rule that reports it; without one: what may, and was not evaluated. */
  readonly podDoubts?: readonly Doubt[];
  /** Why it does not run, besides what its command line says. */
  readonly stops?: readonly Doubt[];
  /** What it is where that counts; none: it is the same without. */
  readonly stopped?: { readonly process: Process } & Pick<ComponentView, 'onlyOn' | 'keptOff'>;
  /** Of an API server with an AuthorizationConfiguration in the input: the types of those that it asks, in their order. */
  readonly authorizers?: readonly string[];
  /** Whether it serves another cluster than the one that runs it: a hosted control plane. */
  readonly isHosted?: boolean;
  /** What writes its workload, and undoes other changes; none: no such program is known. */
  readonly writer?: { readonly name: string; readonly why: string; readonly remedy: string };
}

/** The sections of a cloud config, or why gcfg cannot read it. */
export type CloudConfigReading = { readonly sections: readonly GcfgSection[] } | { readonly error: string; readonly line: number };

/** Nodes of one `<dir>` argument, and of one side where the layout says which. */
export interface KindView {
  readonly name: string;
  readonly nodes: readonly NodeView[];
  /** Whether some apiserver or kubelet of it is external. */
  readonly external: boolean;
}

export interface NodeView {
  readonly name: string;
  readonly role: 'control-plane' | 'worker';
  /** Whether something says that it has a whole control plane: more than a static pod, which may be etcd or a load balancer. */
  readonly isControlPlane: boolean;
  readonly kind: string;
  /** Folder that stands for `/`. */
  readonly root: string;
  readonly staticPodPath: string;
  /** Pods that the kubelet would start, by the component they run. */
  readonly staticPods: readonly ComponentView[];
  /** Release of its kubelet, where its unit names one. */
  readonly kubeletRelease?: { readonly release: string; readonly place: Place };
  /** Taints that its kubelet registers it with, where a flag or its configuration says so. */
  readonly registeredTaints?: readonly Taint[];
  /** Why its kubelet ends when it reads its configuration. */
  readonly configurationRefusals?: readonly Doubt[];
  /** Pods that its kubelet takes, where a flag or its configuration says so. */
  readonly maxPods?: number;
  /** What each file of its static pods asks for. */
  readonly staticRequests?: readonly ReadonlyMap<string, Quantity>[];
  /** Whether its kubelet makes no Node of it: static pods run there, and no pod is scheduled there. */
  readonly isUnregistered?: boolean;
  /** `providerID` of its kubelet's configuration; a flag of the kubelet wins. */
  readonly providerId?: { readonly value?: string; readonly place: Place };
  /** Whether it is known by its mirror pods: what runs there. */
  readonly isLive?: boolean;
}

/** A Node object of the input: what the API server knows of a node. */
export interface NodeObjectView {
  readonly name: string;
  readonly place: Place;
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: readonly Taint[];
  /** Its `spec.providerID`; undefined: it has none. */
  readonly providerId?: string;
  /** Release of its kubelet, and its minor, where its status says so. */
  readonly kubeletVersion?: string;
  readonly minor?: number;
  /** Whether its condition Ready is true; undefined: its status does not say. */
  readonly isReady?: boolean;
  /** Its addresses by their types, `InternalIP`, `Hostname`, `InternalDNS`. */
  readonly addresses: readonly { readonly type: string; readonly address: string }[];
  /** Whether no pod is scheduled there that does not tolerate it: `kubectl cordon`. */
  readonly isCordoned?: boolean;
  /** What it has for pods, where its status says so. */
  readonly allocatable?: ReadonlyMap<string, Quantity | undefined>;
}

/** Machines of which the input says how many hops an answer of the instance metadata service may take. */
export interface HopLimitView {
  /** Undefined: it is not evaluated. */
  readonly value?: number;
  /** How it is written: `httpPutResponseHopLimit: 1`. */
  readonly text: string;
  readonly place: Place;
  /** What has it: `AWSMachineTemplate x`. */
  readonly of: string;
}

/** A provider ID that the input gives to a node. */
export interface ProviderIdView {
  readonly value: string;
  readonly place: Place;
  /** What has it: `Node x`, `the JoinConfiguration`. */
  readonly of: string;
}

export interface PolicyRuleView {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly verbs: readonly string[];
  readonly place: Place;
}

export interface RoleView {
  /** Default: one that every release serves. */
  readonly apiVersion?: string;
  readonly kind: 'Role' | 'ClusterRole';
  readonly name: string;
  readonly namespace?: string;
  /** Of an aggregated ClusterRole: those of the ClusterRoles of the input that it selects. */
  readonly rules: readonly PolicyRuleView[];
  /** Whether a controller fills it from other ClusterRoles, also from those that are not in the input. */
  readonly isAggregated?: boolean;
  /** Why the API server does not take it. */
  readonly refused?: string;
  /** Whether the input has another one of its name that says something else: the one that is applied last counts. */
  readonly isGivenTwice?: boolean;
  /** Its owner, which is not in the input: where that is not there, it is deleted. */
  readonly ownedBy?: string;
  readonly place: Place;
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface BindingView {
  /** Default: one that every release serves. */
  readonly apiVersion?: string;
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding';
  readonly name: string;
  readonly namespace?: string;
  readonly roleKind: string;
  readonly roleName: string;
  readonly subjects: readonly Subject[];
  /** Why the API server does not take it. */
  readonly refused?: string;
  /** Whether the input has another one of its name that says something else: the one that is applied last counts. */
  readonly isGivenTwice?: boolean;
  /** Its owner, which is not in the input: where that is not there, it is deleted. */
  readonly ownedBy?: string;
  readonly place: Place;
}

/** Another object of the cluster that some rule looks at. */
export interface ObjectView {
  /** Default: one that every release serves. */
  readonly apiVersion?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly place: Place;
  /** `provisioner` of a StorageClass. */
  readonly provisioner?: string;
  /**
   * What keeps volumes to nodes: keys of a StorageClass's `allowedTopologies`, and of the node affinity and the labels of a PersistentVolume; of
   * other objects none.
   */
  readonly topologyKeys: readonly { readonly key: string; readonly place: Place }[];
  /** Zones as parameters of a StorageClass: `zone`, `zones`. */
  readonly hasZoneParameter?: boolean;
  /** Images of a workload, with their places. */
  readonly images: readonly { readonly reference: string; readonly place: Place }[];
  /** Of a Service that a cloud-controller-manager makes a load balancer for. */
  readonly loadBalancer?: LoadBalancerService;
}

/** A LeaderMigrationConfiguration that was given on its own, whichever component reads it. */
export interface LooseConfiguration {
  readonly configuration: ConfigurationFile;
  placeOf(line: number): Place;
}

/** Something that replaces the nodes of a group by itself, or when it is told to. */
export interface NodeRollout {
  /** `MachineDeployment md-0` */
  readonly object: string;
  readonly system: 'cluster-api' | 'kops' | 'auto-scaling' | 'karpenter';
  /** What several of one system have in common that are about the same nodes. */
  readonly group: string;
  readonly role: 'control-plane' | 'worker' | 'unknown';
  readonly place: Place;
  readonly bounds: RolloutBounds;
  /** Of an unknown number of nodes: how many are away at once, `10%`. */
  readonly share?: string;
  /** Why some bound is not known. */
  readonly problem?: string;
  /** What takes nodes besides, within no bound. */
  readonly besides?: string;
  /** Labels that its nodes get, as far as the object says them. */
  readonly labels: ReadonlyMap<string, string>;
  /** Whether the etcd of a control plane is not on its nodes. */
  readonly hasExternalEtcd?: boolean;
}

/** What was read, before anything is concluded from it. */
export interface ReadModel {
  readonly components: readonly ComponentView[];
  readonly kinds: readonly KindView[];
  readonly nodeObjects: readonly NodeObjectView[];
  /** Provider IDs that stand in objects; those of kubelets are with them. */
  readonly providerIds: readonly ProviderIdView[];
  readonly hopLimits: readonly HopLimitView[];
  readonly roles: readonly RoleView[];
  readonly bindings: readonly BindingView[];
  readonly objects: readonly ObjectView[];
  readonly configMaps: readonly string[];
}

/** Everything that rules see. */
export interface Model extends ReadModel {
  readonly looseConfigurations: readonly LooseConfiguration[];
  /** Keys that are given twice in one mapping. */
  readonly duplicateKeys: readonly { readonly place: Place; readonly key: string }[];
  /** Folders of nodes that stand for groups whose nodes are replaced: no node has their name. Undefined: none does. */
  readonly replacedGroups?: readonly string[];
  /** What replaces nodes. */
  readonly rollouts: readonly NodeRollout[];
  /** Kinds of the input that are taken to be inert, as the user says. */
  readonly takenAsInert: readonly InertKindClaim[];
  /** Whether a strategy that the input follows ends its gaps, in its next phase. */
  readonly endsGaps: boolean;
  /** By what controllers are served that no phase of a migration of the input switches on, by their names. */
  readonly declaredServers?: ReadonlyMap<string, string>;
  /** What was not read, or is not there, and may matter. */
  readonly unread: readonly Doubt[];
  /** What was not looked at, or starts nothing, and why. */
  readonly passedOver: readonly PassedOver[];
  /** What the checks say about the input as far as it is known; where there are several possibilities, about the first. */
  readonly verdict: Verdict;
  /** What is certain of the two promises, whatever the unknown parts are. */
  readonly judgements: Judgements;
  /** Where a place is in a file that exists: some are in texts that were made from others. */
  realPlace(place: Place): Place;
}
