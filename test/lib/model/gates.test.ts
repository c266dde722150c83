import { KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { inTreeSwitch } from '../../../src/lib/model/cloud-mode';
import { CommandLine } from '../../../src/lib/model/command-line';
import { gateProblem, isGateOn } from '../../../src/lib/model/gates';

const GATE = 'ControllerManagerLeaderMigration';

/** k8s.io/component-base@v0.26.15 cli/flag/map_string_bool.go trims names and values. */
test.each<[string, string | undefined, boolean]>([
  [`${GATE}=false`, undefined, false],
  [` ${GATE} = false `, undefined, false],
  [`Other=true, ${GATE} =false`, undefined, false],
  [`${GATE}=false,${GATE}=true`, undefined, true],
  ['Other=false', undefined, true],
  [GATE, undefined, true],
])('--feature-gates="%s" on 1.22', (value, problem, on) => {
  const version = KubernetesVersion.of('1.22');
  const line = new CommandLine(KCM, version, [`--feature-gates=${value}`]);
  expect({ problem: gateProblem(GATE, version, line), on: isGateOn(GATE, version, line) }).toEqual({ problem, on });
});

describe('inTreeSwitch', () => {
  it.each([['1.21', undefined], ['1.28', undefined], ['1.29', 'DisableCloudProviders=false'], ['1.30', 'DisableCloudProviders=false'],
    ['1.31', undefined], ['1.33', undefined]])(
    'of %s is %s', (minor, value) => expect(inTreeSwitch(KubernetesVersion.of(minor))).toBe(value));
});
