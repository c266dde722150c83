import { migrates } from './row';
import { NodeSide } from '../../kubernetes/node';
import { staticCcmOf } from '../app/app';
import { phaseAt, Transition } from '../app/context';
import { Coexistence, KindRef } from '../coexistence';

/** Version N, with and without what phase `n` changes. */
export const ENTERING_N: Coexistence = {
  kinds: [{ state: 'not-started', side: NodeSide.N }, { state: 'n', side: NodeSide.N }], ccms: [],
};

/** Nodes of both versions, and whatever cloud-controller-manager the states on both ends have. */
export function bothVersions({ from, to }: Transition): Coexistence {
  return { kinds: [{ state: 'mixed', side: NodeSide.N }, { state: 'mixed', side: NodeSide.N_PLUS_1 }], ccms: [from, to] };
}

/** The same while no cloud-controller-manager may run that no Lease separates from kube-controller-manager. */
export function bothVersionsAlone(transition: Transition): Coexistence {
  return migrates(transition) ? bothVersions(transition) : { ...bothVersions(transition), ccms: [] };
}

/** Once no kube-controller-manager of version N is left. */
export const ONLY_NEW: Coexistence = { kinds: [{ state: 'n-plus-1', side: NodeSide.N_PLUS_1 }], ccms: ['n-plus-1'] };

/** With both versions only under the migration Lease. */
export function bothIfShared(transition: Transition): Coexistence {
  return migrates(transition) ? bothVersions(transition) : ONLY_NEW;
}

/** Cloud-controller-managers with and without Leader Migration, while one replaces the other. */
export function rollingCcm({ app }: Transition): Coexistence {
  const isStatic = staticCcmOf(phaseAt(app, 'n-plus-1')!) !== undefined;
  return {
    kinds: [{ state: 'n-plus-1', side: NodeSide.N_PLUS_1 }, ...isStatic ? [{ state: 'disabled' as const, side: NodeSide.N_PLUS_1 }] : []],
    ccms: ['n-plus-1', 'disabled'],
  };
}

const OLD: KindRef = { state: 'n', side: NodeSide.N };
const NEW: KindRef = { state: 'n-plus-1', side: NodeSide.N_PLUS_1 };
const OLD_STOPPED: KindRef = { ...OLD, stopped: true };
const NEW_STOPPED: KindRef = { ...NEW, stopped: true };

/** Of a downtime: version N stops, or starts. */
export const OLD_STOPS: Coexistence = { kinds: [OLD, OLD_STOPPED], ccms: [] };
/** No kube-controller-manager runs, whatever its flags are. */
export const ALL_STOPPED: Coexistence = { kinds: [OLD_STOPPED, NEW_STOPPED], ccms: [] };
/** Version N+1 starts, or stops, which runs no cloud controllers. */
export const NEW_STARTS: Coexistence = { kinds: [NEW_STOPPED, NEW], ccms: [] };
/** The same with the cloud-controller-manager. */
export const NEW_WITH_CCM: Coexistence = { kinds: [NEW_STOPPED, NEW], ccms: ['n-plus-1'] };
