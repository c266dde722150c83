import { hostname, networkInterfaces } from 'node:os';
import { parse } from 'yaml';
import type { Answer } from '../test/committed-answers';
import { readTree } from '../test/golden';
import { Reader, withoutLog } from '../test/reader';

/** Folders of a Debian node that kubeadm mounts into static pods where they exist. */
const NODE_FOLDERS = ['/etc/ssl/certs', '/etc/ca-certificates', '/usr/local/share/ca-certificates', '/usr/share/ca-certificates'];

const MANIFESTS = 'etc/kubernetes/manifests';

/** The static pod manifests that the real kubeadm writes on a node, by file name. */
export function controlPlaneManifests(kubeadm: Reader, config: string, patches?: string, folders = NODE_FOLDERS): Map<string, string> {
  const { status, stderr, files } = kubeadm.answer({
    args: ['init', 'phase', 'control-plane', 'all', '--rootfs={dir}', '--config=/kubeadm.yaml'],
    files: {
      'kubeadm.yaml': patches ? withPatches(config) : config,
      ...Object.fromEntries(folders.map(folder => [`${folder.slice(1)}/`, ''])),
      ...patches && Object.fromEntries([...readTree(patches)].map(([name, text]) => [`patches/${name}`, text])),
    },
    writes: MANIFESTS,
    asRoot: true,
  }, answer => withoutLog(settled(answer)));
  if (status !== 0) throw new Error(stderr);
  return new Map(Object.entries(files));
}

/** A configuration as `kubeadm config migrate` writes it: in the newest version that this kubeadm knows, with all defaults. */
export function convertedConfig(kubeadm: Reader, config: string): string {
  const { text, complaint } = migrate(kubeadm, config);
  if (complaint !== undefined) throw new Error(complaint);
  return text;
}

/** Why this kubeadm refuses a configuration, or what it warns of in it; undefined: it takes it, strictly. */
export function complaintOf(kubeadm: Reader, config: string): string | undefined {
  return migrate(kubeadm, config).complaint;
}

function migrate(kubeadm: Reader, config: string): { readonly text: string; readonly complaint?: string } {
  const { status, stdout, stderr } = kubeadm.answer({ args: ['config', 'migrate', '--old-config=old.yaml'], files: { 'old.yaml': config } }, settled);
  // What is not known is a warning to kubeadm: it goes on with its own default.
  return { text: stdout, complaint: status !== 0 || /strict decoding error/.test(stderr) ? stderr : undefined };
}

/** Without what differs with the machine and the time: heads of lines of the log, the token that kubeadm draws, name and address of the machine. */
function settled(answer: Answer): Answer {
  const addresses = Object.values(networkInterfaces()).flatMap(interfaces => interfaces ?? []).filter(({ internal }) => !internal);
  const plain = (text: string): string => addresses.reduce(
    (known, { address }) => known.replace(new RegExp(`(?<![\\d.])${address.replaceAll('.', '\\.')}(?![\\d.])`, 'g'), '203.0.113.1'),
    text.replace(/^[IWEF]\d{4} \S+ +\d+ \S+\] /gm, '')
      .replace(/^( *)token: [a-z0-9]{6}\.[a-z0-9]{16}$/gm, '$1token: abcdef.0123456789abcdef')
      .replace(/^( *name: )(.*)$/gm, (line, head: string, name: string) => name === hostname() ? `${head}this-machine` : line),
  );
  const files = Object.fromEntries(Object.entries(answer.files).map(([name, text]) => [name, plain(text)]));
  return { ...answer, stdout: plain(answer.stdout), stderr: plain(answer.stderr), files };
}

/** `--patches` beside `--config` is refused: the folder stands in the configuration then. */
function withPatches(config: string): string {
  return config.replace('kind: InitConfiguration', 'kind: InitConfiguration\npatches:\n  directory: /patches');
}

/** A manifest in which the order of flags, mounts and volumes does not count: a patch can only append. */
export function sortedManifest(text: string): unknown {
  const pod = parse(text) as { spec: { containers: { command: string[]; volumeMounts: { name: string }[] }[]; volumes: { name: string }[] } };
  const [container] = pod.spec.containers;
  const byName = (a: { name: string }, b: { name: string }): number => a.name < b.name ? -1 : 1;
  container.command.sort();
  container.volumeMounts.sort(byName);
  pod.spec.volumes.sort(byName);
  return pod;
}
