import { not, Row, when } from './row';
import { imdsHopLimitNote } from '../../facts/imds-hop-limit';
import { ebsVolumes } from '../../facts/volumes';
import { CCM, KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide } from '../../kubernetes/node';
import { flagOf } from '../../view/ask';
import { servesEbsInTree } from '../../view/ebs-in-tree';
import { ComponentView } from '../../view/model';
import { eventually, must, NodeSet } from '../action';
import { csiDriverOn, csiMigratedOn, tagsInOrder } from '../actions/aws';
import { servicesWell } from '../actions/ccm';
import { hasProgram } from '../actions/files';
import { areNodes, hostIsNamed, initialized, providerIds } from '../actions/nodes';
import { manual } from '../actions/owner';
import { MigrationApp, sideOf } from '../app/app';
import { Transition } from '../app/context';
import { SERVICES_SECONDS } from '../gap';
import { StepRow } from '../step';
import { move, wayOf } from '../way';

/** What must be true on AWS before the first kubelet or kube-controller-manager turns to the external provider. */
export const awsIsReady: Row = transition => transition.app.cloud !== 'aws' ? [] : [
  when(not(keepsInTreeVolumes), csiDriver), when(not(keepsInTreeVolumes), volumesOnCsi), nodeNames, credentialProvider, clusterTags, metadataHopLimit,
].flatMap(row => row(transition) ?? []);

/**
 * The EBS CSI driver first, then the gates on kube-controller-manager and scheduler, then each kubelet, drained; the CSINode annotation is how
 * kube-controller-manager tells per node (KEP-625, "Upgrade/Downgrade").
 */
function volumesOnCsi({ app, options: { volumes } }: Transition): StepRow | undefined {
  if (volumes === 'none') return undefined;
  const served = ebsVolumes(KubernetesVersion.of(app.releases[NodeSide.N]));
  return {
    id: 'ebs-csi-migration',
    title: 'Check that volumes of the in-tree plugin are served by CSI',
    nodes: 'all',
    why: served === 'csi-only' ? 'in this release CSI migration is locked on; each kubelet announces it in its CSINode'
      : 'a kubelet announces it in its CSINode when its gates are on, and kube-controller-manager follows that',
    proof: [must(csiMigratedOn({ nodes: 'all' }))],
    waitFor: served === 'csi-only' ? 'nothing: every kubelet announces kubernetes.io/aws-ebs'
      : 'nothing: where a node is missing, write the phases with `csiMigration: true` and plan from `not-started`, whose steps turn the gates on in '
        + 'order',
  };
}

/** The driver where volumes are: a kubelet announces CSI migration also without it. */
export function csiDriver({ options: { volumes = 'all-nodes' } }: Transition): StepRow | undefined {
  if (volumes === 'none') return undefined;
  const nodes = volumes === 'workers' ? 'workers' : 'all';
  return {
    id: 'ebs-csi-driver',
    title: `Check that the EBS CSI driver runs on ${volumes === 'workers' ? 'every worker' : 'every node'}`,
    nodes,
    why: 'with an external provider nothing provisions or attaches EBS volumes but the CSI driver; the cloud-controller-manager has no volume '
      + 'controller',
    proof: [must(csiDriverOn({ nodes }))],
    waitFor: 'nothing: install the driver first if this fails (aws-ebs-csi-driver with --k8s-tag-cluster-id, external-provisioner with '
      + '--extra-create-metadata=true, so that tags stay as they are)',
  };
}

/** Whether the in-tree plugin stays in use, through a flag of kube-controller-manager of N+1: where CSI migration is on, it serves no EBS volume. */
function keepsInTreeVolumes({ app }: Transition): boolean {
  return viewsOf(app).some(view =>
    view.component === KCM && sideOf(view) === NodeSide.N_PLUS_1 && flagOf(view, 'external-cloud-volume-plugin') && servesEbsInTree(view));
}

/** A node under another name is a new node to the external provider. Files that say the name are asked again before each kubelet is restarted. */
function nodeNames({ app }: Transition): StepRow | undefined {
  const all = nodesOf(app);
  const views = kubeletsOf(app).filter(view => sideOf(view) === NodeSide.N_PLUS_1);
  const named = new Map(views.map(view => [view.node!, flagOf(view, 'hostname-override')?.value]));
  const other = [...named].find(([node, name]) => name !== undefined && name !== node);
  if (other) {
    const [node, name] = other;
    throw new Error(`the kubelet of '${node}' would register as '${name}' (--hostname-override of version N+1), and the node would be a new one; `
      + 'run synth again');
  }
  if (named.size === 0) return undefined;
  const nodes = setOf(app, all.filter(node => named.has(node)));
  const byHost = all.filter(node => named.has(node) && named.get(node) === undefined);
  return {
    id: 'node-names',
    title: 'Check that no kubelet changes the name of its node',
    nodes,
    why: 'a kubelet with the in-tree provider takes its name from EC2, one with the external provider from --hostname-override, else from the host; '
      + 'a node under another name is a new one, and the old one is deleted with its labels',
    proof: [must(areNodes({ nodes })), ...byHost.length > 0 ? [must(hostIsNamed({}, setOf(app, byHost)))] : []],
    waitFor: byHost.length === 0 ? 'nothing: the files of version N+1 pass each node its name'
      : 'nothing: hosts without --hostname-override are called as their nodes are',
  };
}

