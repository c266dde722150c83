import { describeEachSharedFlag } from './each-shared-flag';

describeEachSharedFlag(minor => minor > 23 && minor <= 27);
