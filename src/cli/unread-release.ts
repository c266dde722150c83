import { Option } from 'commander';

/** Option of the commands to which a release of the AWS cloud-controller-manager is given, or shown by their input. */
export function unreadReleaseOption(): Option {
  return new Option('--unread-release', 'accept a release of the AWS cloud-controller-manager that is newer than the tables, with what is known of '
    + 'the last one before it');
}
