/** Makes the files of the library and of the command line, in place of what jsii compiled. */
import { ROOT, writeBundle } from './bundle';
import { bundles } from './bundles';

void bundles().then(all => all.forEach(bundle => writeBundle(ROOT, bundle)));
