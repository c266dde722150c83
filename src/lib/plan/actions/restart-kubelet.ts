import { action } from '../action';

/** Restarts the kubelet, unless it already runs with its files; its flags may be in a drop-in, which systemd reads when it is told. */
export const restartKubelet = action({
  do: 'node/restart-kubelet',
  says: 'Restart the kubelet',
  on: 'node',
  programs: () => ['systemctl daemon-reload', 'systemctl restart kubelet'],
  byHand: () => ['on "systemctl daemon-reload && systemctl restart kubelet"'],
});
