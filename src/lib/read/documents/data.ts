export * from '../../edit/yaml/data';
