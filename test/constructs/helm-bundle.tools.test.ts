import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { GoBinary } from '../../scripts/go-binary';
import { PhaseBundle } from '../../src/constructs/phase-bundle';
import { AwsCcm, AwsCcmProps } from '../../src/lib/ccm/aws-ccm';
import { AwsCredentials } from '../../src/lib/ccm/aws-credentials';
import { CcmWorkload } from '../../src/lib/ccm/workload-kind';
import { awsCcmMinors, promotedTags } from '../../src/lib/facts/ccm-release-list';
import { KubernetesVersion } from '../../src/lib/kubernetes/kubernetes-version';
import { MigrationPhase } from '../../src/lib/migration/migration-phase';
import { Answer } from '../committed-answers';
import { composedApp, synthesized } from '../composed';
import { byIdentity, differences, parseObjects } from '../objects';
import { describeReader } from '../reader';

let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'helm-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const NO_PROBES = { livenessProbe: false, readinessProbe: false };

function write(apps: ReadonlyMap<MigrationPhase, App>): void {
  const bundle = PhaseBundle.helm();
  for (const [phase, app] of apps) bundle.addPhase(phase, app);
  bundle.write(dir);
}

const HELM: GoBinary = { name: 'helm-3.17.3', dir: 'conformance/helm', package: 'helm.sh/helm/v3/cmd/helm' };

/** The objects in the templates that helm prints, without the chart's comments. */
function objects(answer: Answer): Answer {
  return answer.status === 0 ? { ...answer, stdout: JSON.stringify([...parseObjects(answer.stdout).values()]), stderr: '' } : answer;
}

