export * from './lib/kubernetes-version';
export * from './lib/migration-phase';
