import { choicesOf, KnownNames, ProcessContext } from './choices';
import { FoundContainer } from './container';
import { MountedVolume, mountFor, mountsOf, podFacts } from './pod-facts';
import { readWords, unknownVersion } from './read-words';
import { asFilledIn, asYaml, FileSources, referencedFile } from './referenced-file';
import { missingFiles, unusableKubeconfig } from './start-files';
import { GcfgError, parseGcfg } from '../../cloud-config/gcfg-parser';
import { SourcePath } from '../../edit/yaml/data';
import { CCM, KCM } from '../../kubernetes/component';
import { SaidVersions, versionOf, versionProblem } from '../../model/component-version';
import { annotatedVersion, IMAGE_VERSION_ANNOTATION } from '../../model/image-annotation';
import { flagOf, isExternal, textOf } from '../../view/ask';
import { CloudConfigReading, ComponentView, Doubt, NO_DOUBT, PlacedFlag, ReferencedFile } from '../../view/model';
import { cloudOfImageDoubt, isCloudOfImage } from '../../view/served-cloud';
import { ObjectAt } from '../documents/documents';

/** What decides how a container is read, besides itself. */
export interface ComponentContext extends ProcessContext {
  readonly object: string;
  readonly origin: ComponentView['origin'];
  readonly kind?: string;
  readonly node?: string;
  readonly onlyOn?: readonly string[];
  readonly files: FileSources;
  readonly said: SaidVersions;
}

/** A component, and how its process is made once everything was read. */
export interface ReadComponent {
  readonly view: ComponentView;
  readonly context: ProcessContext;
}

/** Reads a component from a container of a pod. */
export function readComponent(object: ObjectAt, template: SourcePath, container: FoundContainer, context: ComponentContext): ReadComponent {
  const mounts = mountsOf(object.document, template, container);
  const { component, words, image } = container;
  const pod = podFacts(object.document, template, container, object.file, context.files.namespace);
  const said = component === CCM ? annotatedVersion(pod.annotations[IMAGE_VERSION_ANNOTATION], image) : undefined;
  const { version, awsRelease } = versionOf(component, image, context.said, said);
  const problem = versionProblem(version);
  const { flags, hidden, ends, unknowns } = readWords(component, words, problem === undefined ? version : undefined, awsRelease);
  const draft: ComponentView = {
    component,
    object: context.object,
    place: container.place,
    origin: context.origin,
    kind: context.kind,
    onlyOn: context.onlyOn,
    node: context.node,
    flags,
    hiddenFlags: hidden,
    ends,
    version: problem === undefined ? version : undefined,
    isBeyondTables: version !== undefined && problem !== undefined,
    image,
    awsRelease,
    pod,
    unknowns: [
      ...container.hidden === undefined ? [] : [{
        part: 'command' as const, place: container.place, what: container.hidden, fix: 'Give the flags as items of command or args.',
      }],
      ...container.missing === undefined ? [] : [{
        place: container.place, what: `${component} is not started: ${container.missing}`, fix: 'Add the key.',
      }],
      ...problem === undefined ? [] : [unknownVersion(component, image?.place ?? container.place, version, problem,
        'Use an image with a version tag, or pass --kubernetes-version <version>'
        + `${image ? ` or --image-version ${image.repository}=<version>` : ''}.`)],
      ...unknowns,
    ],
    isHosted: isHosted(flags, mounts, context.origin),
  };
  const read = withFiles(draft, mounts, context.files, context);
  // A kube-controller-manager without any `volumes`, or a static one off the host network, is an excerpt: kubeadm adds its own to what it is told.
  const isPart = component === 'kube-apiserver' && (!pod.hostNetwork || mounts.length === 0);
  const isExcerpt = component === KCM
    && (object.document.value([...template, 'spec', 'volumes']) === undefined || (context.origin === 'static-pod' && !pod.hostNetwork));
  const missing = [...isExcerpt || isPart ? [] : missingFiles(draft, mounts, context.files), ...read.view.missingFiles ?? []];
  return missing.length === 0 ? read : { ...read, view: { ...read.view, missingFiles: missing } };
}

/** The component with the files that its flags point to. */
export function withFiles(
  draft: ComponentView, mounts: readonly MountedVolume[], files: FileSources, { dir, label, replication }: ProcessContext,
): ReadComponent {
  const migrationConfig = asFilledIn(asYaml(referencedFile(flagOf(draft, 'leader-migration-config'), mounts, files)));
  const cloudConfig = referencedFile(flagOf(draft, 'cloud-config'), mounts, files);
  const kubeconfig = referencedFile(flagOf(draft, 'kubeconfig'), mounts, files);
  const unknowns = [...draft.unknowns, ...unknownConfig(draft, migrationConfig), ...unknownCloud(draft)];
  const view: ComponentView = { ...draft, migrationConfig, cloudConfig, kubeconfig, unknowns };
  const unusable = unusableKubeconfig(view, mounts);
  return { view: unusable.length === 0 ? view : { ...view, missingFiles: unusable }, context: { dir, label, replication } };
}

