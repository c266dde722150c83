import { leasesInMetrics, signsInLog, signsInMetrics, startInMetrics } from './signs';

describe('signsInMetrics', () => {
  it('finds cloud controllers that run, under the names of any release', () => {
    const text = [
      '# HELP running_managed_controllers x',
      'running_managed_controllers{manager="kube-controller-manager",name="service"} 1',
      'running_managed_controllers{manager="cloud-controller-manager",name="node-route-controller"} 1',
      'running_managed_controllers{manager="cloud-controller-manager",name="cloud-node-lifecycle"} 0',
      'running_managed_controllers{manager="kube-controller-manager",name="daemonset"} 1',
    ].join('\n');
    expect(signsInMetrics(text, 5)).toEqual([{ controller: 'service', at: 5 }, { controller: 'route', at: 5 }]);
  });
});

describe('leasesInMetrics', () => {
  it('finds what the process holds', () => {
    const text = 'leader_election_master_status{name="kube-controller-manager"} 1\n'
      + 'leader_election_master_status{name="cloud-provider-extraction-migration"} 0\n';
    expect(leasesInMetrics(text)).toEqual(['kube-controller-manager']);
  });
});

describe('startInMetrics', () => {
  it('finds when the process began, or that it does not say', () => {
    expect(startInMetrics('# TYPE process_start_time_seconds gauge\nprocess_start_time_seconds 1.7638e+09\n')).toBe(1_763_800_000_000);
    expect(startInMetrics('process_open_fds 12\n')).toBeUndefined();
  });
});

describe('signsInLog', () => {
  it.each([
    ['I1121 01:02:03.000456       1 controllermanager.go:646] Started "service"', 'service'],
    ['I1121 01:02:03.000456       1 controllermanager.go:321] Started "service-lb-controller"', 'service'],
    ['I1121 01:02:03.000456       1 controllermanager.go:638] "Started controller" controller="service"', 'service'],
  ])('reads %s', (line, controller) => {
    expect(signsInLog(`${line}\n`, 2026)).toEqual([{ controller, at: new Date(2026, 10, 21, 1, 2, 3, 0).getTime() }]);
  });

  it('takes no other message for a start', () => {
    expect(signsInLog(
      'W1121 01:02:03.000456 1 controllermanager.go:640] Skipping "route"\nI1121 01:02:03.000456 1 x.go:1] Starting "service"\n', 2026,
    )).toEqual([]);
  });
});
