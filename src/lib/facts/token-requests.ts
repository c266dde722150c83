import { FactTable } from './table';

/** Whether a cloud-controller-manager with --use-service-account-credentials asks the API for tokens; before, it waited for Secrets. */
export const CCM_ASKS_FOR_TOKENS = new FactTable<boolean>('tokens of a cloud-controller-manager\'s service accounts', [
  {
    from: '1.20',
    to: '1.20',
    readAt: ['1.20.15'],
    value: false,
    source: 'k8s.io/cloud-provider@v0.20.15 options/options.go:199, SAControllerClientBuilder',
  },
  { from: '1.21', readAt: ['1.21.14', '1.37.1'], value: true, source: 'k8s.io/cloud-provider@v0.21.14 options/options.go, NewDynamicClientBuilder' },
]);

/**
 * Namespace of the accounts, whatever that of the workload: k8s.io/cloud-provider@v0.21.14 and v0.36.3 options/options.go, NewDynamicClientBuilder.
 */
export const CONTROLLER_ACCOUNTS_NAMESPACE = 'kube-system';

/** Service accounts as which the controllers of a cloud-controller-manager act, with --use-service-account-credentials. */
export const CCM_CONTROLLER_ACCOUNTS = new FactTable<readonly string[]>('service accounts of the controllers of a cloud-controller-manager', [
  {
    from: '1.20',
    readAt: ['1.20.15', '1.37.1'],
    value: ['node-controller', 'route-controller', 'service-controller'],
    source: 'k8s.io/cloud-provider@v0.20.15 app/core.go:52-142, v0.26.15 app/controllermanager.go:409-427, v0.36.3 and v0.37.1 the same file, '
      + '448-466',
  },
]);

/**
 * The account of the provider itself. It has no rights; v1.33.4 and later ask the version of the API server with it, in all releases events are
 * recorded with it.
 */
export const AWS_PROVIDER_ACCOUNT = {
  name: 'aws-cloud-provider',
  source: 'k8s.io/cloud-provider-aws@v1.25.1 pkg/providers/v1/aws.go:1482, v1.33.4:670-676, v1.37.0:681-687, Initialize',
};
