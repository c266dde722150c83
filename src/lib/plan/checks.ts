/** Everything that a step can ask, as a person pastes it and as data: a file for each thing that is asked. */
export * from './checks/cloud';
export * from './checks/components';
export * from './checks/etcd';
export * from './checks/leases';
export * from './checks/nodes';
export * from './checks/workloads';
