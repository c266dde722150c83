import { AccountAccess, accountAccess } from './account-access';
import { isGranted } from './rbac-grants';
import { Rule, Stop, stopFindings, Undecided, undecidedIf } from './rule';
import { upstreamAwsRuleTable } from '../facts/aws-ccm-rules';
import { CcmRight, ccmRights } from '../facts/ccm-rights';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { controllerIn, Process } from '../model/process';
import { boolOf, isUnknown, nameOf } from '../view/ask';
import { ComponentView, NO_DOUBT, ReadModel } from '../view/model';

const ACCOUNTS_FLAG = 'use-service-account-credentials';

export const ccmRightsMissing: Rule = {
  id: 'ccm-rights-missing',
  severity: 'error',
  title: 'The account of a cloud-controller-manager lacks a right without which controllers do nothing',
  why: 'The process runs and is healthy, and its log says "forbidden": nodes stay uninitialized, or Services get no load balancer.',
  fix: 'Take the rules of upstream\'s ClusterRole for this release, or of its overlay superset-role without --use-service-account-credentials, and '
    + 'bind them with a ClusterRoleBinding: nodes are of no namespace, and Services of all are watched.',
  source: 'k8s.io/cloud-provider@v0.20.15 to v0.37.1, the places of src/lib/facts/ccm-rights.ts; kubernetes/cloud-provider-aws '
    + 'examples/existing-cluster',
  check: model => stopFindings(model, 'ccm-rights-missing', { undecided: 'warning' }),
  stops: (view, model) => {
    const access = isAwsProgram(view) ? accountAccess(view, model) : undefined;
    // Without a binding, or where others say what it may, that of the main lock is doubted already.
    if (access === undefined || 'undecided' in access || access.isUnbound || isUnknown(view, ACCOUNTS_FLAG)) return NO_DOUBT.isTold;
    // Stryker disable next-line ArrayDeclaration: what a process is that cannot be enumerated is not known
    const processes = view.choices ?? [];
    const missing = releasesOf(view).flatMap(version => processes.map(process => missingRights(process, version, { view, model, access })));
    // Of a release that is not known: what each that it may be lacks. In no older one is less certain than in the newest.
    // Stryker disable next-line ArrayDeclaration: without a process nothing is missing
    const [newest = [], ...others] = missing;
    return newest.filter(({ object }) => others.every(other => other.some(one => one.object === object))).map(({ stop }) => stop);
  },
};

/** Providers of other clouds have programs of their own, in which not every controller is that of k8s.io/cloud-provider. */
function isAwsProgram({ image }: ComponentView): boolean {
  return image?.repository.endsWith('provider-aws/cloud-controller-manager') === true;
}

/** One of each row of the table where its release is not known, the newest first. */
function releasesOf({ version }: ComponentView): readonly KubernetesVersion[] {
  // Stryker disable next-line ArrayDeclaration: no release is modelled that the table does not know
  if (version !== undefined) return ccmRights().knows(version) ? [version] : [];
  return ccmRights().rows.map(({ from }) => KubernetesVersion.of(from)).reverse();
}

interface Asked {
  readonly view: ComponentView;
  readonly model: ReadModel;
  readonly access: AccountAccess;
}

interface Missing {
  /** What it is about. */
  readonly object: string;
  readonly idle: readonly string[];
  readonly stop: Stop | Undecided;
}

function missingRights(process: Process, version: KubernetesVersion, { view, model, access }: Asked): readonly Missing[] {
  const usesAccounts = boolOf(view, ACCOUNTS_FLAG, false);
  const needed = ccmRights().at(version).filter(({ asks, onlyForAccounts }) =>
    usesAccounts ? asks === 'component' : onlyForAccounts !== true);
  const missing = needed.flatMap((right): Missing[] => {
    const { verbs, resource, object, effect, isUnclear } = right;
    const idle = right.idle.filter(controller => controllerIn(process, controller).presence === 'enabled');
    const answers = verbs.map(verb => isGranted(model, view, { verb, apiGroup: '', resource, ...object }));
    if (idle.length === 0 || answers.includes('yes') || (usesAccounts && isLackedByUpstream(right, version, access))) return [];
    const which = object === undefined ? resource : `${resource} of ${object.namespace}/${object.name}`;
    const what = `${nameOf(view)} may not ${verbs.join(' or ')} ${which} as ServiceAccount ${access.account}, and so ${effect}`;
    return [{
      object: which,
      idle,
      stop: undecidedIf(isUnclear === true || access.isOpen || answers.includes('unknown'), {
        place: access.place,
        what: [what, ...access.hints].join('; '),
        controllers: idle,
      }),
    }];
  });
  // What is certain of a controller is not said again as a doubt.
  const certain = new Set(missing.filter(({ stop }) => !('undecided' in stop)).flatMap(({ idle }) => idle));
  return missing.filter(({ stop, idle }) => !('undecided' in stop) || !idle.every(controller => certain.has(controller)));
}

/**
 * Whether upstream's own role for the release grants nothing on the resource, and the role of the input no more: up to 1.28 its base, which is made
 * for accounts of the controllers, lacks what the informers of the component itself list. What is installed with it is not called broken.
 */
function isLackedByUpstream({ resource, verbs }: CcmRight, version: KubernetesVersion, { roles }: AccountAccess): boolean {
  // Stryker disable next-line ArrayDeclaration: a rule of upstream has resources
  const grants = ({ resources = [], verbs: granted }: { readonly resources?: readonly string[]; readonly verbs: readonly string[] }) =>
    (resources.includes(resource) || resources.includes('*'))
    // Its base of those releases may make accounts, and not look them up.
    && (resource !== 'serviceaccounts' || granted.some(verb => verb === '*' || verbs.includes(verb)));
  // Stryker disable next-line OptionalChaining: both tables know the same releases
  return upstreamAwsRuleTable().find(version)?.base.some(grants) === false && !roles.some(({ rules }) => rules.some(grants));
}
