import { CCM, ControllerManager, KCM } from '../kubernetes/component';

/** A flag that says how many workers a cloud controller has. With none it starts, waits for its caches, and handles nothing. */
export interface WorkerFlag {
  readonly controller: string;
  readonly flag: string;
  readonly components: readonly ControllerManager[];
  readonly source: string;
}

export const WORKER_FLAGS: readonly WorkerFlag[] = [
  {
    controller: 'service',
    flag: 'concurrent-service-syncs',
    components: [KCM, CCM],
    source: 'k8s.io/cloud-provider@v0.20.15 and v0.37.2 controllers/service/controller.go Run; '
      + 'Validate of options/servicecontroller.go asks for none',
  },
  {
    controller: 'cloud-node',
    flag: 'concurrent-node-syncs',
    components: [CCM],
    source: 'k8s.io/cloud-provider@v0.27.16 and v0.37.2 controllers/node/node_controller.go Run; Validate of options/nodecontroller.go, which asks '
      + 'for one at least, is not called by options.go',
  },
];

/** The flag of a controller in a component. */
export function workerFlag(component: ControllerManager, controller: string): string | undefined {
  return WORKER_FLAGS.find(row => row.controller === controller && row.components.includes(component))?.flag;
}
