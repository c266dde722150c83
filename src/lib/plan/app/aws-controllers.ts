import { MigrationApp } from './app';
import { phaseAt } from './context';
import { awsCcmRelease, readAwsCcm } from '../../facts/ccm-releases';
import { IamFeature } from '../../facts/iam-actions';
import { loadBalancerChanges } from '../../facts/load-balancer-changes';
import { neededActions } from '../../iam/control-plane-actions';
import { names } from '../../iam/least-privilege';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide } from '../../kubernetes/node';
import { sortedTexts } from '../../text/sorted-texts';
import { onceSaid } from '../../upgrade/difference';
import { boolOf, ccms, flagOf } from '../../view/ask';
import { ComponentView } from '../../view/model';
import { PlanStateName } from '../state';

/** What the AWS cloud-controller-managers of a plan call at AWS, and what differs from those before them. */
export interface AwsControllers {
  /** Actions of IAM, sorted. */
  readonly actions: readonly string[];
  /** Role that they take on with a token; empty: that of their instances. */
  readonly roleArn: string;
  /** Why actions or role are not known; empty: they are. */
  readonly unknown: string;
  /** What they do to load balancers that are there, where the plan hands the controllers to them. */
  readonly changes: readonly { readonly annotation: string; readonly says: string }[];
}

/** States in which kube-controller-manager may still run the controllers that move. */
const BEFORE: readonly PlanStateName[] = ['not-started', 'n', 'mixed'];

/** Of the states that are reached; none: another cloud, or no cloud-controller-manager. */
export function awsControllers(app: MigrationApp, [from, ...states]: readonly PlanStateName[]): AwsControllers | undefined {
  if (app.cloud !== 'aws') return undefined;
  const views = states.flatMap(state => phaseAt(app, state)?.model ?? []).flatMap(ccms);
  if (views.length === 0) return undefined;
  const before = KubernetesVersion.of(app.releases[NodeSide.N]);
  const found = together(views.map(view => ({
    actions: actionsOf(view),
    roleArn: view.pod?.env.AWS_ROLE_ARN ?? '',
    unknown: unknownOf(view),
    changes: BEFORE.includes(from) ? changesBy(view, before) : [],
  })), 'phases');
  const upgraded = app.upgrade?.differences.flatMap(({ topic, says }) => topic === 'load-balancers' ? [{ annotation: '', says }] : []) ?? [];
  return { ...found, changes: onceSaid([...found.changes, ...upgraded]) };
}

/** What all of them call and change. */
export function together(all: readonly AwsControllers[], of: 'phases' | 'hops'): AwsControllers {
  const isOneRole = all.every(({ roleArn }) => roleArn === all[0].roleArn);
  const reasons = all.map(({ unknown }) => unknown).filter(reason => reason !== '');
  return {
    actions: sortedTexts(all.flatMap(({ actions }) => actions)),
    roleArn: isOneRole ? all[0].roleArn : '',
    unknown: [...reasons, isOneRole ? '' : `the cloud-controller-managers of the ${of} do not have one role`][0],
    changes: onceSaid(all.flatMap(({ changes }) => changes)),
  };
}

/** Actions of IAM that the cloud-controller-managers of a state ask for, as far as their releases are known. */
export function actionsAt(app: MigrationApp, state: PlanStateName): readonly string[] {
  return sortedTexts(ccms(phaseAt(app, state)!.model).flatMap(actionsOf));
}

function actionsOf(view: ComponentView): readonly string[] {
  if (!wasRead(view)) return [];
  const features = new Set<IamFeature>(['instances', 'load-balancers', 'network-load-balancers']);
  if (boolOf(view, 'configure-cloud-routes', true) && boolOf(view, 'allocate-node-cidrs', false)) features.add('routes');
  if (flagOf(view, 'tagging-controller-tags') !== undefined) features.add('tagging');
  return names(neededActions({ cloudControllerManager: awsCcmRelease(view.awsRelease!).tag }, features));
}

function changesBy(view: ComponentView, kubeControllerManager: KubernetesVersion): AwsControllers['changes'] {
  const { awsRelease, version } = view;
  if (!wasRead(view) || awsRelease === undefined || version === undefined) return [];
  return loadBalancerChanges({ kubeControllerManager, awsCcm: awsRelease, libraries: version })
    .map(({ annotation = '', says }) => ({ annotation, says }));
}

/** Whether it is a release whose actions are known: not another image, nor a release younger than the tables. */
function wasRead({ awsRelease }: ComponentView): boolean {
  return readAwsCcm(awsRelease) !== undefined;
}

function unknownOf(view: ComponentView): string {
  const { object, image, pod } = view;
  const tag = image === undefined ? 'no image' : `the image ${image.repository}${image.tag === undefined ? '' : `:${image.tag}`}`;
  if (!wasRead(view)) return `${object} has ${tag}, and which actions of AWS that needs is not known`;
  const own = ['AWS_ROLE_ARN', 'AWS_ACCESS_KEY_ID'].find(name => pod?.unknownEnv?.includes(name) === true);
  if (own !== undefined) return `${object} has ${own} from where no plan looks: set ccm_role_arn to the role or user that it calls AWS as`;
  return pod?.env.AWS_ACCESS_KEY_ID === undefined ? '' : `${object} calls AWS with keys of its own: set ccm_role_arn to the user that they are of`;
}
