import { Choice } from './choose';
import { Findings } from './findings';

/** Everything that the files of an app are made of. */
export interface AppModel extends Choice, Pick<Findings, 'clusterName' | 'clusterCidr' | 'cloudRoutes'> {
  /** Whether it writes the files of nodes; else only the objects of the cluster. */
  readonly hasNodes: boolean;
  /** Whether the images of the nodes say which release version N is. */
  readonly nodesSayRelease: boolean;
  /** What the app reads, relative to its folder, with `/`. */
  readonly input: string;
  /** What the validation plugin and `verify` check the manifests with. */
  readonly beside: Beside;
  /** Versions of packages, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Folder of node files, or what runs in the cluster besides the manifests. */
export type Beside = { readonly nodes: string } | { readonly assume: string };

/** Whether the cluster has a version N. */
export function isMigration({ from }: Pick<AppModel, 'from'>): boolean {
  return from !== undefined;
}

/** What `verify` is called with, in the folder of the app. */
export function verifyArguments({ beside, hasNodes }: AppModel): string {
  if ('assume' in beside) return `--assume ${beside.assume} dist`;
  // The same in each phase: which one `dist` is, its manifests say.
  return hasNodes ? 'dist phases nodes' : `dist ${beside.nodes}`;
}

/** The command that checks, and takes more options: what is assumed is written where the user changes it with the release, and nowhere else. */
export function verifyCommand(app: AppModel): string {
  return 'assume' in app.beside ? 'npm run --silent verify --' : `npx ccm-migration verify ${verifyArguments(app)}`;
}

/** The line of the program that says which phase the cluster is in: what is applied follows it. */
export const PHASE_LINE = 'The phase that the cluster is in: N, MIXED, N_PLUS_1, DISABLED.';

/** Folders that synthesis writes. */
export function writtenFolders({ hasNodes, installer, from }: AppModel): readonly string[] {
  return [
    'dist', ...hasNodes ? ['phases'] : [],
    ...hasNodes || from === undefined ? ['nodes'] : [], ...hasNodes || installer === 'kubeadm' ? ['bundles'] : [],
  ];
}
