import { CCM, KCM } from '../../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { ConfigurationFile } from '../../../../src/lib/leader-migration';
import { Cluster } from '../../../../src/lib/model/cluster';
import { modelProcess } from '../../../../src/lib/model/process';
import { ClusterSpec } from '../../proof/generate';
import { Spec } from '../../proof/oracle/specification';
import { fileText, flagsOf } from '../../proof/render';

/** A generated cluster in the library's words. */
export function clusterOf({ kinds, workload }: ClusterSpec): Cluster {
  const model = (spec: Spec) => modelProcess({
    dir: 'generated',
    label: 'generated',
    component: spec.component === 'kcm' ? KCM : CCM,
    version: KubernetesVersion.of(`1.${spec.minor}`),
    flags: flagsOf(spec),
    configuration: spec.file === undefined || spec.file === 'missing' ? undefined : new ConfigurationFile(fileText(spec.file)),
  });
  return {
    kinds: kinds.map(({ processes, external }, index) => ({ name: `kind ${index}`, external, processes: processes.map(model) })),
    workloads: workload ? [{ process: model(workload.spec), onlyOn: workload.onlyOn === undefined ? undefined : [`kind ${workload.onlyOn}`] }] : [],
  };
}
