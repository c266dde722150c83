import { calledAfterManager, isContainer, uncoveredContainer } from './containers';
import { HelmRelease, helmRelease, ReleasedObject } from './helm-release';
import { Mention, mentionIn, mentionInPacked } from './mentions';
import { InstallerReading, rendererOf } from './renderers';
import { staticPodWriters } from './static-pod-writers';
import { unread, WHY } from './unread-part';
import { Data, DataMap, isMap, mapOf, SourcePath } from '../../edit/yaml/data';
import { isCustomResource, isInertKind } from '../../facts/inert-kinds';
import { Doubt, NO_DOUBT, Place } from '../../view/model';
import { Documents, ObjectAt, placeAt } from '../documents/documents';

/**
 * What no reader took of objects. Containers are looked at wherever they are, and all that is text of several words.
 *
 * @param documents that parse what is packed in an object
 * @param read texts within objects that are read as files
 * @param installers what became of the documents of installers, by API group
 */
export function uncoveredObjects(
  objects: readonly ObjectAt[], documents: Documents, read: ReadonlySet<string>, installers: ReadonlyMap<string, InstallerReading>,
): readonly Doubt[] {
  return objects.flatMap(object => {
    const renderer = rendererOf(object);
    const reading = renderer && installers.get(object.apiVersion.split('/')[0]);
    if (reading === 'read') return NO_DOUBT.isRight;
    const name = `${object.kind} ${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name || 'without a name'}`;
    if (renderer) {
      const { what, fix, mayRun } = renderer;
      const place = placeAt(object.file, object.document, [...object.base, 'metadata']);
      const reason = reading === undefined ? '' : `: ${reading.reason}`;
      return [{
        place,
        what: `${name} is ${what}, which is not read${reason}`,
        why: WHY,
        fix,
        mayRun,
        like: { form: 'resource', what: `${object.kind}: ${what}` },
      }];
    }
    if (isInertKind(object.apiVersion, object.kind)) return NO_DOUBT.notAsked;
    if (isEncrypted(object)) return [unread(`${name} is encrypted`, placeAt(object.file, object.document, object.base))];
    const release = helmRelease(object, text => documents.objects(text, object.file));
    if (release !== undefined) return missingOf(release, objects, name, placeAt(object.file, object.document, [...object.base, 'data']));
    const found = inside(object, name, read);
    return found.length > 0 ? found : calledAfterManager(object, name);
  });
}

/** What Helm has put into the cluster and is not in the input: it runs, or ran when the release was made. */
function missingOf({ name: release, managers }: HelmRelease, objects: readonly ObjectAt[], name: string, place: Place): readonly Doubt[] {
  const isHere = (one: ReleasedObject) => objects.some(({ kind, name: own, namespace }) =>
    kind === one.kind && own === one.name && (namespace ?? 'default') === one.namespace);
  return managers.filter(one => !isInertKind(one.apiVersion, one.kind) && !isHere(one)).map(({ kind, name: own, namespace }) =>
    ({
      ...unread(`${name} is release ${release} of Helm, which has ${kind} ${namespace}/${own}, and that is not in the input`, place),
      fix: `Add it: kubectl get ${kind.toLowerCase()} ${own} -n ${namespace} -o yaml, or helm get manifest ${release} -n ${namespace}.`,
    }));
}

/** By SOPS, and not only a value of a Secret: what kind of object it is, or what it asks for, is not known. */
function isEncrypted({ kind, data }: ObjectAt): boolean {
  return [kind, data.spec].some(value => typeof value === 'string' && value.startsWith('ENC['));
}

/** What is looked at with the container. */
const OF_CONTAINER = ['command', 'args', 'env', 'image'];

function inside(object: ObjectAt, name: string, read: ReadonlySet<string>): readonly Doubt[] {
  const found: Doubt[] = [];
  const isRead = (text: string) => read.has(text);
  const isCustom = isCustomResource(object.apiVersion);
  const lookAt = (at: SourcePath, item: DataMap) =>
    found.push(...staticPodWriters(object, at, item, name), ...uncoveredContainer(object, at, item, name));
  const open: { readonly path: SourcePath; readonly value: Data | undefined }[] = [{ path: object.base, value: object.document.value(object.base) }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path: at, value } = next;
    if (typeof value === 'string') {
      const mention = read.has(value) ? undefined : /\s/.test(value.trim()) ? mentionIn(value, isRead) : mentionInPacked(value, isRead);
      if (mention) {
        const within = at.slice(object.base.length).join('.');
        found.push(unread(`${name} has ${mention.what} in ${within}, and is not read`, placeIn(object, at, mention)));
      }
    } else if (Array.isArray(value)) {
      const areContainers = ['containers', 'initContainers', 'ephemeralContainers'].includes(String(at.at(-1)));
      value.forEach((item, index) => {
        if (areContainers && isMap(item)) lookAt([...at, index], item);
        else open.push({ path: [...at, index], value: item });
      });
    } else if (isMap(value)) {
      const isShaped = isCustom && isContainer(value);
      if (isShaped) lookAt(at, value);
      const setting = Object.keys(value).find(key => /^(kube|externalCloud|cloud)ControllerManager$/.test(key) && !isWatched(mapOf(value[key])));
      if (setting !== undefined) {
        const place = placeAt(object.file, object.document, [...at, setting]);
        found.push(unread(`${name} has settings of a controller manager in ${setting}, and is not read`, place));
      } else {
        for (const [key, item] of Object.entries(value)) {
          if (key !== 'metadata' && key !== 'status' && !(isShaped && OF_CONTAINER.includes(key))) open.push({ path: [...at, key], value: item });
        }
      }
    }
  }
  return found;
}

/** Settings of a chart that watches the control plane, kube-prometheus-stack's and its like. */
function isWatched(settings: { readonly [key: string]: Data }): boolean {
  return ['serviceMonitor', 'endpoints', 'service', 'enabled', 'jobNameOverride'].some(key => Object.hasOwn(settings, key));
}

function placeIn(object: ObjectAt, path: SourcePath, { line }: Mention) {
  const { file, document } = object;
  const place = placeAt(file, document, path);
  return document.isLiteral(path) ? { file, line: place.line + line } : place;
}
