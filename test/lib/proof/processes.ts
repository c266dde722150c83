import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { ConfigurationFile } from '../../../src/lib/leader-migration';
import { Flag } from '../../../src/lib/model/command-line';
import { modelProcess, Process, ProcessInput } from '../../../src/lib/model/process';

/** `--a=b --c` as flags. */
export function flags(line: string): readonly Flag[] {
  return line.split(' ').filter(arg => arg !== '').map(arg => {
    const [, name, , value] = /^--([^=]+)(=(.*))?$/.exec(arg)!;
    return { name, value };
  });
}

function processOf(component: ProcessInput['component'], version: string, line: string, more: Partial<ProcessInput>): Process {
  const label = `node with ${version}`;
  return modelProcess({ dir: `nodes/${version}`, label, component, version: KubernetesVersion.of(version), flags: flags(line), ...more });
}

export function kcm(version: string, line: string, more: Partial<ProcessInput> = {}): Process {
  return processOf(KCM, version, line, more);
}

/** A CCM whose cloud has no routes, unless the test is about them: fewer flags to say. */
export function ccm(version: string, line: string, more: Partial<ProcessInput> = {}): Process {
  return processOf(CCM, version, `--cloud-provider=aws ${line}`, { cloudHasRoutes: false, ...more });
}

export const LM = '--enable-leader-migration';
export const LM_FILE = `${LM} --leader-migration-config=/etc/leadermigration.conf`;
export const ROUTES = '--allocate-node-cidrs=true --cluster-cidr=10.0.0.0/16';

/** A configuration file; `leaders` are `name=component`, or a name alone for `*`. */
export function file(
  apiVersion: string, leaders: readonly string[], fields: Record<string, unknown> = {},
): { readonly configuration: ConfigurationFile } {
  const controllerLeaders = leaders.map(leader => ({ name: leader.split('=')[0], component: leader.split('=')[1] ?? '*' }));
  const base = {
    apiVersion: `controllermanager.config.k8s.io/${apiVersion}`,
    kind: 'LeaderMigrationConfiguration',
    leaderName: 'cloud-provider-extraction-migration',
  };
  return { configuration: new ConfigurationFile(JSON.stringify({ ...base, ...fields, controllerLeaders })) };
}

export const OLD = ['service', 'route', 'cloud-node-lifecycle'];
export const NEW = ['service-lb-controller', 'node-route-controller', 'cloud-node-lifecycle-controller'];
