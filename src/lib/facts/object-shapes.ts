import { POD_DECISIONS } from './decisions/pod';
import { decisionOf, undecided } from './decisions/undecided';
import { generatedObjectTypes } from './generated';
import { lazy } from './lazy';
import { Json, Shape } from '../kubernetes/pod/shape';

/** Objects that are held against their types. */
const KINDS = [
  'Pod', 'ConfigMap', 'Secret', 'DaemonSet', 'Deployment', 'StatefulSet', 'ReplicaSet', 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding',
];

/** The newest minor whose fields were looked at, 1.37: those that come later are decided by nothing. */
export const FIELDS_JUDGED_TO = 37;

/** Fields of pods that are there already, which no template and no file of a static pod has. */
const OF_LIVE_PODS = 'Pod.metadata';

/**
 * Fields whose types are not looked at: of parts that are read by themselves, and of fields that came with some release, since one before it takes
 * anything there.
 */
const LOOSE: { readonly [field: string]: string } = {
  'DaemonSet.status': 'any',
  'Deployment.status': 'any',
  'ReplicaSet.status': 'any',
  'StatefulSet.status': 'any',
  'DaemonSetSpec.template': 'object',
  'DeploymentSpec.template': 'object',
  'ReplicaSetSpec.template': 'object',
  'StatefulSetSpec.template': 'object',
  'StatefulSetSpec.volumeClaimTemplates': '[]object',
  'ObjectMeta.managedFields': '[]object',
  'PodSpec.ephemeralContainers': '[]object',
  'PodSpec.resourceClaims': 'any',
  'PodSpec.resources': 'any',
  'PodSpec.schedulingGates': 'any',
  'PodSecurityContext.appArmorProfile': 'any',
  'PodSecurityContext.seLinuxChangePolicy': 'any',
  'PodSecurityContext.supplementalGroupsPolicy': 'any',
  'PodSecurityContext.windowsOptions': 'object',
  'SecurityContext.appArmorProfile': 'any',
  'SecurityContext.windowsOptions': 'object',
  'Container.resizePolicy': 'any',
  'Container.restartPolicyRules': 'any',
  'EnvVarSource.fileKeyRef': 'any',
  'EnvVarSource.resourceFieldRef': 'object',
  'Lifecycle.stopSignal': 'any',
  'ResourceRequirements.claims': 'any',
  'VolumeMount.recursiveReadOnly': 'any',
  'VolumeProjection.clusterTrustBundle': 'any',
  'VolumeProjection.podCertificate': 'any',
  'DownwardAPIVolumeFile.resourceFieldRef': 'object',
  'Volume.csi': 'object',
  'Volume.nfs': 'object',
};

const SHAPES = lazy((): { readonly [kind: string]: () => Shape } => {
  const types = new Map<string, { readonly [field: string]: string }>();
  // Oldest first: a field is what the newest release that has it says.
  const judged = generatedObjectTypes().rows.filter(({ from }) => Number(from.split('.')[1]) <= FIELDS_JUDGED_TO);
  for (const { name, fields } of judged) types.set(name, { ...types.get(name), ...fields });
  // Once for each type: probes and handlers stand in many places.
  const known = new Map<string, Shape>();
  const shapeOf = (text: string, holder: string): Shape => {
    if (text.startsWith('[]')) return { list: shapeOf(text.slice('[]'.length), holder) };
    if (text.startsWith('map[]')) return { map: shapeOf(text.slice('map[]'.length), holder) };
    if (!text.startsWith('#')) return text as Shape;
    const name = text.slice(1);
    const key = holder === OF_LIVE_PODS ? holder : name;
    const shape = known.get(key) ?? {
      fields: Object.fromEntries(Object.entries(types.get(name)!).map(([field, own]) => {
        const id = `${name}.${field}`;
        const within = shapeOf(LOOSE[id] ?? own, id);
        const row = name === 'ObjectMeta' && holder !== OF_LIVE_PODS ? undefined : decisionOf(POD_DECISIONS, id);
        if (row === undefined || !('notDecided' in row)) return [field, within];
        // Of what is an object, one with nothing in it is there: `gitRepo: {}`.
        const isThere = (value: Json) => own.startsWith('#') && JSON.stringify(value) === '{}' && row.usual === undefined;
        return [field, { open: (value: Json) => undecided(POD_DECISIONS, id, isThere(value) ? true : value), within }];
      })),
    };
    known.set(key, shape);
    return shape;
  };
  return Object.fromEntries(KINDS.map(kind => [kind, lazy(() => shapeOf(`#${kind}`, ''))]));
});

/** How an object of a kind is decoded, with the fields of all releases that were read; undefined: such objects are not looked at. */
export function objectShape(kind: string): Shape | undefined {
  return Object.hasOwn(SHAPES(), kind) ? SHAPES()[kind]() : undefined;
}
