import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '..');

/** Pages of docs/ that are written by a program or hold what one wrote. */
const GENERATED = [
  'docs/e2e-results.md', 'docs/reference/command-line.md', 'docs/reference/settings.md', 'docs/reference/what-ends.md',
  'docs/reference/what-verify-reads.md',
];

export interface FencedBlock {
  readonly info: string;
  readonly content: string;
}

export function fencedBlocks(text: string): readonly FencedBlock[] {
  return [...text.matchAll(/^```(\S[^\n]*)\n(.*?)^```$/gms)].map(([, info, content]) => ({ info, content }));
}

/** A page for users, by its path in the repository. */
export class Page {
  public readonly text: string;
  public readonly isGenerated: boolean;

  public constructor(public readonly path: string) {
    this.text = readFileSync(join(ROOT, path), 'utf8');
    this.isGenerated = GENERATED.includes(path);
  }

  /** Fenced blocks: what stands behind the fence, and the content. */
  public get blocks(): readonly FencedBlock[] {
    return fencedBlocks(this.text);
  }

  /** The text without fenced blocks. */
  public get prose(): string {
    return this.text.replace(/^```\S[^\n]*\n.*?^```$/gms, '');
  }

  /** What stands in backticks. */
  public get inlineCode(): string[] {
    return [...this.prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);
  }

  /** Links to files, pictures included, and to headings of this page. */
  public get links(): { readonly path: string; readonly anchor?: string }[] {
    const withoutCode = this.prose.replace(/`[^`\n]*`/g, '');
    return [...withoutCode.matchAll(/\]\(([^)\s]+)\)/g)].filter(([, href]) => !/^[a-z]+:/.test(href)).map(([, href]) => {
      const [path, anchor] = href.split('#');
      return { path: path === '' ? this.path : relative(ROOT, resolve(ROOT, dirname(this.path), path)), anchor };
    });
  }

  public get headings(): string[] {
    return [...this.prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  }
}

const DOCS = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.md') && !path.startsWith('.vitepress')).map(path => `docs/${path}`).sort();
const EXAMPLES = readdirSync(join(ROOT, 'examples'), { withFileTypes: true }).filter(entry => entry.isDirectory())
  .map(({ name }) => `examples/${name}/README.md`).sort();

/** README.md, every page of docs/, and the README of every example. */
export const PAGES: readonly Page[] = ['README.md', ...DOCS, ...EXAMPLES].map(path => new Page(path));

export function page(path: string): Page {
  return PAGES.find(one => one.path === path)!;
}

/** Whether a link resolves to a file or folder of the repository. */
export function isThere(path: string): boolean {
  return existsSync(join(ROOT, path));
}

/** The anchor of a heading where repositories are shown. */
export function anchorInRepository(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
}

/** The anchor of a heading on the site (VitePress, `slugify` of @mdit-vue/shared). */
export function anchorOnSite(heading: string): string {
  return heading.toLowerCase().replaceAll('`', '').replace(/[\s~!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-').replace(/^-+|-+$/g, '');
}
