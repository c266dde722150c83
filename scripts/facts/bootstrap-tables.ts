import { parse } from 'yaml';
import { rangesByMinor } from './ranges';
import { distinct, KubernetesReading, Tables } from './tables';

interface RbacObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: readonly object[];
  readonly subjects?: readonly { readonly kind: string; readonly name: string; readonly namespace?: string }[];
}

/**
 * Bootstrap objects that concern the migration: what kube-controller-manager may do with its locks, and what the accounts of the cloud controllers
 * may do.
 */
const CONCERNS = /^system:(:leader-locking-)?(kube|cloud)-controller-manager$|^system:controller:(cloud-provider|(node|route|service)-controller)$/;

/** Roles, bindings, rules and subjects that a kube-apiserver makes at start. */
export function bootstrapTables({ read, at }: KubernetesReading): Tables {
  const releases = Object.values(read).flat();
  const objectsOf = (release: string) =>
    at(release).bootstrap.flatMap(({ text, source }) => concerned(text).map(one => [idOf(one), { ...one, source }] as const));
  const objects = new Map(releases.map(release => [release, new Map(objectsOf(release))]));
  const rows = distinct([...objects.values()].flatMap(one => [...one.keys()])).flatMap(id => rangesByMinor(read, release => {
    const found = objects.get(release)!.get(id);
    if (!found) return undefined;
    const { source, rules, subjects } = found;
    return {
      ...rules ? { rules } : {},
      ...subjects ? { subjects: subjects.map(({ kind, name, namespace }) => ({ kind, name, ...namespace ? { namespace } : {} })) } : {},
      source,
    };
  }).map(({ from, to, ...row }) => {
    const [kind, namespace, name] = id.split(' ');
    return { kind, ...namespace ? { namespace } : {}, name, from, to, ...row };
  }));
  return new Map([['bootstrap-rbac.json', { read, rows }]]);
}

function concerned(text: string): RbacObject[] {
  return (parse(text) as { items: RbacObject[] }).items.filter(({ metadata }) => CONCERNS.test(metadata.name));
}

function idOf({ kind, metadata }: RbacObject): string {
  return `${kind} ${metadata.namespace ?? ''} ${metadata.name}`;
}
