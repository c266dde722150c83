import { identify } from '../edit/program';
import { StaticPod, StaticPodComponent } from '../edit/static-pod/static-pod';
import { commandsOf, UnitCommand, variablesOf } from '../edit/systemd/command';
import { FilesOfNode, releaseIn, releaseLines, settingsOf, Unit, unitsOf, valuesOf } from '../edit/systemd/unit';
import { yaml } from '../edit/yaml/load';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput } from '../kubernetes/node';
import { wordsWithin } from '../text/shell-words';

/** A component that a node runs as a service of systemd. */
export interface UnitComponent {
  /** `kube-controller-manager.service` */
  readonly unit: string;
  /** Where its command line is changed: of all drop-ins the one that comes last. */
  readonly dropIn: string;
  /** What stands before the program: `-`, `@`, `!`; see systemd.service(5). */
  readonly prefix: string;
  /** Its command line as the manifest of a static pod has it, so that it is read and edited as one. */
  readonly manifest: string;
}

/** Name of the drop-in that is written. */
export const DROP_IN = '90-ccm-migration.conf';

/**
 * A component that a node runs as a unit.
 *
 * @param version that it runs, where that is known: a unit does not say it, unless by a drop-in of an earlier phase
 * @throws if two units run it, or its command line cannot be read
 */
export function unitComponent(node: NodeInput, component: StaticPodComponent, version: KubernetesVersion | undefined): UnitComponent | undefined {
  if (!Object.values(node.files).some(text => text.includes('[Service]'))) return undefined;
  const folder = folderOf(node);
  const nameOf = (path: string) => `${node.name}:/${path}`;
  const found = unitsOf(folder, nameOf).flatMap(unit => commandsOf(unit, folder, nameOf).commands.flatMap(command => (
    programOf(command)?.component === component ? [{ unit, command }] : [])));
  const [first, other] = found;
  if (!first) return undefined;
  if (other && other.unit !== first.unit) {
    throw new Error(`node '${node.name}' runs ${component} as '${first.unit.name}' and as '${other.unit.name}'; keep the one that runs`);
  }
  return read(component, { ...first, variables: variablesOf(first.unit, folder, nameOf) }, version ?? releaseIn(first.unit));
}

/**
 * Its command line, in a drop-in: the last `ExecStart=` counts after an empty one. The release is for `verify`, and systemd does not read it.
 *
 * @throws if the path of its program is of another release
 */
export function dropInText({ unit, prefix }: UnitComponent, pod: StaticPod, version: KubernetesVersion): string {
  const [program] = wordsOf(pod);
  const said = /(?<![\d.])1\.\d{1,3}(?:\.\d{1,4})?(?![\d.]*\d)/.exec(program)?.[0];
  if (said !== undefined && said !== `${version}` && !`${version}`.startsWith(`${said}.`)) {
    throw new Error(`${unit} starts '${program}', which says ${said}, and this side is ${version}; start it by a path that is the same for every `
      + 'release, such as a link, or hand in `upgradedNodes` with the units of the other release');
  }
  return [
    `# Written by cdk8s-ccm-migration: the command line of ${unit} in this phase.`,
    `# After a change: systemctl daemon-reload && systemctl restart ${unit}`,
    '[Service]',
    'ExecStart=',
    // A line for each word: a change is a line of a diff.
    `ExecStart=${prefix}${wordsOf(pod).map(word => quoted(word, pod)).join(' \\\n  ')}`,
    '',
    ...releaseLines(version),
    '',
  ].join('\n');
}

/** Where the drop-in of a unit is that is written. */
export function dropInOf(unit: string): string {
  return `/etc/systemd/system/${unit}.service.d/${DROP_IN}`;
}

/** The component whose command line a file is that `dropInText` wrote; undefined: it is none. */
export function componentOfDropIn({ path, text }: { readonly path: string; readonly text: string }): StaticPodComponent | undefined {
  if (!path.endsWith(`.service.d/${DROP_IN}`)) return undefined;
  const words = wordsWithin(valuesOf(settingsOf(text, path), 'ExecStart').at(-1)?.value ?? '');
  return identify({ words, hasCommand: true, name: '' })?.component as StaticPodComponent | undefined;
}

/** The unit's whole command line. */
function wordsOf({ document, containerPath }: StaticPod): readonly string[] {
  return ['command', 'args'].flatMap(list => (document.value([...containerPath, list]) as readonly string[] | undefined) ?? []);
}

/** A percent sign and a dollar sign are written twice. */
function quoted(word: string, { file }: StaticPod): string {
  if (/["'\\\n]/.test(word)) {
    throw new Error(`${file}: '${word}' has a quote, a backslash or a line end, which this library does not write into a unit`);
  }
  const escaped = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /\s/.test(word) || word === '' ? `"${escaped}"` : escaped;
}

function folderOf({ files }: NodeInput): FilesOfNode {
  return { paths: Object.keys(files).map(path => path.slice(1)), contentOf: path => (`/${path}` in files ? { text: files[`/${path}`] } : undefined) };
}

function programOf({ setting, words, problem }: UnitCommand): ReturnType<typeof identify> {
  return identify({ words: problem === undefined ? words.map(({ text }) => text) : wordsWithin(setting.value), hasCommand: true, name: '' });
}

interface Found {
  readonly unit: Unit;
  readonly command: UnitCommand;
  readonly variables: ReadonlyMap<string, string>;
}

function read(component: StaticPodComponent, { unit, command, variables }: Found, version: KubernetesVersion | undefined): UnitComponent {
  const { setting, words, problem } = command;
  const unknown = problem ?? unit.problem?.message ?? programOf(command)?.hidden ?? words.find(({ why }) => why !== undefined)?.why;
  if (unknown !== undefined) {
    throw new Error(`${setting.file}:${setting.line}: what ${unit.name} starts is not known: ${unknown}; write the program of ${component} and its `
      + 'flags as plain words of ExecStart=, or hand in the files that it names');
  }
  const later = /service\.d\/([^/]+)$/.exec(setting.file)?.[1];
  if (later !== undefined && later > DROP_IN) {
    throw new Error(`${setting.file}:${setting.line}: sets ExecStart= after '${DROP_IN}', which the migration writes, and the last one counts; give `
      + 'it a name that comes before');
  }
  return {
    unit: unit.name,
    dropIn: dropInOf(unit.name.replace(/\.service$/, '')),
    prefix: /^[-@:+!|]+/.exec(setting.value)?.[0] ?? '',
    manifest: yaml().stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: component, namespace: 'kube-system' },
      spec: {
        hostNetwork: true,
        containers: [{
          name: component,
          image: `registry.k8s.io/${component}${version === undefined ? '' : `:v${version}`}`,
          command: words.map(({ text }) => text),
          ...variables.size > 0 && { env: [...variables].map(([name, value]) => ({ name, value })) },
        }],
      },
    }, { lineWidth: 0 }),
  };
}
