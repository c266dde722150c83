import { KkpMigration } from './migration';
import { kkpNotes } from './notes';
import { kkpOrder } from './steps';
import { Installer } from '../installer';

export const KKP: Installer<KkpMigration> = { name: 'kkp', notes: kkpNotes, order: kkpOrder };
