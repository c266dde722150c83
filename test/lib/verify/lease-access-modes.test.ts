import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { leaseAccessObjects } from '../../../src/lib/rbac/lease-access';
import { LeaseAccessMode } from '../../../src/lib/rbac/lease-access-mode';
import { SAFE, check } from '../rules/input';

it.each([LeaseAccessMode.ADDITIVE, LeaseAccessMode.BOOTSTRAP_ROLE_PATCH])('what is written for access in mode %s passes its own rules', mode => {
  const objects = ([KCM, CCM] as const).flatMap(component => leaseAccessObjects({
    component,
    mode,
    version: KubernetesVersion.of(component === KCM ? '1.26.15' : '1.27.10'),
    leaseName: 'cloud-provider-extraction-migration',
    namespace: 'kube-system',
    granted: true,
    createGranted: component === KCM,
    ccmSubject: { kind: 'ServiceAccount', name: 'cloud-controller-manager', namespace: 'kube-system' },
  })).map(({ manifest }) => JSON.stringify(manifest));
  const { 'access.yaml': _, ...dist } = SAFE.dist;
  const result = check({ ...SAFE, dist: { ...dist, 'access.json': objects.join('\n---\n') } });
  expect(result.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  // Without it, both components may not take the Lease.
  expect(check({ ...SAFE, dist }).findings.map(({ rule }) => rule)).toContain('lease-access-missing');
});
