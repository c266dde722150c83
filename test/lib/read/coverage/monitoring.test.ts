import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { looksLikeWatching, onlyWatches } from '../../../../src/lib/read/coverage/monitoring';
import { check, Files, SAFE } from '../../rules/input';

const verdicts = (files: Files) => {
  const { exclusivity, liveness } = check({ ...SAFE, watching: files });
  return [exclusivity.verdict, liveness.verdict];
};
const COMMAND = 'kube-controller-manager --leader-elect=false --cloud-provider=aws';
const IMAGE = 'registry.k8s.io/kube-controller-manager:v1.26.15';

const SHAPES = parse(readFileSync(join(__dirname, 'monitoring-shapes.yaml'), 'utf8')) as { name: string; path: string; text: string }[];

describe('what watches a control plane', () => {
  it.each(SHAPES.map(({ name, path, text }) => [name, path, text] as const))('%s starts nothing', (_, path, text) => {
    expect(verdicts({ [path]: text })).toEqual(['holds', 'holds']);
  });
});

describe('what looks like it and starts a controller manager', () => {
  const map = (key: string, text: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  ${key}: |\n${text.replace(/^/gm, '    ')}\n`;

  it.each<[string, string, string]>([
    ['an input of Fluent Bit that runs a program', 'fluent-bit.conf', `[INPUT]\n  Name exec\n  Command ${COMMAND}\n`],
    ['the same in YAML', 'fluent-bit.yaml', `pipeline:\n  inputs:\n  - name: exec\n    command: ${COMMAND}\n`],
    ['a source of Vector that runs a program', 'vector.yaml', `sources:\n  a:\n    type: exec\n    command: ["${COMMAND}"]\nsinks: {}\n`],
    ['the same in TOML', 'vector.toml', `[sources.a]\ntype = "exec"\ncommand = ["${COMMAND}"]\n`],
    ['an input of Telegraf that runs a program', 'telegraf.conf', `[[inputs.exec]]\n  commands = ["${COMMAND}"]\n`],
    ['an action of rsyslog that runs a program', 'etc/rsyslog.d/a.conf', `$ModLoad omprog\naction(type="omprog" binary="/usr/bin/${COMMAND}")\n`],
    ['a check of Monit that starts it', 'monit.conf', `check process kcm with pidfile /run/x\n  start program = "/usr/bin/${COMMAND}"\n`],
    ['a script that writes rules on its way', 'a/setup',
      `cat > rules.yml <<E\ngroups:\n- name: x\n  rules:\n  - alert: X\n    expr: up\nE\n${COMMAND}\n`],
    ['a script with the comment of a shape', 'a/setup', `# [[inputs.exec]]\nexec ${COMMAND}\n`],
    ['rules beside something else', 'a.yaml', `groups:\n- name: x\n  rules: [{alert: X, expr: up}]\nprogram: [${IMAGE}]\n`],
    ['dashboards beside a pod', 'a.yaml', `title: x\npanels: []\nspec: {containers: [{image: "${IMAGE}"}]}\n`],
    ['values of another chart with a key of kube-prometheus-stack', 'values.yaml', `kubeControllerManager:\n  enabled: true\n  image: ${IMAGE}\n`],
    ['a ConfigMap with a script', 'cm.yaml', map('run.sh', `#!/bin/sh\ngroups=1\n${COMMAND}\n`)],
    ['a ConfigMap with an input that runs a program', 'cm.yaml', map('fluent-bit.conf', `[INPUT]\n  Name exec\n  Command ${COMMAND}\n`)],
    ['a document that refers to itself too often', 'a.yaml', `groups: &a\n- rules: [{alert: x, expr: "${IMAGE}"}]\n  x: ${'*a'}\n`],
    ['a kind of a monitoring operator in another group', 'a.yaml',
      `apiVersion: example.com/v1\nkind: VMRule\nmetadata: {name: x}\nspec: {run: "exec ${COMMAND}"}\n`],
    ['a list of Falco with something else', 'a.yaml', `- rule: x\n  condition: y\n- image: ${IMAGE}\n`],
  ])('%s is unknown', (_, path, text) => expect(verdicts({ [path]: text })).toEqual(['unknown', 'unknown']));
});

describe('a text as a whole', () => {
  it.each([
    ['nothing', '', false],
    ['no YAML', '{', false],
    ['a word', 'groups', false],
    ['too deep to look through', `groups: [{rules: [{expr: ${'['.repeat(80)}${']'.repeat(80)}}]}]`, false],
    ['longer than any real one', `groups: [{rules: [{expr: up}]}]\n#${'x'.repeat(500_000)}`, false],
    ['two documents of one program', 'groups: [{rules: [{expr: up}]}]\n---\ngroups: [{rules: [{expr: up}]}]\n', true],
    ['a document of it and another', 'groups: [{rules: [{expr: up}]}]\n---\nrun: x\n', false],
    ['a list of targets', '[{"targets": ["a:1"], "labels": {}}]', true],
    ['an empty list', '[]', false],
    ['an empty mapping', '{}', false],
  ])('%s only watches: %#', (_, text, expected) => expect(onlyWatches(text)).toBe(expected));

  it.each([
    ['Vector', '[sources.a]\ntype = "file"\n', true],
    ['Vector that runs programs', '[sources.a]\ntype = "exec"\n', false],
    ['audit rules', '-w /usr/bin/x -p x\n# y\n\n-D\n', true],
    ['audit rules and a command', '-w /usr/bin/x -p x\nkubelet\n', false],
    ['logrotate', '/var/log/a.log {\n  daily\n}\n', true],
    ['a path and a word', '/usr/bin/a\ndaily\nx\n', true],
    ['an alarm in Terraform', 'resource "aws_cloudwatch_metric_alarm" "a" {\n}\n', true],
    ['an alarm and a machine', 'resource "aws_cloudwatch_metric_alarm" "a" {\n}\nresource "aws_instance" "b" {\n}\n', false],
  ])('%s is of a program that watches: %#', (_, text, expected) => expect(looksLikeWatching(text)).toBe(expected));
});
