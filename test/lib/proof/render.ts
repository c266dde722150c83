import { FileSpec, Spec } from './oracle/specification';
import { Flag } from '../../../src/lib/model/command-line';

/** The command line that a spec stands for. */
export function flagsOf(spec: Spec): readonly Flag[] {
  const flags: [string, string | boolean | undefined][] = [
    ['cloud-provider', spec.provider === '' ? undefined : spec.provider],
    ['leader-elect', spec.leaderElect],
    ['leader-elect-resource-name', spec.lockName],
    ['leader-elect-resource-namespace', spec.lockNamespace],
    ['leader-elect-resource-lock', spec.lockKind],
    ['enable-leader-migration', spec.enableMigration],
    ['leader-migration-config', spec.file === undefined ? undefined : '/etc/leadermigration.conf'],
    ['feature-gates', spec.gate === undefined ? undefined : `ControllerManagerLeaderMigration=${spec.gate}`],
    ['controllers', spec.controllers?.join(',')],
    ['allocate-node-cidrs', spec.allocateCidrs],
    ['configure-cloud-routes', spec.configureRoutes],
    ['cluster-cidr', spec.clusterCidr],
    ['service-account-private-key-file', spec.keyFile ? '/etc/kubernetes/pki/sa.key' : undefined],
  ];
  return flags.filter(([, value]) => value !== undefined).map(([name, value]) => ({ name, value: String(value) }));
}

export function fileText(file: FileSpec): string {
  return JSON.stringify({
    apiVersion: `controllermanager.config.k8s.io/${file.version}`,
    kind: 'LeaderMigrationConfiguration',
    leaderName: file.leaderName,
    resourceLock: file.resourceLock,
    controllerLeaders: file.leaders,
  });
}
