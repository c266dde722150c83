import { readAcceptances } from './read-acceptances';
import { readInputs, sayingInput } from './read-inputs';
import { writeCertificate } from './write-certificate';
import { KubernetesVersion } from '../../../lib/kubernetes/kubernetes-version';
import { parseAssumption } from '../../../lib/read/component/assumption';
import { accept, acceptsGaps, claimsOn, selectionOf } from '../../../lib/verify/accept';
import { annotationsIn } from '../../../lib/verify/annotations';
import type { CertificateRequest } from '../../../lib/verify/certificate/write';
import { renderJson } from '../../../lib/verify/render/json';
import { renderMarkdown } from '../../../lib/verify/render/markdown';
import { renderSarif } from '../../../lib/verify/render/sarif';
import { renderText } from '../../../lib/verify/render/text';
import { isRefused, VerifyResult } from '../../../lib/verify/result';
import { Scope, scopeOf } from '../../../lib/verify/scope';
import { verify } from '../../../lib/verify/verify';
import { styleFor } from '../../colours';
import { ExitCode, InputError, Io } from '../../io';
import { packageVersion, rulesPage } from '../../version';
import type { VerifyFlags } from '../verify';

const RENDERERS: Readonly<Record<VerifyFlags['format'], (result: VerifyResult, scope: Scope, io: Io) => string>> = {
  text: (result, scope, io) => renderText(result, scope, styleFor(io)),
  json: renderJson,
  markdown: renderMarkdown,
  sarif: renderSarif,
};

/** Exit code 1 where a promise does not hold, or a finding is as severe as the flags say. */
export async function run(inputs: readonly string[], flags: VerifyFlags, io: Io): Promise<ExitCode> {
  const { result, input } = await check(inputs, flags, io);
  const tool = { name: 'cdk8s-ccm-migration', version: packageVersion() };
  io.out(RENDERERS[flags.format](result, scopeOf({ given: input.given, tool, rulesPage: rulesPage(), options: optionsOf(flags) }), io));
  const isCertified = flags.certificate === undefined || await sayingInput(() => writeCertificate(flags.certificate!, { ...input, tool }, io));
  return isRefused(result, flags.failOn) || !isCertified ? ExitCode.FINDING : ExitCode.OK;
}

/** Those that the answer depends on, as they can be given again. */
function optionsOf({ kubernetesVersion, imageVersion, unreadRelease, facts, assume, ignore, accepted }: VerifyFlags): readonly string[] {
  return [
    ...kubernetesVersion === undefined ? [] : [`--kubernetes-version ${kubernetesVersion}`],
    ...imageVersion.map(text => `--image-version ${text}`),
    ...unreadRelease === true ? ['--unread-release'] : [],
    ...facts === undefined ? [] : [`--facts ${facts}`],
    ...assume.map(text => `--assume ${text}`),
    ...ignore.map(rule => `--ignore ${rule}`),
    ...accepted === undefined ? [] : [`--accepted ${accepted}`],
  ];
}

interface Checked {
  readonly result: VerifyResult;
  readonly input: Pick<CertificateRequest, 'input' | 'given'>;
}

async function check(inputs: readonly string[], flags: VerifyFlags, io: Io): Promise<Checked> {
  const options = {
    kubernetesVersion: flags.kubernetesVersion === undefined ? undefined
      : usage('--kubernetes-version', () => KubernetesVersion.of(flags.kubernetesVersion!)),
    imageVersions: new Map(flags.imageVersion.map(text => usage('--image-version', () => parseImageVersion(text)))),
    unreadRelease: flags.unreadRelease,
    assume: flags.assume.map(text => usage('--assume', () => parseAssumption(text, flags.unreadRelease))),
  };
  const selection = usage('--ignore', () => selectionOf(flags.ignore));
  const { accepted: acceptances, inertKinds } = readAcceptances(flags.accepted, io.cwd);
  return sayingInput(async () => {
    const { directories, built } = await readInputs(inputs, io);
    const today = new Date().toISOString().slice(0, 10);
    const input = { ...options, ...built, inertKinds: claimsOn(inertKinds, today), acceptsGaps: acceptsGaps(acceptances, today) };
    const result = accept(verify(input), { ...selection, acceptances, inertKinds, annotations: annotationsIn(directories), today });
    return { result, input: { input, given: directories } };
  });
}

/** What is wrong with an option is said with its name. */
function usage<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InputError(`${option}: ${(error as Error).message}`);
  }
}

function parseImageVersion(text: string): readonly [string, KubernetesVersion] {
  const match = /^([^=\s]+)=([^=\s]+)$/.exec(text);
  if (!match) throw new Error(`'${text}' is not an image and a version; accepted: 'registry.example.com/ccm=1.31' or 'ccm:stable=1.31.4'`);
  return [match[1], KubernetesVersion.of(match[2])];
}
