import { AskedPod, placeIn } from './asked-pod';
import { modeAt } from './octal-mode';
import { securityDoubts } from './security-doubts';
import { tooLittle } from '../../edit/deciding-fields';
import { DataMap, isMap, listOf, mapOf, shownOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { IMAGE_PROGRAMS, ImageProgram, PROGRAM_FOLDERS } from '../../facts/image-programs';
import { READ_BY_ROOT } from '../../facts/inputs/node-paths';
import { FILE_TYPES, FOLDER_TYPES, MOST_REQUESTS } from '../../facts/inputs/workloads';
import { onceFor } from '../../kubernetes/once-for';
import { isNeverPulled, userOf } from '../../kubernetes/pod/security';
import { quantityOf } from '../../kubernetes/quantity';
import { isPlaceholder } from '../../text/placeholder';
import { Doubt, NO_DOUBT } from '../../view/model';
import { FoundContainer } from '../component/container';
import { trimPath } from '../component/pod-facts';

/** The container of a component, with what is looked at. */
interface Started {
  readonly asked: AskedPod;
  readonly container: FoundContainer;
  readonly own: DataMap;
  readonly spec: DataMap;
  readonly known?: ImageProgram;
  /** Whether the image is one of which it is known what is in it. */
  readonly isPublished: boolean;
}

/** Why the kubelet does not start a container as it is written, or may not. */
export function containerStart(asked: AskedPod, container: FoundContainer): readonly Doubt[] {
  const { object, template } = asked;
  const repository = container.image?.repository ?? '';
  const known = IMAGE_PROGRAMS.find(one => one.repository.test(repository));
  const started: Started = {
    asked,
    container,
    own: mapOf(object.document.value(container.path)),
    spec: mapOf(object.document.value([...template, 'spec'])),
    known,
    isPublished: known?.published.includes(repository) === true,
  };
  const found = [
    ...programs(started), ...covered(started), ...pulled(started), ...requests(started), ...resources(started),
    ...users(started), ...modes(started), ...filesOfNode(started), ...types(asked),
  ];
  const of = `${container.component} of ${object.kind} ${object.name}`;
  const ofContainer = found.map(({ isDoubtful, what, ...rest }): Doubt => isDoubtful === true ? { ...rest, what: `${of} may not start: ${what}` }
    : { ...rest, rule: 'pod-does-not-start', what: `${of} does not start: ${what}` });
  // Of workloads once for all of their pods: workload-doubts.ts.
  return object.kind === 'Pod' ? [...ofContainer, ...securityDoubts(object, template)] : ofContainer;
}

/** The volumes of a pod by their names: each of its containers looks at those that it mounts. */
const volumesOf = onceFor(({ object, template }: AskedPod) => {
  const path: SourcePath = [...template, 'spec', 'volumes'];
  return new Map(listOf(object.document.value(path)).map((volume, index) =>
    [mapOf(volume).name, { volume: mapOf(volume), at: [...path, index] }] as const));
});

/** The program that `command` names has to be in the image. */
function programs({ asked, own, container: { path, hidden, component }, known, isPublished }: Started): readonly Doubt[] {
  const words = listOf(own.command).map(word => String(word ?? ''));
  if (known === undefined || words.length === 0 || hidden !== undefined) return NO_DOUBT.notAsked;
  const name = known.program.slice(known.program.lastIndexOf('/') + 1);
  const isThere = (word: string) => word === known.program || known.alsoAt?.includes(word) === true
    || (word === name && PROGRAM_FOLDERS.some(folder => known.program === `${folder}/${name}`));
  const [first] = words;
  const isStarter = known.starters.includes(first);
  const all = isStarter ? [...words, ...listOf(own.args).map(word => String(word ?? ''))] : [first];
  // What it starts: the last path among the words, as flags of the starter come before it.
  const program = isStarter ? all.find((word, index) => index > 0 && !word.startsWith('-')) : first;
  if (program === undefined || isThere(program) || isPlaceholder(program)) return NO_DOUBT.isRight;
  return [{
    place: placeIn(asked, [...path, 'command']),
    what: `'${program}' is not in the image, which has ${known.program}`,
    fix: `Start ${known.program}, or leave command out.`,
    isDoubtful: !isPublished || !program.includes(component),
  }];
}

/** A mount hides what the image has below it. */
function covered({ own, container: { path, env, unknownEnv }, known, asked }: Started): readonly Doubt[] {
  if (known === undefined) return NO_DOUBT.isGranted;
  const { stored, object } = asked;
  const trustsOther = ['SSL_CERT_FILE', 'SSL_CERT_DIR'].some(name => name in env || unknownEnv.includes(name));
  return listOf(own.volumeMounts).map(mapOf).flatMap((mount, index): readonly Doubt[] => {
    const mountPath = trimPath(shownOf(mount.mountPath));
    const hides = (file: string) => file === mountPath || file.startsWith(mountPath === '/' ? '/' : `${mountPath}/`);
    const volume = volumesOf(asked).get(mount.name)?.volume ?? {};
    const place = placeIn(asked, [...path, 'volumeMounts', index]);
    if (hides(known.program)) {
      const what = `a volume is mounted at ${mountPath}, over its program ${known.program}`;
      return [{ place, what, fix: 'Mount it elsewhere.', isDoubtful: true }];
    }
    if (!hides(known.trusted) || isMap(volume.hostPath) || trustsOther) return NO_DOUBT.isRight;
    const [map, secret] = [stringOf(mapOf(volume.configMap).name), stringOf(mapOf(volume.secret).secretName)];
    const namespace = object.namespace ?? 'default';
    const values = map !== undefined ? stored?.configMaps.get(`${namespace}/${map}`) : stored?.secrets.get(`${namespace}/${String(secret)}`);
    const isOther = values === undefined ? map !== undefined || secret !== undefined : [...values.keys()].some(key => /\.(crt|pem|cer)$/.test(key));
    return isOther ? NO_DOUBT.isRight : [{
      place, what: `a volume is mounted at ${mountPath}, over the certificates that it trusts`, fix: 'Mount it elsewhere.', isDoubtful: true,
    }];
  });
}

function pulled({ asked, own, container: { path } }: Started): readonly Doubt[] {
  return !isNeverPulled(own) ? NO_DOUBT.isRight : [{
    place: placeIn(asked, [...path, 'imagePullPolicy']),
    what: 'its image is never pulled, and may not be on the node',
    fix: 'Pull it: imagePullPolicy IfNotPresent.',
    isDoubtful: true,
  }];
}

function requests({ asked, own, container: { path } }: Started): readonly Doubt[] {
  const { limits, requests: asks } = mapOf(own.resources);
  return asked.object.kind !== 'Pod' ? NO_DOUBT.notAsked : Object.entries(MOST_REQUESTS).flatMap(([name, most]) => {
    const amount = mapOf(asks)[name] ?? mapOf(limits)[name];
    return (quantityOf(amount) ?? 0n) <= quantityOf(most)! ? NO_DOUBT.isRight : [{
      place: placeIn(asked, [...path, 'resources']),
      what: `it asks for ${shownOf(amount)} of ${name}, and whether its node has as much is not known`,
      fix: `Ask for ${most} or less.`,
      isDoubtful: true,
    }];
  });
}

function resources({ asked, own, container: { path } }: Started): readonly Doubt[] {
  const limits = mapOf(mapOf(own.resources).limits);
  return (['memory', 'cpu'] as const).flatMap(name => {
    const found = tooLittle(name, limits[name]);
    return found === undefined ? NO_DOUBT.isRight : [{ place: placeIn(asked, [...path, 'resources', 'limits', name]), ...found }];
  });
}

/** k8s.io/kubernetes@v1.26.15 pkg/kubelet/kuberuntime/security_context_others.go verifyRunAsNonRoot. */
function users({ asked, own, spec, container: { path }, known, isPublished }: Started): readonly Doubt[] {
  const { mayNotBeRoot, user } = userOf(own, spec);
  if (!mayNotBeRoot || (typeof user === 'number' && user !== 0)) return NO_DOUBT.isRight;
  const isKnown = user === 0 || (isPublished && known?.user === 0);
  return [{
    place: placeIn(asked, [...path, 'securityContext']),
    what: user === 0 ? 'it must not run as root (runAsNonRoot), and runs as user 0'
      : `it must not run as root (runAsNonRoot), and its image runs as ${isKnown ? 'root' : 'the user that it says itself'} (no runAsUser)`,
    fix: 'Give it a runAsUser such as 65532, or take runAsNonRoot out.',
    isDoubtful: !isKnown,
  }];
}

/** Files of ConfigMaps and Secrets are root's: k8s.io/kubernetes@v1.26.15 pkg/volume/configmap/configmap.go; with an fsGroup its group reads them. */
function modes({ own, spec, asked }: Started): readonly Doubt[] {
  const { document } = asked.object;
  const ofPod = mapOf(spec.securityContext);
  const user = mapOf(own.securityContext).runAsUser ?? ofPod.runAsUser ?? 0;
  if (user === 0 || typeof ofPod.fsGroup === 'number') return NO_DOUBT.isRight;
  const mounted = new Set(listOf(own.volumeMounts).map(mount => mapOf(mount).name));
  return [...mounted].flatMap((name): readonly Doubt[] => {
    const { volume, at } = volumesOf(asked).get(name) ?? {};
    if (volume === undefined || at === undefined) return NO_DOUBT.notAsked;
    const source = ['configMap', 'secret', 'projected', 'downwardAPI'].find(key => isMap(volume[key]));
    if (source === undefined) return NO_DOUBT.notAsked;
    const files = mapOf(volume[source]);
    const given: SourcePath[] = [
      [...at, source, 'defaultMode'], ...listOf(files.items).map((_, item): SourcePath => [...at, source, 'items', item, 'mode']),
      ...listOf(files.sources).flatMap((one, part) => ['configMap', 'secret', 'downwardAPI'].flatMap(kind =>
        listOf(mapOf(mapOf(one)[kind]).items).map((_, item): SourcePath => [...at, source, 'sources', part, kind, 'items', item, 'mode']))),
    ];
    const closed = given.find(one => {
      const mode = modeAt(document, one);
      // Whom the file does not belong to reads it where the last digit has a 4.
      return mode !== undefined && mode % 8 < 4;
    });
    return closed === undefined ? NO_DOUBT.isRight : [{
      place: placeIn(asked, closed),
      what: `it runs as user ${shownOf(user)}, which may not read the files of volume ${shownOf(volume.name)}: they are root's and their mode is `
        + `0${modeAt(document, closed)!.toString(8)}`,
      fix: 'Give the pod an fsGroup, or the files the mode 0444.',
      isDoubtful: true,
    }];
  });
}

/** A cloud config or certificates are granted to be there as the component needs them. */
function filesOfNode({ own, spec, asked, container: { path } }: Started): readonly Doubt[] {
  const user = mapOf(own.securityContext).runAsUser ?? mapOf(spec.securityContext).runAsUser ?? 0;
  if (user === 0) return NO_DOUBT.isRight;
  const mount = listOf(own.volumeMounts).map(mapOf).findIndex(({ name }) => {
    const folder = stringOf(mapOf(volumesOf(asked).get(name)?.volume.hostPath).path);
    return folder !== undefined && READ_BY_ROOT.test(folder);
  });
  return mount === -1 ? NO_DOUBT.isRight : [{
    place: placeIn(asked, [...path, 'volumeMounts', mount]),
    what: `it runs as user ${shownOf(user)}, and whether that one may read a file of its node that is root's is not known`,
    fix: 'Run it as root, or mount no kubeconfig and no key of the node.',
    isDoubtful: true,
  }];
}

/** k8s.io/kubernetes@v1.26.15 pkg/volume/hostpath/host_path.go checkTypeInternal. What a node folder does not have may be on the node. */
const types = onceFor((asked: AskedPod): readonly Doubt[] => {
  const { object, template, nodes } = asked;
  const volumes = listOf(object.document.value([...template, 'spec', 'volumes']));
  return volumes.map(volume => mapOf(mapOf(volume).hostPath)).flatMap(({ path, type }, index): readonly Doubt[] => {
    const asks = FILE_TYPES.includes(String(type)) ? 'folder' : FOLDER_TYPES.includes(String(type)) ? 'file' : undefined;
    const own = stringOf(path);
    if (asks === undefined || own === undefined) return NO_DOUBT.notAsked;
    const below = trimPath(own).slice(1);
    const wrong = nodes.filter(({ paths }) => asks === 'file' ? paths.includes(below)
      : !paths.includes(below) && paths.some(one => one.startsWith(`${below}/`)));
    return wrong.length === 0 ? NO_DOUBT.isRight : [{
      place: placeIn(asked, [...template, 'spec', 'volumes', index]),
      what: `${own} is mounted as ${String(type)}, and is a ${asks} on node ${[...new Set(wrong.map(({ name }) => name))].join(', ')}`,
      fix: 'Correct the type, or the path.',
      isDoubtful: wrong.length < nodes.length,
    }];
  });
});
