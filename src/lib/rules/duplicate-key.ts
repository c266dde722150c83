import { Rule } from './rule';

export const duplicateKey: Rule = {
  id: 'duplicate-key',
  severity: 'warning',
  title: 'A key is given twice in one mapping',
  why: 'The API server and the kubelet silently take the last one, other decoders take the first or refuse the file: what people read may not '
    + 'be what runs.',
  fix: 'Keep one of the two.',
  source: 'sigs.k8s.io/yaml@v1.4.0 yaml.go, Unmarshal is not strict; gopkg.in/yaml.v3 refuses it',
  check: model => model.duplicateKeys.map(({ place, key }) => ({ place, message: `key ${key} is given twice` })),
};
