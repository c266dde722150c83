import { Rule } from './rule';
import { contentHash } from '../text/content-hash';
import { ccms, nameOf } from '../view/ask';
import { ComponentView } from '../view/model';

/** Name that kustomize gives to a generated ConfigMap: it changes with the content. */
const HASHED_NAME = /-[bcdfghkmt2456789]{10}$/;

export const configChangeWithoutRestart: Rule = {
  id: 'config-change-without-restart',
  severity: 'warning',
  title: 'A change of the migration configuration restarts no pod',
  why: 'The file is read at start only. Where neither the pod template nor the name of the ConfigMap changes with its content, running pods keep '
    + 'the old configuration until something else restarts them.',
  fix: 'Put a hash of the ConfigMap into an annotation of the pod template, or use a ConfigMap whose name ends in a hash.',
  source: 'k8s.io/controller-manager@v0.26.1 pkg/leadermigration/options/options.go, ApplyTo is called once; Kubernetes documentation, "Mounted '
    + 'ConfigMaps", subPath',
  check: model => ccms(model).flatMap(view => {
    const { migrationConfig: file, pod } = view;
    if (!pod || !file?.from?.startsWith('ConfigMap ') || HASHED_NAME.test(file.from)) return [];
    const hashes = hashAnnotations(view);
    if (hashes.length === 0) {
      return [{
        place: pod.place,
        message: `${nameOf(view)} reads ${file.from}, and nothing in its pod template changes with it`,
      }];
    }
    const ours = hashes.find(([key]) => key.startsWith('ccm-migration/'));
    return ours && file.text !== undefined && ours[1] !== contentHash(file.text)
      ? [{
        place: pod.place,
        message: `${nameOf(view)}: annotation ${ours[0]} is not the hash of what ${file.from} holds: the pods run with another configuration`,
      }] : [];
  }),
};

function hashAnnotations({ pod }: ComponentView): readonly (readonly [string, string])[] {
  return Object.entries(pod!.annotations).filter(([key, value]) => /sha|hash|checksum|digest/i.test(key) && value !== '');
}
