import { readApiObjects } from './cluster/api-objects';
import { hopLimits } from './cluster/hop-limits';
import { refuseSeveralClusters } from './cluster/several-clusters';
import { assumedComponent } from './component/assumption';
import { namedByNode } from './component/named-by-node';
import { proseOf } from './coverage/texts';
import { unknownKinds } from './coverage/unknown-kinds';
import { Documents } from './documents/documents';
import { NothingToCheck, VerifyInput } from './input/input';
import { fileName } from './input/layout';
import { migrationIndexes } from './input/migration-index';
import { knownNames, possibilitiesOf } from './mixes/possibilities';
import { withStops } from './mixes/stops';
import type { KindsReadBefore } from './nodes/kind-reader';
import { labelledKind } from './nodes/labelled-kind';
import { readRollouts } from './rollouts/rollouts';
import { readComponents } from './stages/components';
import { declaredServers, hasGapsThatEnd, servedElsewhere } from './stages/gaps';
import { whatIsMissing } from './stages/missing';
import { readNodes } from './stages/nodes';
import { realPlaces, unfolded } from './stages/unfolded';
import { beyondLimits, everythingPassedOver, everythingUnread } from './stages/unread';
import { withGivenTwice } from './workloads/given-twice';
import { withPortDoubts } from './workloads/host-ports';
import { brokenJson } from '../edit/yaml/kubernetes-text';
import { judgeEvery, leftOpen } from '../proof/judgement';
import { counted } from '../text/counted';
import { ComponentView, LooseConfiguration, Model, ReadModel } from '../view/model';

/**
 * Everything that the rules see, from the texts of the files: **the table of stages**, from top to bottom.
 *
 * @param kindsBefore nodes that were read before, of inputs of which the same is said
 * @throws `UnreadableInput` if there is nothing to check, or more than one cluster
 */
export function buildModel(given: VerifyInput, kindsBefore?: KindsReadBefore): Model {
  const { input, parsed, readings } = unfolded(given);
  const documents = new Documents(input.documents, parsed);
  const indexes = migrationIndexes(input.directories);
  const nodes = readNodes(input, documents, indexes, input, kindsBefore);
  const kindsRead = [...nodes.kinds, ...nodes.live];
  const labelled = kindsRead.map(one => labelledKind(one, nodes.all));
  const read = readComponents(nodes, labelled, documents, input);
  const assumed = (input.assume ?? []).map(assumedComponent);
  const components = [...read.components, ...assumed];
  const names = knownNames(components, nodes.loose.map(({ text }) => text));
  const kinds = kindsRead.map(({ kind }) => kind.view);
  const seen: Omit<ReadModel, 'components'> = {
    kinds,
    ...readApiObjects(nodes.all, input.hasSeveralStates === true),
    hopLimits: hopLimits(nodes.all, nodes.files.flatMap(({ rest }) => rest), documents),
    configMaps: [...nodes.states[0].configMaps.keys()],
  };
  const named = withPortDoubts(namedByNode(components, names), { objects: nodes.all, kinds: labelled, nodes: nodes.kinds.map(({ kind }) => kind) });
  const stopped = (made: readonly ComponentView[]) => withStops({ ...seen, components: made });
  const origins = [...read.origins, ...assumed.map(() => undefined)];
  const views = input.hasSeveralStates === true ? stopped(named) : withGivenTwice(named, origins, nodes.all, stopped);
  refuseSeveralClusters(views, nodes.all, input.directories);
  const model: ReadModel = { ...seen, components: views };
  const { files, loose } = nodes;
  const prose = proseOf(files.flatMap(one => one.prose), new Set(views.map(({ image }) => `${image?.repository}:${image?.tag}`)));
  const found = everythingUnread({
    input, documents, files, read: kindsRead, objects: nodes.all, installers: readings, views, prose: prose.unread,
  });
  const holdsNone = views.length === 0 && loose.length === 0 && found.length === 0;
  if (holdsNone && input.mayHoldNone !== true) throw nothingToCheck(input);
  const unread = [...found, ...unknownKinds(nodes.all)];
  const passedOver = everythingPassedOver({ input, files, read: kindsRead }, prose.passedOver, found);
  const rollouts = readRollouts(nodes.all, files.flatMap(({ rest }) => rest), documents);
  const { apiServers, fileDoubts, programs } = read;
  const missing = whatIsMissing({ input, documents, indexes, nodes, model, apiServers, fileDoubts, programs, rollouts, unread });
  const { clusters, open } = possibilitiesOf(kinds, views, input.declaredGaps);
  const { verdict, ...judgements } = judgeEvery(
    clusters, [...open, ...[...unread, ...missing].flatMap(({ mayRun = [] }) => mayRun)], missing.some(({ promise }) => promise === 'liveness'),
  );
  const endsGaps = hasGapsThatEnd(input, indexes);
  const declared = declaredServers(indexes);
  const elsewhere = endsGaps || input.acceptsGaps === true ? [] : servedElsewhere(verdict.declaredGaps, declared, model);
  return {
    ...model,
    endsGaps,
    declaredServers: declared,
    looseConfigurations: loose.map(({ file, text }): LooseConfiguration =>
      ({ configuration: names.configurations.of(text), placeOf: line => ({ file, line }) })),
    replacedGroups: indexes.flatMap(({ index }) => Object.keys(index.replaced ?? {})),
    duplicateKeys: documents.duplicateKeys.map(({ file, line, key }) => ({ place: { file, line }, key })),
    rollouts,
    takenAsInert: nodes.taken,
    unread: [...unread, ...missing, ...beyondLimits(verdict, input), ...elsewhere],
    passedOver,
    verdict,
    judgements: elsewhere.length === 0 ? judgements : { ...judgements, liveness: leftOpen(judgements.liveness) },
    realPlace: realPlaces(input),
  };
}

function nothingToCheck({ directories }: VerifyInput): NothingToCheck {
  return new NothingToCheck('nothing to check: no Kubernetes manifests and no node files in '
    + `${directories.map(({ name }) => `'${name}'`).join(', ')} that hold a control-plane component${filesThere(directories)}; `
    + 'expected .yaml files with Kubernetes objects, or folders that hold etc/ or var/ of a node');
}

/** How many files there are, and the first of which nothing could be read. */
function filesThere(directories: VerifyInput['directories']): string {
  const files = directories.flatMap(directory => [...directory.files].map(([path, content]) => ({ file: fileName(directory, path), content })));
  const [broken] = files.flatMap(({ file, content }) => {
    const why = 'unreadable' in content ? content.unreadable : notJson(content.text);
    return why === undefined ? [] : [`; ${file}: ${why}`];
  });
  if (files.length === 1) return broken ?? `; the one file there is ${files[0].file}`;
  return `; ${counted(files.length, 'file')} were looked at${broken ?? ''}`;
}

function notJson(text: string): string | undefined {
  const why = brokenJson(text);
  return why && `it begins with { and is no JSON: ${why}`;
}
