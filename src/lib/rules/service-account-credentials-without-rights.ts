import { authorizationOf } from './authorization';
import { isGranted } from './rbac-grants';
import { Rule, undecidedIf } from './rule';
import { CCM_ASKS_FOR_TOKENS } from '../facts/token-requests';
import { boolOf, ccms, nameOf, placeOf } from '../view/ask';

interface Right {
  readonly verb: string;
  readonly resource: string;
  readonly name?: string;
}

const NEEDED: readonly Right[] = [
  { verb: 'get', resource: 'serviceaccounts', name: 'service-controller' },
  { verb: 'create', resource: 'serviceaccounts' },
];
const TOKEN: Right = { verb: 'create', resource: 'serviceaccounts/token', name: 'service-controller' };

export const serviceAccountCredentialsWithoutRights: Rule = {
  id: 'service-account-credentials-without-rights',
  severity: 'warning',
  title: 'The cloud-controller-manager may not make the service accounts that it is told to use',
  why: 'With --use-service-account-credentials each controller gets an account of its own, which is looked up before it is made. Without `get` no '
    + 'controller starts; the Helm chart\'s role lacks it.',
  fix: 'Allow get and create on serviceaccounts and create on serviceaccounts/token, or pass --use-service-account-credentials=false.',
  source: 'k8s.io/controller-manager@v0.26.1 pkg/clientbuilder/client_builder_dynamic.go getOrCreateServiceAccount; Rancher documentation, Amazon '
    + 'cloud provider',
  check: model => ccms(model).filter(view => boolOf(view, 'use-service-account-credentials', false)).flatMap(view => {
    const { origin, pod } = view;
    const authorization = authorizationOf(model);
    // As whom a static pod or a systemd unit authenticates, its kubeconfig says, which is not in the input.
    if (authorization === 'everything' || pod === undefined || origin === 'static-pod') return [];
    const place = placeOf(view, 'use-service-account-credentials');
    const asked = [...NEEDED, ...view.version === undefined || CCM_ASKS_FOR_TOKENS.find(view.version) !== false ? [TOKEN] : []];
    const others = authorization === 'roles' ? undefined : authorization;
    const open = (rights: readonly Right[], why: string) => ({
      undecided: { place, message: `whether ${nameOf(view)} may ${shown(rights)} is not known: ${why}`, severity: 'note' as const },
    });
    if (others?.isAfterRoles === false) return [open(asked, others.what)];
    // Other rules of the same subject show that its roles are part of the input.
    if (!model.bindings.some(({ subjects }) => subjects.some(({ name }) => name === pod.serviceAccount))) return [];
    const answers = asked.map(right => ({ right, answer: isGranted(model, view, { apiGroup: '', namespace: 'kube-system', ...right }) }));
    const [missing, unknown] = ['no', 'unknown'].map(wanted => answers.filter(({ answer }) => answer === wanted).map(({ right }) => right));
    return [
      ...missing.length === 0 ? [] : [undecidedIf(others !== undefined, {
        place, message: [`${nameOf(view)} may not ${shown(missing)}`, ...others === undefined ? [] : [others.what]].join('; '),
      })],
      ...unknown.length === 0 ? [] : [open(unknown, 'a role that it is bound to is not in the input, or may be another one')],
    ];
  }),
};

function shown(rights: readonly Right[]): string {
  return rights.map(({ verb, resource }) => `${verb} ${resource}`).join(', ');
}
