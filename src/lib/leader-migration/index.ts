export * from './build';
export * from './config-map';
export * from './configuration';
export * from './parse';
export * from './read';
export * from './serialize';
export * from './style';
