import { Item, itemAt, itemOf } from './looks';
import { Json } from './shape';

/** A profile with which the kernel confines a container. */
export interface Profile {
  readonly of: 'seccomp' | 'AppArmor';
  /** `Localhost` is one of the node, which no manifest shows. */
  readonly type: 'RuntimeDefault' | 'Localhost' | 'Unconfined' | undefined;
  /** As it is written. */
  readonly name: Json | undefined;
  /** The field of the security context, or the key of the annotation. */
  readonly key: string;
}

const FIELDS = { seccompProfile: 'seccomp', appArmorProfile: 'AppArmor' } as const;
/** As older releases have them, of a container or of all: k8s.io/api@v0.26.15 core/v1/annotation_key_constants.go. */
const ANNOTATION = /^(?:container\.)?(?:(apparmor)\.security\.beta|seccomp\.security\.alpha)\.kubernetes\.io\//;
const TYPES = ['RuntimeDefault', 'Localhost', 'Unconfined'] as const;

/** Those of a security context. */
export function profilesOf(context: Item): readonly Profile[] {
  return Object.entries(FIELDS).flatMap(([key, of]) => context[key] === undefined ? [] : [{
    of, type: TYPES.find(type => type === itemAt(context, key).type), name: itemAt(context, key).localhostProfile, key,
  }]);
}

/** Those of the annotations of a pod. */
export function annotatedProfiles(annotations: Item): readonly Profile[] {
  return Object.entries(annotations).flatMap(([key, name]) => {
    const text = String(name);
    const type = text.startsWith('localhost/') ? 'Localhost' : text === 'unconfined' ? 'Unconfined' : undefined;
    return isProfileKey(key) ? [{ of: ANNOTATION.exec(key)![1] === undefined ? 'seccomp' : 'AppArmor', type, name, key }] : [];
  });
}

/** Whether an annotation is a profile. */
export function isProfileKey(key: string): boolean {
  return ANNOTATION.test(key);
}

/** Whether the kubelet starts a container only as a user that is not root, and as whom it runs: of the container before those of its pod. */
export function userOf(container: Item, pod: Item): { readonly mayNotBeRoot: boolean; readonly user?: Json } {
  const [own, ofPod] = [itemAt(container, 'securityContext'), itemAt(pod, 'securityContext')];
  return { mayNotBeRoot: (own.runAsNonRoot ?? ofPod.runAsNonRoot) === true, user: own.runAsUser ?? ofPod.runAsUser };
}

/** Whether its image has to be on the node already. */
export function isNeverPulled({ imagePullPolicy }: Item): boolean {
  return imagePullPolicy === 'Never';
}

/** By a field, whether a value of it may keep a container from starting, or decides as whom it reads its files. */
export const SECURITY_FIELDS: readonly (readonly [string, (value: Json) => boolean])[] = [
  ['imagePullPolicy', value => value !== 'Always' && value !== 'IfNotPresent'],
  ['runAsNonRoot', value => value !== false],
  ['runAsUser', value => value !== 0],
  ['privileged', value => value !== false],
  ...Object.keys(FIELDS).map(key => [key, (value: Json) => itemOf(value).type !== 'RuntimeDefault'] as const),
];