describeReader('the real chart 0.0.11, rendered by helm v3.17.3,', HELM, helm => {
  /** What helm makes of the values, and the extra objects. */
  function delivered(phase: MigrationPhase): Record<string, unknown> {
    const extraDir = join(dir, phase, 'extra');
    const extra = existsSync(extraDir) ? readdirSync(extraDir).sort().map(file => readFileSync(join(extraDir, file), 'utf8')) : [];
    return Object.fromEntries(byIdentity([...rendered(phase), ...parseObjects(extra.join('\n---\n')).values()]));
  }

  function rendered(phase: MigrationPhase): readonly unknown[] {
    const values = join(dir, phase, 'values.yaml');
    if (!existsSync(values)) return [];
    return helm.json({
      args: ['template', 'release', '{aws}/charts/aws-cloud-controller-manager', '--namespace', 'kube-system', '--values', 'values.yaml'],
      files: { 'values.yaml': readFileSync(values, 'utf8') },
      modules: { aws: 'k8s.io/cloud-provider-aws@v1.36.1' },
    }, objects);
  }

  /** Where the two differ, without what the chart adds to everything and what its empty fields say: nothing. */
  function remaining(phase: MigrationPhase, app: App): string[] {
    return differences(Object.fromEntries(synthesized(app)), delivered(phase)).filter(({ path, ours, theirs }) => {
      const isEmpty = ours === undefined && typeof theirs === 'object' && theirs !== null && Object.keys(theirs).length === 0;
      const isDefault = path.endsWith('.hostNetwork') && ours === false && theirs === undefined;
      const isTemplateName = /^DaemonSet.*\.spec\.template\.metadata\.name$/.test(path);
      const isChartLabel = path.endsWith('.labels.helm.sh/chart')
        || (path.endsWith('.metadata.labels') && JSON.stringify(theirs) === '{"helm.sh/chart":"aws-cloud-controller-manager-0.0.11"}');
      return !isEmpty && !isDefault && !isTemplateName && !isChartLabel;
    }).map(({ path }) => path);
  }

  /** What the values list as not said, as the start of paths in the comparison. */
  function unsaid(phase: MigrationPhase): string[] {
    const text = readFileSync(join(dir, phase, 'values.yaml'), 'utf8');
    return [...text.matchAll(/^# - (\w+): (.*)$/gm)].map(([, kind, path]) => `${kind} ${path}`);
  }

  /** Every difference is listed, and everything listed is a difference. */
  function expectListed(phase: MigrationPhase, app: App): void {
    const found = remaining(phase, app).map((path) => {
      const [, kind, rest] = /^(\w+)\/[^.]*?\.(metadata.*|spec.*)$/.exec(path)!;
      return `${kind} ${rest.replace(/\.(\d+)(?=\.|$)/g, '[$1]')}`;
    });
    const listed = existsSync(join(dir, phase, 'values.yaml')) ? unsaid(phase) : [];
    expect(found.filter(path => !listed.some(entry => entry === path || entry.startsWith(`${path}.`) || entry.startsWith(`${path}[`)))).toEqual([]);
    expect(listed.filter(entry => !found.some(path => entry === path || entry.startsWith(`${path}.`) || entry.startsWith(`${path}[`)))).toEqual([]);
  }

  const PROBE = 'DaemonSet spec.template.spec.containers[0].livenessProbe.';

  it('makes an equal workload in every phase, but for the probes, which it cannot say', () => {
    const apps = new Map(Object.values(MigrationPhase).map(phase => [phase, composedApp(phase)]));
    write(apps);
    for (const [phase, app] of apps) expectListed(phase, app);
    expect(existsSync(join(dir, 'n', 'values.yaml'))).toBe(false);
    expect(unsaid(MigrationPhase.MIXED).filter(path => !/\.(?:liveness|readiness)Probe\./.test(path))).toEqual([]);
    expect(unsaid(MigrationPhase.MIXED).some(path => path.startsWith(PROBE))).toBe(true);
  });

  it.each(awsCcmMinors().filter(minor => promotedTags(minor).length > 0).map(
    ({ minor }) => minor,
  ))('makes an equal workload on %s without probes', (minor) => {
    const app = composedApp(MigrationPhase.DISABLED, {
      fromVersion: undefined, toVersion: KubernetesVersion.of(minor), ccm: AwsCcm.of({ run: { availability: NO_PROBES } }),
    });
    write(new Map([[MigrationPhase.DISABLED, app]]));
    expectListed(MigrationPhase.DISABLED, app);
    // A version with two control-plane labels needs an affinity, which the chart cannot say: its own default selector stays off, too. The note for
    // those who read why an older image was taken is of the workload itself, and the chart has no value for it.
    const notes = ['DaemonSet metadata.annotations.ccm-migration/passed-over', 'DaemonSet metadata.annotations'];
    expect(unsaid(MigrationPhase.DISABLED).filter(path => !path.includes('.affinity.') && !notes.includes(path))).toEqual([]);
  });

  it.each<[string, AwsCcmProps, string[]]>([
    ['what it can say', {
      credentials: AwsCredentials.webIdentity('arn:aws:iam::123456789012:role/ccm'),
      tagging: { tags: { team: 'a: b # c' } },
      run: {
        security: { pod: { runAsUser: 0 }, container: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } },
        metadata: { name: 'my-ccm', podAnnotations: { a: 'yes' } },
        pod: {
          containerName: 'aws-cloud-controller-manager',
          imagePullSecrets: [{ name: 'regcred' }],
          resources: { requests: { cpu: k8s.Quantity.fromString('200m') }, limits: { memory: k8s.Quantity.fromString('512Mi') } },
          volumes: [{ name: 'certs', hostPath: { path: '/etc/ssl', type: 'Directory' } }],
          volumeMounts: [{ name: 'certs', mountPath: '/etc/ssl', readOnly: true }],
          env: [{ name: 'AWS_REGION', value: 'eu-central-1' }],
          hostNetwork: false,
          dnsPolicy: 'Default',
          tolerations: [{ operator: 'Exists' }],
          nodeSelector: { only: 'these' },
        },
        access: { serviceAccountName: 'mine' },
      },
      // A hint for readers of the object, on the workload itself, for which the chart has no value.
    }, ['DaemonSet metadata.annotations.ccm-migration/imds-hop-limit']],
    ['what it cannot', {
      run: {
        metadata: { name: 'my-ccm', labels: { team: 'a' } },
        pod: { priorityClassName: 'system-cluster-critical', command: ['/bin/ccm'] },
        access: { serviceAccountAnnotations: { role: 'x' } },
        workload: CcmWorkload.daemonSet({ minReadySeconds: 5 }),
      },
    }, [
      'DaemonSet metadata.labels.team', 'DaemonSet spec.minReadySeconds', 'DaemonSet spec.template.metadata.labels.team', 'DaemonSet '
        + 'spec.template.spec.containers[0].command[0]',
      'DaemonSet spec.template.spec.containers[0].name', 'DaemonSet spec.template.spec.priorityClassName', 'ServiceAccount metadata.annotations',
    ]],
  ])('lists exactly what is left of %s', (_, props, expected) => {
    const app = composedApp(MigrationPhase.N_PLUS_1, { ccm: AwsCcm.of({ ...props, run: { availability: NO_PROBES, ...props.run } }) });
    write(new Map([[MigrationPhase.N_PLUS_1, app]]));
    expectListed(MigrationPhase.N_PLUS_1, app);
    expect(unsaid(MigrationPhase.N_PLUS_1)).toEqual(expected);
  });
});
