import { versionOf, versionProblem } from './component-version';
import { FoundContainer, PlacedWord } from './container';
import { ObjectAt } from './documents';
import { mountsOf, podFacts } from './pod-facts';
import { FileSources, referencedFile } from './referenced-file';
import { parseGcfg } from '../cloud-config/gcfg-parser';
import { SourcePath } from '../edit/yaml/source-document';
import { flagSet } from '../facts/flag-sets';
import { About, parseCommandLine } from '../kubernetes/command-line/parse';
import { CCM, Component, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { LeaderMigrationReading, readLeaderMigrationConfiguration } from '../leader-migration';
import { modelProcess, Process, Replication } from '../model/process';
import { recent } from '../recent';
import { flagOf, isExternal, textOf } from '../rules/ask';
import { CloudConfigReading, ComponentView, ReadingProblem, ReferencedFile } from '../rules/model';

/** What decides how a container is read, besides itself. */
export interface ComponentContext {
  /** The `<dir>` argument. */
  readonly dir: string;
  /** What a counter-example calls the place. */
  readonly label: string;
  readonly object: string;
  readonly origin: ComponentView['origin'];
  readonly kind?: string;
  readonly node?: string;
  readonly onlyOn?: readonly string[];
  readonly replication: Replication;
  readonly files: FileSources;
  readonly said?: KubernetesVersion;
}

/** A component, and what about it could not be read. */
export interface ReadComponent {
  readonly view: ComponentView;
  readonly unknownVersion?: ReadingProblem;
  readonly unreadable?: ReadingProblem;
}

/** Reads a component from a container of a pod. */
export function readComponent(object: ObjectAt, template: SourcePath, container: FoundContainer, context: ComponentContext): ReadComponent {
  const mounts = mountsOf(object.document, template, container);
  const { component, words, image } = container;
  const { version, awsRelease } = versionOf(component, image, context.said);
  const problem = versionProblem(version);
  const line = parseCommandLine(words, flagSet(component, problem === undefined ? version : undefined, awsRelease));
  const draft: ComponentView = {
    component,
    object: context.object,
    place: container.place,
    origin: context.origin,
    kind: context.kind,
    onlyOn: context.onlyOn,
    node: context.node,
    flags: line.flags.map(({ name, value, word }) => ({ name, value, place: word.place })),
    words: words.map(({ text }) => text),
    version: problem === undefined ? version : undefined,
    image,
    awsRelease,
    pod: podFacts(object.document, template, container, object.file, context.files.namespace),
  };
  const files = {
    migrationConfig: referencedFile(flagOf(draft, 'leader-migration-config'), mounts, context.files),
    cloudConfig: referencedFile(flagOf(draft, 'cloud-config'), mounts, context.files),
  };
  return {
    view: { ...completed({ ...draft, ...files }, context) },
    unknownVersion: problem === undefined || container.hidden || component === 'kube-scheduler' ? undefined
      : { place: image?.place ?? container.place, message: `the version of ${component} is unknown: ${problem}`, fix: 'Use an image with a version tag, or pass --kubernetes-version.' },
    unreadable: container.hidden ? { place: container.place, message: container.hidden, fix: 'Give the flags as items of command or args.' } : doubtOf(component, line.doubts),
  };
}

/** Of the components in the proof: what cannot be known of their command line leaves them out of it. */
function doubtOf(component: Component, doubts: readonly About<PlacedWord>[]): ReadingProblem | undefined {
  if ((component !== KCM && component !== CCM) || doubts.length === 0) return undefined;
  const [{ text, word }] = doubts;
  return { place: word.place, message: `the command line of ${component} is not understood: ${text}`, fix: 'Write --name=value with flags that the release is known to have.' };
}

/** The view with what is made of its files, and with the process that it is. */
export function completed(view: ComponentView, context: Pick<ComponentContext, 'dir' | 'label' | 'replication'>): ComponentView {
  const { version, migrationConfig, cloudConfig } = view;
  const migrationReading: LeaderMigrationReading | undefined = version && migrationConfig?.text !== undefined
    ? readConfiguration(migrationConfig.text, version.minorVersion) : undefined;
  return {
    ...view,
    migrationReading,
    cloudConfigReading: cloudConfig?.text === undefined || !readsAwsCloudConfig(view) ? undefined : readCloudConfig(cloudConfig.text),
    process: processOf(view, context),
  };
}

const readConfiguration = recent((text, minor) => readLeaderMigrationConfiguration(text, KubernetesVersion.of(minor)));

/** Other clouds have formats of their own, and so has `aws/v2`. */
function readsAwsCloudConfig(view: ComponentView): boolean {
  return textOf(view, 'cloud-provider') === 'aws' || textOf(view, 'external-cloud-volume-plugin') === 'aws';
}

function readCloudConfig(text: string): CloudConfigReading {
  try {
    return { sections: parseGcfg(text) };
  } catch (error) {
    const { message } = error as Error;
    return { error: message, line: Number(/line (\d+)/.exec(message)?.[1] ?? 1) };
  }
}

/** The process, where everything that decides about it is known. */
function processOf(view: ComponentView, { dir, label, replication }: Pick<ComponentContext, 'dir' | 'label' | 'replication'>): Process | undefined {
  const { component, version, flags, migrationConfig } = view;
  if ((component !== KCM && component !== CCM) || !version || isUnknown(migrationConfig)) return undefined;
  return modelProcess({
    dir,
    label,
    component,
    version,
    flags,
    words: view.words,
    awsRelease: view.awsRelease,
    replication,
    configText: migrationConfig?.state === 'present' && migrationConfig.mounted ? migrationConfig.text : undefined,
    hasNodeIpam: component === CCM && view.awsRelease === undefined && mentionsNodeIpam(view),
  });
}

/** A file that is mounted from where this input does not reach may say anything. */
function isUnknown(file: ReferencedFile | undefined): boolean {
  return file !== undefined && file.mounted && file.state === 'elsewhere';
}

/** Which images have node IPAM is their provider's business; one that is told to run it is taken to have it. */
function mentionsNodeIpam({ flags, migrationConfig }: ComponentView): boolean {
  const pattern = /\bnodeipam\b|\bnode-ipam-controller\b/;
  return flags.some(({ name, value }) => name === 'controllers' && pattern.test(value ?? '')) || pattern.test(migrationConfig?.text ?? '');
}

export function saysExternal(view: ComponentView): boolean {
  return view.component !== CCM && isExternal(view);
}
