import { Option } from 'commander';

/** Option of the commands to which releases are given, or shown by their input. */
export function unreadReleaseOption(): Option {
  return new Option('--unread-release', 'accept releases of Kubernetes and of the AWS cloud-controller-manager that are newer than the tables, with '
    + 'what is known of the last ones before them');
}
