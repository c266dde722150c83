import { PodContext } from './workload-context';
import { listOf, SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { attempt } from '../../edit/yaml/source-error';
import { Doubt } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { runDoubts } from '../documents/running';
import { admissionDoubts } from '../interference/admission';
import { mutationDoubts } from '../interference/mutation';
import { validationDoubts } from '../interference/validation';
import { couldBeReadTwoWays, holdsAlias, scalarReadTwoWays } from '../nodes/static-pod-file';
import { nodeObjects } from '../scheduling/node-objects';
import { undecidedLabels } from '../scheduling/placement';

/** What leaves open whether a workload runs at all: then it is not known what its process holds. */
export function whetherItRuns(object: ObjectAt, template: SourcePath, context: PodContext): readonly Doubt[] {
  const { facts, kinds, objects, apiServers } = context;
  const labels = undecidedLabels(facts.nodeTerms, kinds, nodeObjects(objects));
  return [
    ...runDoubts(object, template), ...admissionDoubts(object, template, objects, apiServers), ...mutationDoubts(object, template, objects),
    ...validationDoubts(object, template, objects),
    ...readTwoWaysIn(object, template).map(({ text, path }) => ({
      place: placeAt(object.file, object.document, path),
      what: `${text} in ${object.kind} ${object.name} means different things in YAML 1.1, which kubectl reads, and in YAML 1.2`,
      fix: 'Write it so that both read it alike: true or false, a number without leading zeros, or a text in quotes.',
    })),
    ...labels.map(label => ({
      place: facts.nodeSelectorPlace,
      what: `${object.kind} ${object.name} asks for nodes with the label ${label}, and nothing in the input says which nodes have it`,
      fix: 'Select nodes by labels that they are known to have, or add the kubelet flags that set it.',
    })),
  ];
}

/** Where a workload says whether, where and with what its processes run. */
function readTwoWaysIn({ base, document }: ObjectAt, template: SourcePath): readonly { readonly text: string; readonly path: SourcePath }[] {
  const containers = listOf(document.value([...template, 'spec', 'containers'])).flatMap((_, index) =>
    ['command', 'args', 'env'].map((key): SourcePath => [...template, 'spec', 'containers', index, key]));
  const own = ['replicas', 'paused', 'suspend'].map((key): SourcePath => [...base, 'spec', key]);
  const ofPod = ['hostNetwork', 'nodeSelector', 'nodeName', 'tolerations', 'affinity'].map((key): SourcePath => [...template, 'spec', key]);
  return [...own, ...ofPod, ...containers].flatMap(path => {
    const node = document.value(path) === undefined ? undefined : nodeAt(document, path);
    const text = node && scalarReadTwoWays(node);
    return text === undefined ? [] : [{ text, path }];
  });
}

/** The node that says it. Where an alias or a merged key stands in the way, that may be any of the document. */
function nodeAt(document: SourceDocument, path: SourcePath): ReturnType<SourceDocument['node']> {
  if (document.isUsual || !document.isRead && !couldBeReadTwoWays(document.value(path))) return undefined;
  const node = attempt(() => document.node(path), () => undefined);
  return node === undefined || holdsAlias(node) ? document.root : node;
}
