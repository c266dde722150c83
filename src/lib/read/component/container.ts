import { EnvironmentSources, expand, readEnvironment } from './environment';
import { PlacedWord } from './read-words';
import { identify, Program } from '../../edit/program';
import { DataMap, isMap, listOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { isSidecar } from '../../facts/sidecars';
import { CCM, Component } from '../../kubernetes/component';
import { parseImage } from '../../kubernetes/image';
import { annotatedVersion, IMAGE_VERSION_ANNOTATION } from '../../model/image-annotation';
import { Place } from '../../view/model';
import { placeAt } from '../documents/documents';

/** A container of a pod that runs a component. */
export interface FoundContainer {
  readonly component: Component;
  readonly path: SourcePath;
  readonly place: Place;
  /** What follows the name of the program; nothing where its command line cannot be read. */
  readonly words: readonly PlacedWord[];
  readonly image?: ReturnType<typeof parseImage> & { readonly place: Place };
  readonly env: Readonly<Record<string, string>>;
  /** Variables whose values the input does not say. */
  readonly unknownEnv: readonly string[];
  /** Whether it may have any other variable too. */
  readonly hasOpenEnv: boolean;
  /** Why its command line cannot be read. */
  readonly hidden?: string;
  /** Why the kubelet does not start it. */
  readonly missing?: string;
}

/** The containers of a pod spec that run a control-plane component: by their program, else by their image, else by their name. */
export function findContainers(document: SourceDocument, spec: SourcePath, file: string, sources: EnvironmentSources): readonly FoundContainer[] {
  const found: FoundContainer[] = [];
  for (const list of ['initContainers', 'containers'] as const) {
    for (const [index, container] of listOf(document.value([...spec, list])).entries()) {
      const one = isMap(container) ? read(document, [...spec, list, index], container, file, sources) : undefined;
      if (one) found.push(one);
      // A component does not end by itself: as an init container that is not restarted always, it keeps all that follow from starting.
      if (one && list === 'initContainers' && isMap(container) && !isSidecar(container)) return found;
    }
  }
  return found;
}

/**
 * The component that a container runs: by its program, its image, its name, or what its pod says of its image.
 *
 * @param path of the container: `...spec.containers[0]`
 */
export function programOf(document: SourceDocument, path: SourcePath, container: DataMap): Program | undefined {
  const image = stringOf(container.image) || undefined;
  const annotation = stringOf(document.value([...path.slice(0, -3), 'metadata', 'annotations', IMAGE_VERSION_ANNOTATION]));
  return identify({
    // Go decodes null in a list of texts as the empty one.
    words: [...listOf(container.command), ...listOf(container.args)].map(text => String(text ?? '')),
    hasCommand: listOf(container.command).length > 0,
    image,
    said: image !== undefined && annotatedVersion(annotation, parseImage(image)) ? CCM : undefined,
    name: String(container.name ?? ''),
  });
}

function read(document: SourceDocument, path: SourcePath, container: DataMap, file: string, sources: EnvironmentSources): FoundContainer | undefined {
  const program = programOf(document, path, container);
  if (!program) return undefined;
  const words = (['command', 'args'] as const).flatMap(list =>
    listOf(container[list]).map((text, index) => ({ text: String(text ?? ''), at: [...path, list, index] })));
  const image = stringOf(container.image);
  const { component, index, hidden } = program;
  const environment = readEnvironment(container, sources);
  return {
    component,
    path,
    place: placeAt(file, document, path),
    words: hidden !== undefined ? []
      : words.slice(index + 1).map(({ text, at }) => ({ ...expand(text, environment), place: placeAt(file, document, at) })),
    image: image === undefined ? undefined : { ...parseImage(image), place: placeAt(file, document, [...path, 'image']) },
    env: environment.literal,
    unknownEnv: Object.keys(environment.unknown),
    hasOpenEnv: environment.open !== undefined,
    hidden,
    missing: environment.missing,
  };
}
