import { kindName } from '../facts/inert-kinds';
import { printable } from '../text/printable';
import { InertKindClaim } from '../view/model';

/** Something that no manifest shows, and that an answer `holds` takes for granted. */
export interface Assumption {
  readonly id: string;
  readonly text: string;
  readonly promise: 'exclusivity' | 'liveness' | 'both';
}

/**
 * All of them. What the input itself says about one of these is looked at: it is a finding or unknown, and never taken for granted.
 */
export const ASSUMPTIONS: readonly Assumption[] = [
  {
    id: 'input-is-whole',
    promise: 'both',
    text: 'Nothing outside the input runs a controller manager, and the nodes and objects are as the input has them: applied, and not changed by '
      + 'anything else.',
  },
  {
    id: 'locks-work',
    promise: 'both',
    text: 'API servers and etcd are up, and serve one truth about each Lease; clocks run at one rate, and no process is paused while it holds '
      + 'a lock.',
  },
  {
    id: 'pods-start',
    promise: 'liveness',
    text: 'Pods that are scheduled start and keep running: images are pulled, nodes have room, what is mounted can be read, names resolve.',
  },
  {
    id: 'objects-exist',
    promise: 'liveness',
    text: 'What the input refers to and does not hold exists as it is referred to: ConfigMaps and Secrets, service accounts, priority classes, files '
      + 'of nodes that were not handed in.',
  },
  {
    id: 'rights-suffice',
    promise: 'liveness',
    text: 'Credentials are valid, and the API server and the cloud grant what no role of the input decides.',
  },
];

const INERT_KIND = 'inert-kind';

/** What the user says of kinds that no reader and no table knows: an assumption each, with the reason that was given. */
export function inertKindAssumptions(claims: readonly InertKindClaim[]): readonly Assumption[] {
  return claims.map(claim => ({
    id: INERT_KIND,
    promise: 'both',
    text: printable(`The controller of ${kindName(claim)} makes no pods, locks, rights or policies that matter here, as the file of `
      + `accepted findings says: ${claim.reason.trim().replace(/[.]$/, '')}.`),
  }));
}

/** Whether it is one that the user has stated, and not one of every answer. */
export function isSaid({ id }: Assumption): boolean {
  return id === INERT_KIND;
}