/** A file that is mounted from where this input does not reach, or that cannot be read, may say anything. */
function unknownConfig({ component }: ComponentView, file: ReferencedFile | undefined): readonly Doubt[] {
  if (!file?.mounted || (file.state !== 'elsewhere' && file.state !== 'unreadable')) return NO_DOUBT.isRight;
  const from = file.from ?? 'a volume';
  return [{
    part: 'config',
    place: file.flag,
    what: `${file.path} of ${component} is `
      + `${file.state === 'elsewhere' ? `from ${from}, which is not in the input` : `${from}, which cannot be read: ${file.problem!}`}`,
    fix: file.state === 'elsewhere' ? 'Give the folder of the node, or the ConfigMap, that holds it.' : 'Correct the file.',
  }];
}

/** A kubeconfig out of a Secret or a projected volume is for another cluster: in its own, a pod has its account, a static pod the node's file. */
function isHosted(flags: readonly PlacedFlag[], mounts: readonly MountedVolume[], origin: ComponentView['origin']): boolean {
  const path = flags.filter(({ name }) => name === 'kubeconfig').at(-1)?.value;
  if (!path || (origin !== 'deployment' && origin !== 'daemon-set')) return false;
  const mount = mountFor(mounts, path);
  return mount !== undefined && mount.hostPath === undefined && mount.configMap === undefined;
}

/**
 * The view with what is made of its files, and with the process or the processes that it can be.
 *
 * @param names that an unknown value can be equal to
 */
export function completed({ view, context }: ReadComponent, names: KnownNames): ComponentView {
  const { version, migrationConfig, cloudConfig } = view;
  const configuration = migrationConfig?.text === undefined ? undefined : names.configurations.of(migrationConfig.text);
  const found = choicesFor(view, names, context);
  const doubt = found?.flatMap(process => process.doubts ?? [])[0];
  const choices = doubt === undefined ? found : undefined;
  return {
    ...view,
    // Without its release, what its command line means is not known either.
    unknowns: doubt === undefined || view.unknowns.some(({ part }) => part === 'version') ? view.unknowns : [...view.unknowns, {
      part: 'command',
      place: view.place,
      what: `the command line of ${view.component} is not understood: ${doubt}`,
      fix: 'Write values and names that the release is known to take.',
    }],
    configuration,
    migrationReading: version && configuration?.read(version),
    cloudConfigReading: cloudConfig?.text === undefined || !readsAwsCloudConfig(view) ? undefined : readCloudConfig(cloudConfig.text),
    choices,
    process: choices?.length === 1 ? choices[0] : undefined,
  };
}

/** Every process that it can be; undefined: it is no controller manager, or it cannot be known. */
function choicesFor(view: ComponentView, names: KnownNames, context: ProcessContext): ComponentView['choices'] {
  const { component, unknowns } = view;
  if (component !== KCM && component !== CCM) return undefined;
  if (unknowns.some(({ part }) => part === undefined || part === 'command') || view.isBeyondTables) return undefined;
  const hasNodeIpam = component === CCM && view.awsRelease === undefined && mentionsNodeIpam(view);
  return choicesOf(view, unknowns, names, context, hasNodeIpam);
}

function unknownCloud(view: ComponentView): readonly Doubt[] {
  const isHidden = view.unknowns.some(({ part }) => part === undefined || part === 'command' || part === '--cloud-provider');
  if (isHidden || !isCloudOfImage(view)) return NO_DOUBT.isRight;
  return [{ part: '--cloud-provider', ...cloudOfImageDoubt(view) }];
}

/** Other clouds have formats of their own, and so has `aws/v2`. */
function readsAwsCloudConfig(view: ComponentView): boolean {
  return textOf(view, 'cloud-provider') === 'aws' || textOf(view, 'external-cloud-volume-plugin') === 'aws';
}

function readCloudConfig(text: string): CloudConfigReading {
  try {
    return { sections: parseGcfg(text) };
  } catch (error) {
    if (!(error instanceof GcfgError)) throw error;
    return { error: error.message, line: error.line };
  }
}

/** Which images have node IPAM is their provider's business; one that is told to run it is taken to have it. */
function mentionsNodeIpam({ flags, migrationConfig }: ComponentView): boolean {
  const pattern = /\bnodeipam\b|\bnode-ipam-controller\b/;
  return flags.some(({ name, value }) => name === 'controllers' && pattern.test(value ?? '')) || pattern.test(migrationConfig?.text ?? '');
}

export function saysExternal(view: ComponentView): boolean {
  return view.component !== CCM && isExternal(view);
}
