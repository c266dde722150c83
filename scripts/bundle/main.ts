/** Makes the files of which the package consists, of the sources and of what jsii compiled. */
import { ROOT, writeBundle } from './bundle';
import { bundles } from './bundles';

void bundles(ROOT).then(all => all.forEach(bundle => writeBundle(ROOT, bundle)));
