import { authorizationOf } from './authorization';
import { isGranted } from './rbac-grants';
import { Rule } from './rule';
import { CCM_ASKS_FOR_TOKENS } from '../facts/token-requests';
import { boolOf, ccms, nameOf, placeOf } from '../view/ask';

const NEEDED = [
  { verb: 'get', resource: 'serviceaccounts', name: 'service-controller' },
  { verb: 'create', resource: 'serviceaccounts' },
];
const TOKEN = { verb: 'create', resource: 'serviceaccounts/token', name: 'service-controller' };

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
    const others = typeof authorization === 'object' ? authorization : undefined;
    if (authorization === 'everything' || others?.isAfterRoles === false) return [];
    // As whom a static pod or a systemd unit authenticates, its kubeconfig says, which is not in the input.
    if (pod === undefined || origin === 'static-pod') return [];
    // Other rules of the same subject show that its roles are part of the input.
    if (!model.bindings.some(({ subjects }) => subjects.some(({ name }) => name === pod.serviceAccount))) return [];
    const asksForTokens = view.version === undefined || CCM_ASKS_FOR_TOKENS.find(view.version) !== false;
    const missing = [...NEEDED, ...asksForTokens ? [TOKEN] : []].filter(
      access => isGranted(model, view, { apiGroup: '', namespace: 'kube-system', ...access }) === 'no',
    );
    return missing.length === 0 ? [] : [{
      place: placeOf(view, 'use-service-account-credentials'),
      message: [
        `${nameOf(view)} may not ${missing.map(({ verb, resource }) => `${verb} ${resource}`).join(', ')}`,
        ...others === undefined ? [] : [others.what],
      ].join('; '),
    }];
  }),
};
