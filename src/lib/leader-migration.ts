export * from './leader-migration/build';
export * from './leader-migration/config-map';
export * from './leader-migration/configuration';
export * from './leader-migration/parse';
export * from './leader-migration/read';
export * from './leader-migration/serialize';
export * from './leader-migration/style';
