import { Manifest } from '../../kubernetes/manifest';
import { GROUP_LABEL, PHASE_LABEL } from '../fleet/labels';

/** What decides the ApplicationSet. */
export interface ApplicationSetSettings {
  readonly name: string;
  readonly namespace: string;
  readonly project: string;
  readonly repoUrl: string;
  readonly targetRevision: string;
  /** Folder with one folder per phase, in the repository. */
  readonly phasesPath: string;
  /** Phases that there are folders for. */
  readonly phases: readonly string[];
  readonly groups: readonly string[];
  /** How many clusters of a group may move at once: a number or a percentage. */
  readonly maxUpdate?: string;
}

/** One Application per cluster whose labels say so; a group moves when all before it are healthy. */
export function applicationSet(settings: ApplicationSetSettings): Manifest {
  const label = (name: string) => `{{ index .metadata.labels "${name}" }}`;
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: settings.name, namespace: settings.namespace },
    spec: {
      goTemplate: true,
      goTemplateOptions: ['missingkey=error'],
      generators: [{
        clusters: {
          selector: {
            matchExpressions: [
              { key: PHASE_LABEL, operator: 'In', values: settings.phases },
              { key: GROUP_LABEL, operator: 'In', values: settings.groups },
            ],
          },
        },
      }],
      strategy: {
        type: 'RollingSync',
        rollingSync: {
          steps: settings.groups.map(group => ({
            matchExpressions: [{ key: GROUP_LABEL, operator: 'In', values: [group] }],
            ...settings.maxUpdate === undefined ? {}
              : { maxUpdate: settings.maxUpdate.endsWith('%') ? settings.maxUpdate : Number(settings.maxUpdate) },
          })),
        },
      },
      // A cluster whose labels go must keep its cloud-controller-manager.
      syncPolicy: { applicationsSync: 'create-update', preserveResourcesOnDeletion: true },
      template: {
        metadata: {
          name: `${settings.name}-{{ .nameNormalized }}`,
          labels: { [GROUP_LABEL]: label(GROUP_LABEL), [PHASE_LABEL]: label(PHASE_LABEL) },
        },
        spec: {
          destination: { namespace: 'kube-system', server: '{{ .server }}' },
          project: settings.project,
          source: { path: `${settings.phasesPath}/${label(PHASE_LABEL)}`, repoURL: settings.repoUrl, targetRevision: settings.targetRevision },
          syncPolicy: {
            // RollingSync takes `automated` away and only keeps what it says about pruning (applicationset_controller.go, syncValidApplications).
            automated: { prune: true },
            // Into `disabled`: the new pods first, then lease access and ConfigMap go.
            syncOptions: ['PruneLast=true'],
          },
        },
      },
    },
  };
}
