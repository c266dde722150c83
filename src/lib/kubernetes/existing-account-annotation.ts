/** On a workload that was there before: the service account that it runs as, which the input need not have. */
export const EXISTING_ACCOUNT_ANNOTATION = 'ccm-migration/existing-service-account';
