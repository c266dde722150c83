import { KopsMigration } from './migration';
import { kopsNotes } from './notes';
import { kopsOrder } from './steps';
import { Installer } from '../installer';

export const KOPS: Installer<KopsMigration> = { name: 'kops', notes: kopsNotes, order: kopsOrder };
