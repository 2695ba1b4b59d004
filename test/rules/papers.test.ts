import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const options = { encoding: 'utf8', maxBuffer: 64e6 } as const;
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options);
const files = listed.split('\n').filter((path) => path !== '' && existsSync(path));
/** Parts of THIRD_PARTY.md, whose links are those of the root. */
const PARTS = ['test/notices/others.md', 'test/notices/texts.md'];
const papers = files.filter((path) => path.endsWith('.md') && !PARTS.includes(path));
/** Papers that say where something is today; decisions say where it was. */
const today = papers.filter((path) => !path.startsWith('adr/') && path !== 'CHANGELOG.md');
/** A path from the root, in backticks; not one with a name left open. */
const PATH = /`((?:src|web|test|docs|packages|adr)\/[^`\s<>…]+)`/g;
const text = (path: string): string => readFileSync(path, 'utf8');
const found = (paper: string, expression: RegExp): readonly string[] =>
  [...text(paper).matchAll(expression)].map(([, first = '']) => first);

/** `a/{b,c}` as `a/b` and `a/c`. */
function each(path: string): readonly string[] {
  const [braces, inner = ''] = /\{([^}]*)\}/.exec(path) ?? [];
  return braces === undefined ? [path] : inner.split(',').flatMap((part) => each(path.replace(braces, part)));
}

/** Whether a path is a file or folder of the repository; the ending of code may be left out, and `*` is anything. */
function stands(path: string): boolean {
  const expression = path.replace(/\/$/, '').replace(/[.[\]()$+]/g, '\\$&').replace(/\*+/g, '[^/]*');
  const wanted = new RegExp(`^${expression}(/|$|(\\.(test|spec))?\\.(ts|tsx|mjs)$)`);
  return files.some((file) => wanted.test(file));
}

describe('the papers', () => {
  it('link to what is there', () => {
    const broken = papers.flatMap((paper) => found(paper, /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)
      .filter((target) => !/^(https?:|\/)/.test(target) && !existsSync(join(dirname(paper), target)))
      .map((target) => `${paper}: ${target}`));
    expect(broken).toEqual([]);
  });

  it('name folders and files that are there', () => {
    const absent = today.flatMap((paper) => found(paper, PATH).flatMap(each)
      // What a build makes.
      .filter((path) => !path.startsWith('web/.next') && !stands(path))
      .map((path) => `${paper}: ${path}`));
    expect(absent).toEqual([]);
    const some = ['src/kernel', 'test/rules/papers', 'web/messages/*/tools.json', 'src/no-such-folder'];
    expect(some.map(stands)).toEqual([true, true, true, false]);
  });

  it('are reached from the page that one begins with', () => {
    const begin = text('docs/start-here.md');
    const ours = files.filter((path) => /^docs\/how-to-add\/.+\.md$/.test(path));
    const pages = ours.map((path) => path.slice('docs/'.length));
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter((page) => !begin.includes(`](${page})`))).toEqual([]);
  });
});
