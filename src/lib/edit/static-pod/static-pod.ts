import { findDuplicate, Flag, readFlags, Word } from './command-line';
import { componentOf } from '../../facts/manager-names';
import type { Component } from '../../kubernetes/component';
import { Image, parseImage } from '../../kubernetes/image';
import { Data, DataMap, mapOf, SourcePath, stringOf } from '../yaml/data';
import { ParsedTexts } from '../yaml/parsed-texts';
import { SourceDocument } from '../yaml/source-document';
import { attempt } from '../yaml/source-error';

/** Components that run as a static pod. */
export type StaticPodComponent = Exclude<Component, 'kubelet'>;

export interface StaticPodOptions {
  /** Name of the file, for errors. */
  readonly file: string;
  /** What the file is handed in as. */
  readonly component: StaticPodComponent;
  /** What the pod is in. Default: a Pod, as a kubelet runs it. */
  readonly kind?: PodHolder;
}

/** Kinds of documents that say what a pod is. */
export type PodHolder = 'Pod' | 'Deployment';

/** Where the spec of the pod is in a document. */
const POD_PATHS: Readonly<Record<PodHolder, SourcePath>> = { Pod: ['spec'], Deployment: ['spec', 'template', 'spec'] };

export interface Mount {
  readonly name: string;
  readonly mountPath: string;
  readonly index: number;
}

export interface Volume {
  readonly name: string;
  /** Path on the node, for hostPath volumes. */
  readonly hostPath?: string;
  readonly index: number;
}

/** The pod of one control-plane component, a static pod or that of a Deployment, with the source position of all that can be edited. */
export class StaticPod {
  public readonly file: string;
  public readonly component: StaticPodComponent;
  /** Text that was handed in. */
  public readonly text: string;
  /** Flags in the order in which the component reads them: `command`, then `args`. */
  public readonly flags: readonly Flag[];
  public readonly image: Image;
  /** Mounts of the component's own container. */
  public readonly mounts: readonly Mount[];
  public readonly volumes: readonly Volume[];
  public readonly kind: PodHolder;
  /** Path of the pod's spec in the document. */
  public readonly podPath: SourcePath;
  /** Path of the component's container in the document. */
  public readonly containerPath: SourcePath;
  /** Items of `command` and `args` that come after the name of the program. */
  public readonly arguments: readonly Word[];

  /** Use `parseStaticPod`. */
  public constructor(public readonly document: SourceDocument, options: StaticPodOptions) {
    this.file = options.file;
    this.component = options.component;
    this.text = document.text;
    this.kind = options.kind ?? 'Pod';
    this.podPath = POD_PATHS[this.kind];
    const { data } = document;
    if (data.kind !== this.kind) {
      const what = this.kind === 'Pod' ? 'static pod manifest' : this.kind;
      throw document.errorAt(['kind'], `expected a ${this.kind}, got kind ${JSON.stringify(data.kind ?? null)}; hand in the ${what} `
        + `of ${options.component}`);
    }
    const found = findContainer(document, this.podPath, options.component);
    this.containerPath = found.path;
    this.arguments = found.arguments;
    const { flags, others } = readFlags(options.component, found.arguments);
    if (others.length > 0) {
      throw document.errorAt(others[0].path,
        `${options.component} takes no arguments, got ${JSON.stringify(others[0].text)}; write --flag=value, with two plain dashes, for each flag`);
    }
    this.flags = flags;
    const duplicate = findDuplicate(flags);
    if (duplicate) throw document.errorAt(duplicate.word.path, duplicate.problem);
    this.image = parseImage(textAt(document, [...found.path, 'image'], 'image'));
    this.mounts = listAt(document, [...found.path, 'volumeMounts']).map(mapOf)
      .map(({ name, mountPath }, index) => ({ name: String(name), mountPath: String(mountPath), index }));
    this.volumes = listAt(document, [...this.podPath, 'volumes']).map(mapOf)
      .map(({ name, hostPath }, index) => ({ name: String(name), hostPath: stringOf(mapOf(hostPath).path), index }));
  }

  /** The flag of a name, without dashes; undefined where it is not passed. Of a flag that may be repeated, the first. */
  public flag(name: string): Flag | undefined {
    return this.flags.find((flag) => flag.name === name);
  }

  public flagValue(name: string): string | undefined {
    return this.flag(name)?.value;
  }

  /** The mount of exactly this path in the component's container. */
  public mountOf(containerPath: string): Mount | undefined {
    return this.mounts.find((mount) => samePath(mount.mountPath, containerPath));
  }

