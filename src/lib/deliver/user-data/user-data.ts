import { yaml } from '../../edit/yaml/load';
import { KUBEADM_FLAGS, KUBELET_CONFIGURATIONS } from '../../facts/inputs/kubelet-files';
import { CCM, KCM } from '../../kubernetes/component';
import { NodeFile, NodeRole, NodeSide, STATIC_POD_PATH } from '../../kubernetes/node';
import { nodeFileEntry } from '../../migration/index-file';
import type { Migration } from '../../migration/migration';
import { MigrationPhase } from '../../migration/migration-phase';
import { configuredValues, refuseOwn } from '../../migration/replacement/own-values';
import type { ReplacedGroup } from '../../migration/replacement/replaced-group';
import { joinOfGroup } from '../kubeadm/join';

/** The file in the folder of a group: no path on a node, since cloud-init takes it from the instance. */
export const USER_DATA = '/user-data.yaml';

/** Where the JoinConfiguration is on the node. */
const JOIN_FILE = '/etc/kubernetes/kubeadm-join.yaml';

/** What cloud-init would take for a template of its own. */
const TEMPLATE = /\{[{%#]/;

/**
 * User data of the groups that are replaced, one file for each side of the phase.
 *
 * @param files node files of the phase, those of the groups among them
 * @throws if a JoinConfiguration is none, or contradicts the migration
 */
export function userDataFiles(migration: Migration, phase: MigrationPhase, files: readonly NodeFile[]): NodeFile[] {
  const model = migration._model;
  return model.settings.replaced.flatMap(group => model.phase(phase).sides.map((side): NodeFile => {
    const own = files.filter(file => file.side === side && file.role === group.role && file.node === group.name);
    return { role: group.role, side, node: group.name, path: USER_DATA, content: userData(migration, group, side, own) };
  }));
}

function userData(migration: Migration, group: ReplacedGroup, side: NodeSide, files: readonly NodeFile[]): string {
  const { joinConfiguration: join, name, role } = group;
  const written = join === undefined ? files : files.filter(({ path }) => !isOfKubeadm(path));
  const rows = written.map(file => fileRow(file.path, nodeFileEntry(file), file.content));
  const joins = join === undefined ? [] : [{
    path: JOIN_FILE, permissions: '0600', owner: 'root:root', content: joinOfAnyNode(migration, group, side, join),
  }];
  const version = side === NodeSide.N ? `version N, ${migration.fromVersion}` : `version N+1, ${migration.toVersion}`;
  const head = [
    '## template: jinja',
    '#cloud-config',
    `# For each instance of node group '${name}' at ${version}: nothing in it belongs to one node. Programs come with the image.`,
    ...join === undefined ? [] : ['# Fill in ${KUBEADM_TOKEN}' + (role === NodeRole.CONTROL_PLANE ? ' and ${KUBEADM_CERTIFICATE_KEY}' : '')
      + ' before an instance is started; they are secrets that expire.'],
  ].join('\n');
  const value = {
    // A node is known by the private DNS name of its instance; the short one would be another node.
    ...join === undefined ? { preserve_hostname: false, fqdn: '{{ ds.meta_data.local_hostname }}', prefer_fqdn_over_hostname: true } : {},
    write_files: [...rows, ...joins],
    ...runcmdOf(written, join === undefined ? [] : [['kubeadm', 'join', '--config', JOIN_FILE]]),
  };
  return `${head}\n${yaml().stringify(value, { lineWidth: 0, blockQuote: 'literal' })}`;
}

/**
 * systemd reads units when the instance starts, before cloud-init writes any: it reads them again, and starts what had started without them. The
 * kubelet that kubeadm starts is started by that.
 */
function runcmdOf(files: readonly NodeFile[], joins: readonly (readonly string[])[]): { readonly runcmd?: readonly (readonly string[])[] } {
  const units = [...new Set(files.flatMap(({ path }) => UNIT_FILE.exec(path)?.[1] ?? []))].sort();
  if (units.length === 0) return joins.length === 0 ? {} : { runcmd: joins };
  const installed = units.filter(unit => files.some(({ path, content }) => path.endsWith(`/${unit}`) && /^\[Install\]\s*$/m.test(content)));
  return {
    runcmd: [
      ['systemctl', 'daemon-reload'],
      ...joins.length > 0 ? joins : [...installed.length > 0 ? [['systemctl', 'enable', ...installed]] : [], ['systemctl', 'restart', ...units]],
    ],
  };
}

/** A service, or a drop-in of one. */
const UNIT_FILE = /^\/(?:etc|run|usr\/lib|usr\/local\/lib|lib)\/systemd\/system\/([\w@.-]+\.service)(?:\.d\/[^/]+\.conf)?$/;

function joinOfAnyNode(migration: Migration, { name, role, leaving }: ReplacedGroup, side: NodeSide, join: string): string {
  const file = `joinConfiguration of group '${name}'`;
  const text = joinOfGroup(join, file, role, side, migration._model.sideSettings(side));
  refuseOwn(`${file}:`, name, { given: join, made: text }, [...leaving, ...configuredValues(text)]);
  return text;
}

/**
 * Files that kubeadm writes for the kubelet of a node that joins: KubeletConfigurationFileName, KubeletEnvFileName and
 * KubeletInstanceConfigurationFileName of k8s.io/kubernetes@v1.27.16 and @v1.37.1 cmd/kubeadm/app/constants/constants.go.
 */
const KUBELET_FILES: readonly string[] = [KUBELET_CONFIGURATIONS[0], KUBEADM_FLAGS, '/var/lib/kubelet/instance-config.yaml'];

/** kubeadm writes these where a node joins, and refuses to where they are there already. */
function isOfKubeadm(path: string): boolean {
  return [KCM, CCM, 'kube-apiserver', 'kube-scheduler'].some(component => path === `${STATIC_POD_PATH}/${component}.yaml`)
    || KUBELET_FILES.includes(path);
}

function fileRow(path: string, { mode, owner }: { readonly mode: string; readonly owner: string }, content: string) {
  const row = { path, permissions: mode, owner };
  return TEMPLATE.test(content) ? { ...row, encoding: 'b64', content: Buffer.from(content).toString('base64') } : { ...row, content };
}
