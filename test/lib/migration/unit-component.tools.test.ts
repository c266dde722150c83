import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { KubernetesVersion, Migration, MigrationPhase, NodeRole, NodeSide } from '../../../src';
import { describeNeeding } from '../../needs';
import { besideSystemd, systemdMissing } from '../../systemd';
import { unitNodes } from '../../unit-nodes';

const UNIT = 'kube-controller-manager';
const UNIT_FILE = `/etc/systemd/system/${UNIT}.service`;
const ODD = '"--x=a b" --y=%%h --z=$$HOME';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'unit-')); });
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describeNeeding('the drop-in of a unit, as systemd reads it,', systemdMissing(), 'REQUIRE_SYSTEMD', () => {
  it.each([MigrationPhase.N, MigrationPhase.DISABLED])('starts the program with the command line of phase %s, word by word', (phase) => {
    const program = join(folder, UNIT);
    const script = ['#!/bin/sh', `printf '%s\\n' "$@" >'${folder}/argv.new'`, `mv '${folder}/argv.new' '${folder}/argv'`, 'exec sleep 60', ''];
    writeFileSync(program, script.join('\n'), { mode: 0o755 });
    const environment = join(folder, 'kcm.env');
    const nodes = unitNodes().map((node) => {
      if (node.role === NodeRole.WORKER) return node;
      const { [UNIT_FILE]: unit, '/etc/kubernetes/kcm.env': variables, ...files } = node.files;
      const own = unit.replace('/usr/local/bin/kube-controller-manager', program).replace('/etc/kubernetes/kcm.env', environment);
      return { ...node, files: { ...files, [UNIT_FILE]: own.replace('$KCM_ARGS', `$KCM_ARGS ${ODD}`), [environment]: variables } };
    });
    const migration = new Migration({
      clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes,
    });
    const [{ node }] = migration._model.controlPlane;
    const files = migration._model.phase(phase).nodeFiles.filter(file => file.node === node.name && file.path.startsWith('/etc/systemd/system/'));
    for (const { path, content } of files) {
      mkdirSync(dirname(join(folder, 'node', path)), { recursive: true });
      writeFileSync(join(folder, 'node', path), content);
    }
    writeFileSync(environment, 'KCM_ARGS="--not-read-any-more"\n');
    const { stderr, status } = besideSystemd(folder, [
      'systemctl daemon-reload', `systemctl start ${UNIT}`, `for _ in $(seq 100); do [ ! -e '${folder}/argv' ] || exit 0; sleep 0.1; done`, 'exit 1',
    ].join('\n'));
    expect([status, stderr]).toEqual([0, '']);
    const side = phase === MigrationPhase.N ? NodeSide.N : NodeSide.N_PLUS_1;
    const pod = migration._model.editedNodes(side)[0].pods.find(({ component }) => component === UNIT)!;
    const [, ...words] = pod.document.value([...pod.containerPath, 'command']) as readonly string[];
    expect(readFileSync(join(folder, 'argv'), 'utf8').trimEnd().split('\n')).toEqual(words);
    expect(words).toEqual(expect.arrayContaining(['--x=a b', '--y=%h', '--z=$HOME']));
  });
});
