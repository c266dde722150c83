/** The command line as `bin/ccm-migration` starts it, from the sources of this checkout. */
import { run } from '../../src/cli/run';

run();
