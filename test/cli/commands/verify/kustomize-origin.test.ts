import { originOf } from '../../../../src/cli/commands/verify/kustomize-origin';
import { VerifyDirectory } from '../../../../src/lib/read/input/input';

const FILES = {
  'base/kustomization.yaml': 'resources: [all.yaml]\n',
  'base/all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: same\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  '
    + 'name: b\ndata:\n  x: same\n  y: same\n',
  'prod/kustomization.yaml': 'namePrefix: eu-\nresources: [../base]\n',
  'prod/patch.yaml': 'metadata:\n  name: b\ndata:\n  z: patched\n',
  'prod/lead.conf': 'leaderName: mine\n',
  'other/all.yaml': 'data:\n  z: patched\n',
};
const DIRECTORY: VerifyDirectory = { name: 'kz', files: new Map(Object.entries(FILES).map(([path, text]) => [path, { text }])) };
const PARTS = [
  { folder: 'base/', file: 'base/kustomization.yaml', references: ['all.yaml'] },
  { folder: 'prod/', file: 'prod/kustomization.yaml', references: ['../base'] },
];
const OUTPUT = `apiVersion: v1
data:
  lead.conf: |
    leaderName: mine
  x: same
  y: same
  z: patched
kind: ConfigMap
metadata:
  name: eu-b
`;

it.each<[number, string]>([
  [4, 'kz/prod/lead.conf:1'],
  [5, 'kz/base/all.yaml:13'],
  [6, 'kz/base/all.yaml:14'],
  [7, 'kz/prod/patch.yaml:4'],
  [8, 'kz/base/all.yaml:9'],
  // What kustomize made itself is where the object begins.
  [10, 'kz/base/all.yaml:8'],
  [11, 'kz/prod/kustomization.yaml:1'],
])('line %i of what is built is at %s', (line, expected) => {
  const { file, line: at } = originOf(DIRECTORY, PARTS[1], PARTS, OUTPUT)!(line);
  expect(`${file}:${at}`).toBe(expected);
});