/** Kubelets of N+1 that read a credential provider need its program beforehand. */
function credentialProvider({ app }: Transition): StepRow | undefined {
  const programs = kubeletsOf(app).filter(view => flagOf(view, 'image-credential-provider-config'))
    .map(view => ({ node: view.node!, path: `${flagOf(view, 'image-credential-provider-bin-dir')?.value ?? ''}/ecr-credential-provider` }));
  if (programs.length === 0) return undefined;
  const having = (program: string) => inOrder(programs.filter(({ path }) => path === program).map(({ node }) => node));
  return {
    id: 'ecr-credential-provider',
    title: 'Check that the ECR credential provider is installed',
    nodes: setOf(app, inOrder(programs.map(({ node }) => node))),
    why: 'kubelets with an external provider have no ECR credentials of their own; a configured provider without its program keeps the kubelet from '
      + 'starting',
    proof: inOrder(programs.map(({ path }) => path)).map(path => must(hasProgram({ path }, setOf(app, having(path))))),
    waitFor: 'nothing: install the program first if this fails',
  };
}

function clusterTags(): StepRow {
  return {
    id: 'cluster-tags',
    title: 'Check the cluster tags before the cloud-controller-manager starts',
    why: 'without the tag kubernetes.io/cluster/<id> the cloud-controller-manager ends at start, and it deletes nodes whose instances it does not '
      + 'find',
    proof: [must(tagsInOrder({}))],
    waitFor: 'nothing: `ccm-migration tag apply` adds what is missing',
  };
}

/** Off the host network the answer to a token request crosses one hop more. Of a management cluster the instances are not those of the nodes. */
function metadataHopLimit({ app }: Transition): StepRow | undefined {
  const isOff = viewsOf(app).some(({ component, pod }) => component === CCM && pod && !pod.hostNetwork);
  const note = imdsHopLimitNote(!isOff);
  if (note === undefined || app.manager?.cluster !== undefined) return undefined;
  return {
    id: 'metadata-hop-limit',
    title: 'Let the instance metadata service answer the cloud-controller-manager',
    why: note,
    nodes: 'control-plane',
    changes: ['the hop limit of every control-plane instance'],
    ...wayOf(move([manual({
      what: 'set the hop limit of every control-plane instance to 2: aws ec2 modify-instance-metadata-options --http-put-response-hop-limit 2 '
      + '--instance-id <id>',
    })], [manual({ what: 'reset the hop limit where it was lower' })])),
  };
}

/** A kubelet on CSI keeps its node name: the external provider finds instances by it. */
export const settled: Row = ({ app, to }) => ({
  id: 'settled',
  title: `Check nodes and Services in state '${to}'`,
  why: 'names of nodes are unchanged (asked before every step), each node has its provider ID and no uninitialized taint, and Services keep their '
    + 'load balancers',
  proof: [
    eventually(120, initialized({ nodes: 'all' })),
    ...app.cloud === 'aws' ? [eventually(120, providerIds({ nodes: 'all' }))] : [],
    eventually(SERVICES_SECONDS, servicesWell({})),
  ],
  waitFor: 'the cloud-controller-manager has looked at every node',
});

function viewsOf({ phases }: MigrationApp): readonly ComponentView[] {
  return [...phases.values()].flatMap(({ model }) => model.components);
}

/** Of both sides. */
function kubeletsOf(app: MigrationApp): readonly ComponentView[] {
  return viewsOf(app).filter(({ component, node = '' }) => component === 'kubelet' && nodesOf(app).includes(node));
}

function nodesOf({ controlPlane, workers }: MigrationApp): readonly string[] {
  return [...controlPlane, ...workers];
}

/** Nodes by their names, where they are not all. */
function setOf(app: MigrationApp, names: readonly string[]): NodeSet {
  return nodesOf(app).every(node => names.includes(node)) ? 'all' : names;
}

function inOrder(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort();
}
