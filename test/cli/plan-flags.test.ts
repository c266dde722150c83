import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MigrationStrategy } from '../../src/lib/migration/migration-strategy';
import { makePlan } from '../../src/lib/plan/plan';
import { renderScript } from '../../src/lib/plan/render/script';
import { appFiles } from '../lib/plan/app-fixture';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ccm-plan-flags-'));
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'node'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function program(name: string, body: string): void {
  writeFileSync(join(root, 'bin', name), `#!/bin/bash\n${body}\n`);
  chmodSync(join(root, 'bin', name), 0o755);
}

/** Runs what a step of the script runs, and nothing else of it. */
function runStep(kcmRuntime: 'systemd' | 'deployment', pattern: RegExp, part: 'run' | 'undo' = 'run') {
  const result = makePlan(appFiles({ strategy: MigrationStrategy.downtime() }), 'n', 'n-plus-1', { kcmRuntime });
  if ('refused' in result) throw new Error('refused');
  const script = renderScript(result.plan, '.').replace(/main "\$@"\n$/, '');
  const [name] = pattern.exec(script)!;
  const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}`, NODE_EXEC: 'env NODE={node}', NODE_ROOT: join(root, 'node'), ROOT: root, STATE_DIR: root };
  return spawnSync('bash', ['-s'], { input: `${script}\nPROGRESS=/dev/null\n${name}_${part}\n`, encoding: 'utf8', env: { ...env, APP_DIR: root } });
}

describe('flags of a kube-controller-manager that is a Deployment', () => {
  it('are changed in its own command line, and its image with them', () => {
    program('kubectl', [
      'case "$*" in',
      '  patch*) printf "%s" "${@: -1}" >"$ROOT/patch" ;;',
      "  *containers*image*) printf 'registry.example/kcm:v1.26.15' ;;",
      '  *args*) ;;',
      "  *command*) printf '%s\\n' kube-controller-manager --cloud-provider=aws --cloud-config=/etc/kubernetes/cloud.conf '--own=a\"b' ;;",
      'esac',
    ].join('\n'));
    const { status, stderr } = runStep('deployment', /step_\d+_start_kcm(?=_run)/);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const [flags, image] = JSON.parse(readFileSync(join(root, 'patch'), 'utf8')) as { path: string; value: unknown }[];
    expect(flags.path).toBe('/spec/template/spec/containers/0/command');
    expect(flags.value).toEqual(['kube-controller-manager', '--own=a"b', '--cloud-provider=external']);
    expect(image).toMatchObject({ path: '/spec/template/spec/containers/0/image', value: 'registry.example/kcm:v1.27.16' });
  });

  it('fails on a value that is a word of its own', () => {
    program('kubectl', "case \"$*\" in *args*) printf '%s\\n' --cloud-provider aws ;; esac");
    const { status, stderr } = runStep('deployment', /step_\d+_start_kcm(?=_run)/);
    expect(stderr).toContain('write --cloud-provider and its value as one word');
    expect(status).not.toBe(0);
  });
});

describe('flags of a kube-controller-manager that is a unit', () => {
  const FILE = 'etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf';

  it('are changed in a drop-in with its own command line, and taken back', () => {
    program('systemctl', [
      'echo "$*" >>"$ROOT/log"',
      'if [ "$1" = show ]; then echo "{ path=/opt/kcm ; argv[]=/opt/kcm --cloud-provider=aws --cloud-config=/etc/kubernetes/cloud.conf --own=1 ; ignore_errors=no ; pid=1 }"; fi',
    ].join('\n'));
    const start = /step_\d+_start_ip_10_0_1_10_eu_central_1_compute_internal(?=_run)/;
    const { status, stderr } = runStep('systemd', start);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    expect(readFileSync(join(root, 'node', FILE), 'utf8')).toBe('[Service]\nExecStart=\nExecStart=/opt/kcm --own=1 --cloud-provider=external\n');
    expect(readFileSync(join(root, 'log'), 'utf8').trim().split('\n').slice(-2)).toEqual(['daemon-reload', 'start kube-controller-manager']);
    expect(runStep('systemd', start, 'undo').status).toBe(0);
    expect(() => readFileSync(join(root, 'node', FILE), 'utf8')).toThrow();
  });
});
