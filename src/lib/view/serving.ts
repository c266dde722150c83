import { flagOf, isUnknown, textOf } from './ask';
import { ComponentView } from './model';
import { SECURE_PORTS } from '../facts/secure-ports';
import { isEveryAddress, plainHost } from '../kubernetes/ip-address';

/** The port on which a component serves, 0 where it does not serve; undefined: nothing says, or no port of such a component is known. */
export function servingPort(view: ComponentView): number | undefined {
  const port = isUnknown(view, 'secure-port') ? NaN : Number(flagOf(view, 'secure-port')?.value ?? SECURE_PORTS[view.component]?.port);
  return Number.isNaN(port) ? undefined : port;
}

/** The port that a component takes of its node; undefined: none, or nothing says. */
export function hostPortOf(view: ComponentView): number | undefined {
  const isOnHost = view.origin === 'unit' || view.origin === 'kubeadm' || view.pod?.hostNetwork === true;
  const port = isOnHost && !view.isHosted ? servingPort(view) : undefined;
  return port !== undefined && port > 0 ? port : undefined;
}

/** The address at which a component serves, as it is compared; undefined: at each that it has. */
export function servingAddress(view: ComponentView): string | undefined {
  const address = textOf(view, 'bind-address').trim();
  return isEveryAddress(address) ? undefined : plainHost(address);
}
