import { byVersion } from './aws-ccm-tags';
import { ReleasesByMinor } from './ranges';

interface Facts {
  /** Releases that were read of each minor. */
  readonly read: ReleasesByMinor;
  readonly kubernetes: readonly { readonly minor: string; readonly newest: string; readonly ended: boolean }[];
  readonly ccm: readonly { readonly tag: string; readonly cloudProvider: string; readonly promoted?: boolean }[];
}

const BEGIN = '<!-- supported versions: written by npm run facts -->';
const END = '<!-- end of supported versions -->';

/** The page of supported versions with the table of what is known, one row per minor of Kubernetes. */
export function withSupportedVersions(page: string, facts: Facts): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page has no '${BEGIN}' with '${END}' after it`);
  return `${page.slice(0, begin)}${BEGIN}\n${table(facts)}\n${page.slice(end)}`;
}

function table({ read, kubernetes, ccm }: Facts): string {
  const rows = Object.keys(read).sort(byVersion).map(minor => {
    const { newest, ended } = kubernetes.find(one => one.minor === minor)!;
    const tags = ccm.filter(({ tag }) => tag.startsWith(`v${minor}.`));
    const image = tags.filter(({ promoted }) => promoted).at(-1)?.tag;
    const range = `${tags[0]?.tag ?? '-'} to ${tags.at(-1)?.tag ?? '-'}`;
    return `| ${minor} | ${read[minor].join(', ')} | ${newest}${ended ? ' (last)' : ''} | ${range} | ${image ?? 'none known'} |`;
  });
  return ['| Kubernetes | read in | newest patch release | AWS CCM | newest image |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}
