import { action } from '../action';
import { COMMAND_LINE } from '../command-line';

/** No Service has what a release of the cloud-controller-manager refuses. */
export const servicesTaken = action<{ readonly fromCcm: string; readonly toCcm: string }>({
  do: 'services-taken',
  says: 'The release accepts every Service',
  on: 'operator',
  anyTime: true,
  byHand: ({ fromCcm, toCcm }) => [
    `kubectl get services,pods -A -o json | ${COMMAND_LINE.join(' ')} upgrade - --from ${fromCcm} --to ${toCcm}   # no Service is refused`,
  ],
});
