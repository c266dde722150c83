import { ComponentView } from './model';
import { ebsVolumes } from '../facts/volumes';
import { KCM } from '../kubernetes/component';
import { CommandLine, wordsOf } from '../model/command-line';
import { isGateOn } from '../model/gates';

/** Whether a kube-controller-manager leaves EBS volumes with the in-tree plugin: by its release, and by `CSIMigrationAWS` where that decides. */
export function servesEbsInTree({ version, flags }: ComponentView): boolean {
  if (version === undefined || ebsVolumes(version) === 'csi-only') return false;
  return !isGateOn('CSIMigrationAWS', version, new CommandLine(KCM, version, wordsOf(flags)));
}
