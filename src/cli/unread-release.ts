import { Option } from 'commander';

/** Option of the commands to which a release of the AWS cloud-controller-manager is given, or shown by their input. */
export function unreadReleaseOption(): Option {
  return new Option('--unread-release', 'take a release of the AWS cloud-controller-manager that is younger than the tables, with what is known of '
    + 'the last one before it');
}