  public volume(name: string): Volume | undefined {
    return this.volumes.find((volume) => volume.name === name);
  }

  /** Where a path of the container is on the node: by the innermost mount that covers it; undefined where that is no hostPath. */
  public hostPathOf(containerPath: string): string | undefined {
    const path = trimPath(containerPath);
    const mount = this.mounts
      .filter(({ mountPath }) => path === trimPath(mountPath) || path.startsWith(`${trimPath(mountPath)}/`))
      .sort((a, b) => trimPath(b.mountPath).length - trimPath(a.mountPath).length)[0];
    const hostPath = mount && this.volume(mount.name)?.hostPath;
    return hostPath === undefined ? undefined : trimPath(hostPath) + path.slice(trimPath(mount.mountPath).length);
  }

}

/**
 * Reads a static pod manifest.
 *
 * @throws `SourceError` if it is not YAML, not one document, or not the component it is given as; if a flag is given twice
 */
export function parseStaticPod(text: string, options: StaticPodOptions, texts = new ParsedTexts()): StaticPod {
  return new StaticPod(texts.of(text, options.file), options);
}

/** The component of the control plane that a text runs; undefined where it runs none, or cannot be read. */
export function findStaticPod(text: string, file: string, texts = new ParsedTexts()): StaticPod | undefined {
  if (!text.includes('Pod')) return undefined;
  for (const component of PROGRAMS.filter(one => text.includes(one))) {
    const found = attempt(() => parseStaticPod(text, { file, component }, texts), () => undefined);
    if (found) return found;
  }
  return undefined;
}

export function samePath(a: string, b: string): boolean {
  return trimPath(a) === trimPath(b);
}

function trimPath(path: string): string {
  return path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1').replace(/^\/$/, '');
}

/** The container that runs the component: by its program, or, where only the image knows the program, by its name. */
function findContainer(document: SourceDocument, podPath: SourcePath, component: StaticPodComponent) {
  const listPath = [...podPath, 'containers'];
  const candidates = listAt(document, listPath).map((container, index) => {
    const path = [...listPath, index];
    const words = [...wordsAt(document, path, 'command'), ...wordsAt(document, path, 'args')];
    const program = words.findIndex((word) => componentOf(word.text) !== undefined);
    const name = String((container as DataMap).name);
    return { path, name, words, program, runs: program < 0 ? componentOf(name) : componentOf(words[program].text) };
  });
  const found = candidates.find(({ runs }) => runs === component);
  if (!found) {
    const runs = candidates.find((candidate) => candidate.runs !== undefined) ?? candidates[0];
    const got = runs === undefined ? 'no container' : runs.runs ?? `container '${runs.name}'`;
    const remedy = runs?.runs ? `hand it in as ${runs.runs}` : `hand in the manifest of ${component}`;
    throw document.errorAt(runs?.path ?? listPath, `expected ${component}, got ${got}; ${remedy}`);
  }
  const shell = found.words.find((word, index) => index < Math.max(found.program, 1) && /^(.*\/)?(ba|da|a)?sh$/.test(word.text));
  if (shell) {
    throw document.errorAt(shell.path,
      `${component} is started by a shell ('${shell.text}'), whose command line is not understood; give the flags as items of command or args`);
  }
  return { path: found.path, arguments: found.words.slice(found.program + 1) };
}

const PROGRAMS: readonly StaticPodComponent[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'cloud-controller-manager'];

function wordsAt(document: SourceDocument, container: SourcePath, list: 'command' | 'args'): Word[] {
  const path = [...container, list];
  return listAt(document, path).map((text, index) => {
    const itemPath = [...path, index];
    if (typeof text !== 'string') {
      throw document.errorAt(itemPath, `${list}[${index}] is ${JSON.stringify(text)}, expected a string; put it in quotes`);
    }
    return { text, list, index, path: itemPath, line: document.line(itemPath) };
  });
}

/** A list, or nothing where its key is missing. */
function listAt(document: SourceDocument, path: SourcePath): Data[] {
  const value = document.value(path);
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw document.errorAt(path, `${path.join('.')} is ${JSON.stringify(value)}, expected a list; write [] for an empty one, or leave `
    + 'its key out');
}

function textAt(document: SourceDocument, path: SourcePath, what: string): string {
  const value = document.value(path);
  if (typeof value === 'string') return value;
  throw document.errorAt(path, `${what} is ${JSON.stringify(value ?? null)}, expected a string`);
}
