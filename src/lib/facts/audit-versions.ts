import { FactTable } from './table';

/** Versions of audit events that an API server writes. */
export const AUDIT_VERSIONS = new FactTable<readonly string[]>('--audit-log-version and --audit-webhook-version', [
  {
    from: '1.20',
    to: '1.23',
    readAt: ['1.20.15', '1.23.17'],
    value: ['audit.k8s.io/v1', 'audit.k8s.io/v1beta1', 'audit.k8s.io/v1alpha1'],
    source: 'k8s.io/apiserver@v0.20.15 and v0.23.17 pkg/server/options/audit.go knownGroupVersions',
  },
  {
    from: '1.24',
    readAt: ['1.24.17', '1.37.2'],
    value: ['audit.k8s.io/v1'],
    source: 'k8s.io/apiserver@v0.24.17 and v0.37.2 pkg/server/options/audit.go knownGroupVersions',
  },
]);
