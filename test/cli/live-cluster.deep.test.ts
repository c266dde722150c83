import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const SCRIPT = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  require('fs').writeSync(3, JSON.stringify({ megabytes: maxRSS / 1024, seconds: (userCPUTime + systemCPUTime) / 1e6 }));
});
require('./src/cli/run').run();`;

let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'live-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Reads the same and does nothing with it: what verify takes is a multiple of that on any machine, and on a busy one. */
const PARSE = SCRIPT.replace(/require\('\.\/src.*$/m, "JSON.parse(require('fs').readFileSync(0, 'utf8'));");

function verifyInput(path: string, script = SCRIPT) {
  const input = openSync(path, 'r');
  const args = ['--import', 'tsx', '-e', script, '--', 'ccm-migration', 'verify', '-'];
  const { status, stdout, stderr, output } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: [input, 'pipe', 'pipe',
      'pipe'],
  });
  closeSync(input);
  return { status, stdout, stderr, ...JSON.parse(output[3]!) as { megabytes: number; seconds: number } };
}

/** A pod with as much as kubectl prints of one with two containers: 15 kB. */
function pod(index: number): object {
  const time = '2026-01-01T00:00:00Z';
  const app = `app-${index % 300}`;
  const probe = { failureThreshold: 3, httpGet: { path: '/healthz', port: 8080, scheme: 'HTTP' }, periodSeconds: 10, successThreshold: 1 };
  const container = (name: string) => ({
    name,
    image: `registry.example.com/${app}/${name}:v1.${index % 40}`,
    args: ['--listen=:8080', '--log-level=info'],
    livenessProbe: probe,
    readinessProbe: probe,
    env: [{ name: 'DB_HOST', value: `db.${app}.svc` }, { name: 'TOKEN', valueFrom: { secretKeyRef: { name: app, key: 'token' } } }],
    ports: [{ containerPort: 8080, name: 'http', protocol: 'TCP' }],
    resources: { limits: { memory: '512Mi' }, requests: { cpu: '100m', memory: '256Mi' } },
    volumeMounts: [{ mountPath: '/etc/config', name: 'config' }, {
      mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
      name: 'token',
      readOnly: true,
    }],
  });
  const containers = ['main', 'sidecar'].map(container);
  const fields = Object.fromEntries(Object.keys(containers[0]).map(key => [`f:${key}`, { '.': {} }]));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${app}-${index}`,
      namespace: `team-${index % 30}`,
      labels: { app },
      creationTimestamp: time,
      uid: `00000000-0000-0000-0000-${index}`,
      managedFields: ['kube-controller-manager', 'kubelet'].map(writer => ({
        manager: writer,
        operation: 'Update',
        time,
        fieldsV1: {
          'f:spec': {
            'f:containers': {
              'k:{"name":"main"}': fields,
              'k:{"name":"sidecar"}': fields,
            },
          },
        },
      })),
      ownerReferences: [{ apiVersion: 'apps/v1', controller: true, kind: 'ReplicaSet', name: app, uid: 'x' }],
    },
    spec: {
      containers,
      dnsPolicy: 'ClusterFirst',
      nodeName: `node-${index % 250}`,
      serviceAccountName: app,
      schedulerName: 'default-scheduler',
      tolerations: ['not-ready', 'unreachable'].map(key => ({
        effect: 'NoExecute',
        key: `node.kubernetes.io/${key}`,
        operator: 'Exists',
        tolerationSeconds: 300,
      })),
      volumes: [{ name: 'config', configMap: { name: app } }, {
        name: 'token',
        projected: { sources: [{ serviceAccountToken: { path: 'token' } }] },
      }],
    },
    status: {
      phase: 'Running',
      podIP: '10.0.0.1',
      qosClass: 'Burstable',
      startTime: time,
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(type => ({
        lastProbeTime: null,
        lastTransitionTime: time,
        status: 'True',
        type,
      })),
      containerStatuses: containers.map(({ name, image }) => ({
        name,
        image,
        imageID: 'x'.repeat(71),
        ready: true,
        state: { running: { startedAt: time } },
      })),
    },
  };
}

function manager(node: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `kube-controller-manager-${node}`, namespace: 'kube-system', annotations: { 'kubernetes.io/config.mirror': 'x' } },
    spec: {
      nodeName: node,
      containers: [{
        name: 'c',
        image: 'registry.k8s.io/kube-controller-manager:v1.26.15',
        command: ['kube-controller-manager',
          '--cloud-provider=aws', '--leader-elect=true'],
      }],
    },
  };
}

describe('a live cluster of 10,000 pods', () => {
  it('as JSON takes at most 6 times what parsing it takes, and 500 MB', () => {
    const path = join(dir, 'pods.json');
    const file = openSync(path, 'w');
    writeSync(file, '{\n    "apiVersion": "v1",\n    "items": [\n');
    for (let index = 0; index < 10_000; index++) writeSync(file, `${JSON.stringify(pod(index), undefined, 4)},\n`);
    writeSync(file, `${JSON.stringify(manager('cp-0'))},\n${JSON.stringify(manager('cp-1'))}\n], "kind": "List"}\n`);
    closeSync(file);
    const { status, stdout, stderr, megabytes, seconds } = verifyInput(path);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('checked 2 nodes cp-0, cp-1: KCM 1.26.15');
    expect(megabytes).toBeLessThan(500);
    expect(seconds / verifyInput(path, PARSE).seconds).toBeLessThan(6);
  }, 300_000);

  it.each([['of 6 MB', 500], ['of 60 MB', 5000]])('fails as YAML %s, with the command that brings JSON', (_, count) => {
    const path = join(dir, 'pods.yaml');
    const file = openSync(path, 'w');
    const indented = JSON.stringify(pod(0), undefined, 4).replaceAll('\n', '\n  ');
    for (let index = 0; index < count; index++) writeSync(file, `---\napiVersion: v1\nkind: List\nitems:\n- ${indented}\n`);
    closeSync(file);
    const { status, stderr, megabytes, seconds } = verifyInput(path);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: standard input has .*JSON: kubectl get no,ns,po.* -A -o json \| ccm-migration verify -\n$/);
    expect(megabytes).toBeLessThan(500);
    expect(seconds).toBeLessThan(10);
  }, 300_000);
});
