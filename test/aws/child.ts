// Runs the command line of this repository as a process of its own, so that a test can kill it.
import { run } from '../../src/cli/run';

run();
