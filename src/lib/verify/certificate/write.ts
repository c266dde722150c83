import { certifiedCase, certifiedConfiguration, certifiedFlags } from './case';
import { Certificate, CertifiedCase } from './certificate';
import { checkerFacts } from './facts';
import { GRANTED } from './granted';
import { withoutReason } from './liveness';
import { GATES_DEPEND_ON_OTHERS } from '../../facts/gate-settings';
import { recordedFeed } from '../../facts/in-force';
import { firstOfEach } from '../../kubernetes/once-for';
import { ConfigurationFile } from '../../leader-migration';
import { behaviourOf } from '../../model/behaviour';
import { processesOf } from '../../model/cluster';
import { modelProcess, Process } from '../../model/process';
import { Possibility } from '../../proof/judgement';
import { judge } from '../../proof/verdict';
import { buildModel } from '../../read/build-model';
import { VerifyDirectory, VerifyInput } from '../../read/input/input';
import { fileName } from '../../read/input/layout';
import { phasesOf } from '../../read/input/phases';
import { possibilitiesOf } from '../../read/mixes/possibilities';
import { contentHash } from '../../text/content-hash';
import { sortedJson } from '../../text/sorted-json';
import { managers } from '../../view/ask';
import { Model, Place } from '../../view/model';
import { inertKindAssumptions } from '../assumptions';
import { ScopeFile, scopeFiles } from '../scope';

/** More values of what is not known are not written down one by one. */
const MOST_CASES = 64;

/** Why there is no certificate. */
class Refusal extends Error {}

/** What a certificate is made of. */
export interface CertificateRequest {
  /** As `verify` gets it. */
  readonly input: VerifyInput;
  /** What was handed in, whose sums are written. */
  readonly given: readonly VerifyDirectory[];
  readonly tool: { readonly name: string; readonly version: string };
}

/**
 * A certificate of an input of which both promises hold; or why there is none, because it states only some flags and covers only processes that run
 * as these say.
 */
export function certify({ input, given, tool }: CertificateRequest): { readonly certificate: Certificate } | { readonly refusal: string } {
  try {
    const phases = phasesOf(input)?.phases ?? [{ name: 'input', input }];
    const states = phases.map(phase => ({ name: phase.name, model: buildModel(phase.input) }));
    const taken = firstOfEach(states.flatMap(({ model }) => model.takenAsInert), one => JSON.stringify(one));
    const rest: Omit<Certificate, 'sum'> = {
      $schema: 'schemas/certificate.schema.json',
      schemaVersion: 1,
      tool,
      facts: { file: 'checker/facts.json', sha256: contentHash(checkerFacts()) },
      ...recordedFeed(),
      inputs: inputsOf(given),
      assumptions: [...GRANTED, ...inertKindAssumptions(taken)],
      assumed: (input.assume ?? []).map(({ text }) => text),
      unknown: firstOfEach(states.flatMap(({ model }) => unknownOf(model)), one => JSON.stringify(one)),
      cases: states.flatMap(({ name, model }) => casesOf(name, model, input.declaredGaps)),
    };
    return { certificate: { ...rest, sum: sumOf(rest) } };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

/** What stands in `sum` of a certificate. */
export function sumOf(rest: Omit<Certificate, 'sum'>): string {
  return contentHash(sortedJson(rest));
}

function inputsOf(given: readonly VerifyDirectory[]): readonly ScopeFile[] {
  for (const directory of given) {
    for (const [path, content] of directory.files) {
      if (!('text' in content) || content.parts === undefined) continue;
      throw new Refusal(`${fileName(directory, path)} is too large for a certificate; hand it in in parts`);
    }
  }
  return scopeFiles(given);
}

function unknownOf(model: Model): Certificate['unknown'] {
  return managers(model).flatMap(({ unknowns }) => unknowns).map(({ place, what }) => {
    const { file, line } = model.realPlace(place);
    return { file, line, what };
  });
}

function casesOf(name: string, model: Model, declaredGaps?: readonly string[]): readonly CertifiedCase[] {
  for (const promise of ['exclusivity', 'liveness'] as const) {
    const { answer } = model.judgements[promise];
    if (answer !== 'holds') throw new Refusal(`${promise} is ${answer}, and a certificate says why both promises hold`);
  }
  const possibilities = [...possibilitiesOf(model.kinds, model.components, declaredGaps).clusters];
  if (possibilities.length > MOST_CASES) {
    throw new Refusal(`what is not known has ${possibilities.length} values together, and a certificate has a case for each; at most ${MOST_CASES} `
      + 'are accepted; say more of them, for example with --image-version');
  }
  return possibilities.map((possibility, index) => {
    refuseUncovered(possibility, model);
    const called = possibilities.length === 1 ? name : `${name}, possibility ${index + 1} of ${possibilities.length}`;
    return certifiedCase(called, possibility.cluster, process => placeOf(process, model));
  });
}

/** Where a process stands in the input; what the user says has no place. */
function placeOf(process: Process, model: Model): Place {
  const view = managers(model).find(one => one.process === process || one.choices?.includes(process));
  return view === undefined ? { file: '', line: 1 } : model.realPlace(view.place);
}

function refuseUncovered({ cluster, isLikely, isStopped, isContradicted }: Possibility, model: Model): void {
  if (!isLikely || isStopped === true || isContradicted === true) {
    const [stop] = managers(model).flatMap(({ stops = [] }) => stops);
    const what = stop ? `: ${stop.what}` : '';
    throw new Refusal(`a certificate covers processes that run, and the input has one of which that is not certain${what}; see the findings`);
  }
  for (const process of processesOf(cluster)) {
    if (behaviourOf(asCertified(process), false) !== behaviourOf(process, false) || setsGroups(process)) {
      throw new Refusal(`what ${process.component} ${process.version} of ${process.label} does follows from more than the flags that a certificate `
        + 'states (docs/how-to/check-a-certificate.md lists them)');
    }
  }
  const { declaredGaps: [gap], timing: [violation] } = judge(cluster);
  if (gap !== undefined) {
    throw new Refusal(`a certificate says that each controller is run, and the input itself leaves '${gap.controller}' without a process`);
  }
  const [controller] = withoutReason(cluster);
  if (controller !== undefined) {
    throw new Refusal(`'${controller}' is run in every mix, and in some only because main locks overlap in part; give all processes of a component `
      + 'the same --leader-elect-resource-lock');
  }
  if (violation !== undefined) {
    throw new Refusal(`the lease durations do not keep two holders of a lock apart: ${violation.message}; ${violation.fix}`);
  }
}

/** Whether it starts with groups of gates, of which some depend on others: the checker does not know which. */
function setsGroups(process: Process): boolean {
  return GATES_DEPEND_ON_OTHERS.find(process.version) === true && /All(?:Alpha|Beta)=true/.test(certifiedFlags(process)['feature-gates'] ?? '');
}

/** The process that a reader of the certificate gets. */
function asCertified(process: Process): Process {
  const { dir, label, component, version, replication, awsRelease } = { ...process.input, ...process };
  const configuration = certifiedConfiguration(process);
  const read = modelProcess({
    dir,
    label,
    component,
    version,
    replication,
    awsRelease,
    flags: Object.entries(certifiedFlags(process)).map(([name, value]) => ({ name, value })),
    configuration: configuration && ConfigurationFile.of(configuration),
  });
  // They are compared, and not part of what follows.
  return { ...read, durations: process.durations };
}
