import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { FileContent } from '../../../src/lib/read/input/input';
import { Spec } from '../proof/oracle/specification';
import { fileText, flagsOf } from '../proof/render';

/** How a component is hidden. */
export type Hiding = 'shell' | 'version' | 'flag' | 'config' | 'template' | 'left out' | 'HelmRelease' | 'odd name' | 'Job';

export const HIDINGS: readonly Hiding[] = ['shell', 'version', 'version', 'flag', 'flag', 'flag', 'config', 'template', 'left out', 'HelmRelease',
  'odd name', 'Job'];

export interface Entry {
  readonly spec: Spec;
  readonly copies: 1 | 2;
}

/** A component as a file: one per node as a static pod, or one that never overlaps with itself as a StatefulSet. */
export function componentFile({ spec, copies }: Entry, index: number, hiding?: Hiding, flag = 0): readonly [string, FileContent] {
  const component = spec.component === 'kcm' ? KCM : CCM;
  const hasFile = spec.file !== undefined && spec.file !== 'missing';
  const deciding = flagsOf(spec);
  const hidden = hiding === 'flag' && deciding.length > 0 ? deciding[flag % deciding.length].name : undefined;
  const given = deciding.map(({ name, value }) => `--${name}=${name === hidden ? '$(HIDDEN)' : value!}`);
  // What its image serves without the flag is not known.
  const flags = component === CCM && spec.provider === '' ? ['--cloud-provider=', ...given] : given;
  const container = {
    name: component,
    image: `example.com/${component}:${hiding === 'version' ? 'stable' : `v1.${spec.minor}.0`}`,
    command: hiding === 'shell' ? ['sh', '-c', `exec ${component} ${flags.join(' ')}`] : [component, ...flags],
    env: [{ name: 'HIDDEN', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }],
    volumeMounts: hasFile ? [{ name: 'c', mountPath: '/etc/leadermigration.conf', subPath: 'c' }] : [],
  };
  const pod = { containers: [container], volumes: hasFile ? [{ name: 'c', configMap: { name: `c${index}` } }] : [] };
  const metadata = { name: `x${index}`, namespace: 'kube-system' };
  const objects: object[] = [];
  if (hiding === 'HelmRelease') {
    objects.push({
      apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', metadata, spec: { chart: { spec: { chart: component } } },
    });
  } else if (hiding === 'Job') {
    objects.push({ apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template: { spec: pod } } });
  } else if (copies === 2) {
    objects.push({ apiVersion: 'v1', kind: 'Pod', metadata, spec: pod });
  } else {
    objects.push({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: { replicas: 1, template: { spec: pod } } });
  }
  if (hasFile && hiding !== 'config') {
    objects.push({
      apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `c${index}`, namespace: 'kube-system' }, data: { c: fileText(spec.file) },
    });
  }
  const text = objects.map(object => `${JSON.stringify(object)}\n`).join('---\n');
  return [`${index}.${hiding === 'odd name' ? 'bak' : 'yaml'}`, { text: hiding === 'template' ? `{{ if .Values.x }}\n${text}{{ end }}\n` : text }];
}
