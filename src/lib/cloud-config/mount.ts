import { CloudConfigFile } from './cloud-config';
import { ControllerManager } from '../kubernetes/component';

/** What a component needs to read its cloud config from the node: flag, volume, mount. */
export interface CloudConfigMount {
  readonly flag: string;
  readonly volumeName: string;
  readonly path: string;
  /** `File`: a missing file stops the pod, where `FileOrCreate` would hand the component an empty config. */
  readonly hostPathType: 'File';
  readonly readOnly: true;
}

/** The mount of one component; undefined if it has no cloud config. */
export function cloudConfigMount(files: readonly CloudConfigFile[], component: ControllerManager): CloudConfigMount | undefined {
  const file = files.find(({ components }) => components.includes(component));
  return file && { flag: `--cloud-config=${file.path}`, volumeName: 'cloud-config', path: file.path, hostPathType: 'File', readOnly: true };
}
