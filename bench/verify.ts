import { Figure, milliseconds } from './bench';
import { parseSources } from '../src/lib/edit/yaml/source-document';
import { VerifyDirectory } from '../src/lib/read/input';
import { verify } from '../src/lib/verify/verify';
import { node, ccm, CCM_FLAGS, KCM_26, KCM_27, MIGRATION, WILDCARD, access, directory } from '../test/lib/rules/input';

/** One cluster in phase `mixed`; the name makes each a text of its own, so that nothing is shared between clusters. */
function cluster(index: number): readonly VerifyDirectory[] {
  const own = (flags: readonly string[]) => flags.map(flag => flag.replace('--cluster-name=prod', `--cluster-name=prod-${index}`));
  return [
    directory('old', node({ kcm: own([...KCM_26, ...MIGRATION]), files: { 'etc/leadermigration.conf': WILDCARD } })),
    directory('new', node({ version: '1.27.16', kcm: own(KCM_27), mounts: [] })),
    directory('dist', { ...ccm({ flags: own([...CCM_FLAGS, ...MIGRATION]), config: WILDCARD }), ...access() }),
  ];
}

function texts(directories: readonly VerifyDirectory[]): readonly string[] {
  return directories.flatMap(({ files }) => [...files.values()].map(content => 'text' in content ? content.text : ''));
}

/** Clusters verified, against parsing the same files. */
export function verifyBench(): Figure[] {
  const clusters = 10_000;
  const batch = 200;
  let verified = 0;
  let parsed = 0;
  // In turns, so that a busy machine slows both.
  for (let from = 0; from < clusters; from += batch) {
    const inputs = Array.from({ length: Math.min(batch, clusters - from) }, (_, index) => cluster(from + index));
    parsed += milliseconds(() => inputs.forEach(input => texts(input).forEach(text => parseSources(text, { file: 'bench' }))));
    verified += milliseconds(() => inputs.forEach(input => { verify({ directories: input }); }));
  }
  return [{ name: 'verify', value: verified / parsed, atMost: 3, unit: 'ratio', about: `${clusters} clusters verified / the same files parsed` }];
}
