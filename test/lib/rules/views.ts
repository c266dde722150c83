import { CCM } from '../../../src/lib/kubernetes/component';
import { ComponentView, Model, Place, PodFacts, ReferencedFile } from '../../../src/lib/view/model';

/** Views for questions that no file has to be read for. */

const NO_PLACE: Place = { file: '', line: 1 };

export function at(line: number): Place {
  return { file: 'f', line };
}

export function view(known: Partial<ComponentView>): ComponentView {
  return { component: CCM, object: 'DaemonSet kube-system/x', place: at(1), origin: 'daemon-set', flags: [], unknowns: [], ...known };
}

/** A flag per line, from line 10 on: `--a=b`, or `--a` alone. */
export function flags(...texts: readonly string[]): ComponentView['flags'] {
  return texts.map((text, index) => {
    const [name, ...value] = text.slice(2).split('=');
    return { name, value: value[0], place: at(10 + index) };
  });
}

export function pod(known: Partial<PodFacts>): PodFacts {
  return {
    namespace: 'kube-system',
    place: NO_PLACE,
    hostNetwork: true,
    dnsPolicy: { value: 'Default', place: NO_PLACE },
    serviceAccount: 'x',
    nodeTerms: [],
    nodeSelectorPlace: NO_PLACE,
    tolerations: [],
    tolerationsPlace: NO_PLACE,
    annotations: {},
    env: {},
    configMaps: [],
    ...known,
  };
}

/** A migration configuration in a file of its own. */
export function configFile(text: string | undefined): ReferencedFile {
  return { path: '/c', flag: at(10), mounted: true, state: 'present', text, placeOf: line => ({ file: 'config', line }) };
}

export function model(known: Partial<Model>): Model {
  const kept = { holds: true, counterexamples: [] };
  return {
    components: [],
    kinds: [],
    nodeObjects: [],
    providerIds: [],
    hopLimits: [],
    roles: [],
    bindings: [],
    objects: [],
    configMaps: [],
    rollouts: [],
    takenAsInert: [],
    endsGaps: true,
    looseConfigurations: [],
    duplicateKeys: [],
    unread: [],
    passedOver: [],
    verdict: { exclusivity: kept, liveness: kept, declaredGaps: [], timing: [] },
    judgements: { exclusivity: { answer: 'holds', counterexamples: [] }, liveness: { answer: 'holds', counterexamples: [] } },
    realPlace: place => place,
    ...known,
  };
}
