import { Undecided } from './rule';
import { WITHOUT_AUTHORIZATION_MODE } from '../facts/authorization-modes';
import { onceFor } from '../kubernetes/once-for';
import { apiServers, doubtedFlags, flagOf, isUnknown, nameOf, placeOf } from '../view/ask';
import { ComponentView, Doubt, Place, ReadModel } from '../view/model';

/** That an API server asks others than RBAC, whose rules are not in the input. */
interface OtherRules {
  /** Whether what the Roles grant is allowed all the same. */
  readonly isAfterRoles: boolean;
  /** Where it says whom it asks. */
  readonly place: Place;
  readonly what: string;
}

const MODES = 'authorization-mode';
const CONFIG = 'authorization-config';

/** Modes that refuse nothing: what they do not allow is left to the next one. The others ask elsewhere, and that may refuse. */
const NEVER_REFUSING = ['AlwaysAllow', 'AlwaysDeny', 'ABAC', 'Node', 'RBAC'];

/** Modes that leave everything to RBAC: `Node` is about kubelets, and `AlwaysDeny` has no opinion. */
const OF_ROLES = ['AlwaysDeny', 'Node', 'RBAC'];

/**
 * What says which rights a controller manager has: the Roles of the input, nothing, as it may do everything, or others too. An API server asks its
 * modes in their order until one allows or refuses: k8s.io/apiserver@v0.20.15 to v0.37.2 pkg/authorization/union/union.go,
 * authorizerfactory/builtin.go and plugin/pkg/authorizer/webhook/webhook.go; k8s.io/kubernetes@v1.26.15 pkg/auth/authorizer/abac/abac.go. Of several
 * API servers the one that allows the least counts. Without one, RBAC is taken, as all installers have it.
 */
export const authorizationOf = onceFor((model: ReadModel): 'roles' | 'everything' | OtherRules => {
  const asked = apiServers(model).map(ofServer);
  const others = asked.filter(one => typeof one === 'object');
  if (others.length > 0) return others.find(({ isAfterRoles }) => !isAfterRoles) ?? others[0];
  return asked.includes('everything') && !asked.includes('roles') ? 'everything' : 'roles';
});

function ofServer(server: ComponentView): 'roles' | 'everything' | OtherRules {
  const hidden = doubtedFlags(server.unknowns).find(flag => flag === MODES || flag === CONFIG);
  const isConfigured = flagOf(server, CONFIG) !== undefined;
  if (hidden !== undefined || (isConfigured && server.authorizers === undefined)) {
    const place = server.unknowns.find(({ part }) => part === `--${hidden}`)?.place ?? placeOf(server, CONFIG);
    return { isAfterRoles: false, place, what: `whom ${nameOf(server)} asks (--${hidden ?? CONFIG}) was not read` };
  }
  const modes = isConfigured ? server.authorizers : modesOf(server);
  if (modes === undefined) {
    const what = `whom ${nameOf(server)} asks is not known: --${MODES} ${flagOf(server, MODES) === undefined ? 'is not there' : 'names no mode'}`;
    return { isAfterRoles: false, place: placeOf(server, MODES), what };
  }
  const refusing = modes.findIndex(mode => !NEVER_REFUSING.includes(mode));
  const first = refusing === -1 ? modes : modes.slice(0, refusing);
  if (first.includes('AlwaysAllow')) return 'everything';
  const isAfterRoles = first.includes('RBAC');
  if (isAfterRoles && modes.every(mode => OF_ROLES.includes(mode))) return 'roles';
  const said = isConfigured ? `--${CONFIG}: ${modes.join(', ')}` : `--${MODES}=${modes.join(',')}`;
  const what = `${nameOf(server)} ${modes.includes('RBAC') ? 'goes by more than' : 'does not go by'} RBAC (${said})`;
  return { isAfterRoles, place: placeOf(server, isConfigured ? CONFIG : MODES), what };
}

/** Those that it asks, in their order; undefined: it is not known, or it does not start. */
function modesOf(server: ComponentView): readonly string[] | undefined {
  // Each occurrence adds to the list; joined, one without a value is empty.
  const given = server.flags.filter(({ name }) => name === MODES).map(({ value }) => value).join(',').split(',').filter(mode => mode !== '');
  if (given.length > 0) return given;
  if (isUnknown(server, MODES) || server.isBeyondTables === true || (server.ends ?? []).length > 0) return undefined;
  // Of a release that is not known, what all of them do.
  const ofRelease = server.version && WITHOUT_AUTHORIZATION_MODE.find(server.version);
  const values = WITHOUT_AUTHORIZATION_MODE.rows.map(({ value }) => value).filter(value => server.version === undefined || value === ofRelease);
  const isAsked = flagOf(server, MODES) === undefined || values.every(({ takesEmpty }) => takesEmpty);
  // Stryker disable next-line ConditionalExpression,ArrowFunction: so far all releases ask the same
  const isSame = new Set(values.map(({ modes }) => modes.join())).size === 1;
  return isAsked && isSame ? values[0].modes : undefined;
}

/** What a rule answers where the others decide. */
export function undecidedBy({ place, what }: OtherRules, question: string, reaches?: Doubt['reaches']): Undecided {
  const fix = 'Ask RBAC first, with --authorization-mode=RBAC before all other modes: what the Roles of the input grant is allowed then.';
  return { undecided: { place, what: `whether ${question} is not known: ${what}`, fix, reaches } };
}
