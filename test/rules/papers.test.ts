import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 64e6 }).split('\n').filter((path) => path !== '' && existsSync(path));
/** A part of THIRD_PARTY.md, whose links are those of the root. */
const PARTS = ['test/notices/others.md', 'test/notices/texts.md'];
const papers = files.filter((path) => path.endsWith('.md') && !PARTS.includes(path));
/** Papers that say where something is today; decisions say where it was. */
const today = papers.filter((path) => !path.startsWith('adr/') && !['THIRD_PARTY.md', 'CHANGELOG.md'].includes(path));
const text = (path: string): string => readFileSync(path, 'utf8');

/** `a/{b,c}` as `a/b` and `a/c`. */
function each(path: string): readonly string[] {
  const [braces, inner = ''] = /\{([^}]*)\}/.exec(path) ?? [];
  return braces === undefined ? [path] : inner.split(',').flatMap((part) => each(path.replace(braces, part)));
}

/** Whether a path is a file or folder of the repository; an ending of tests may be left out, and `*` is anything. */
function stands(path: string): boolean {
  const expression = path.replace(/\/$/, '').replace(/[.[\]()$+]/g, '\\$&').replace(/\*+/g, '[^/]*');
  const wanted = new RegExp(`^${expression}(/|$|(\\.(test|spec))?\\.(ts|tsx|mjs)$)`);
  return files.some((file) => wanted.test(file));
}

describe('the papers', () => {
  it('link to what is there', () => {
    const broken = papers.flatMap((paper) => [...text(paper).matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)].map(([, target = '']) => target)
      .filter((target) => !/^(https?:|\/)/.test(target) && !existsSync(join(dirname(paper), target))).map((target) => `${paper}: ${target}`));
    expect(broken).toEqual([]);
  });

  it('name folders and files that are there', () => {
    const absent = today.flatMap((paper) => [...text(paper).matchAll(/`((?:src|web|test|docs|packages|adr)\/[^`\s<>…]+)`/g)].flatMap(([, path = '']) => each(path))
      .filter((path) => !path.startsWith('web/.next') && !stands(path)).map((path) => `${paper}: ${path}`));
    expect(absent).toEqual([]);
  });

  it('are reached from the page that one begins with', () => {
    const begin = text('docs/start-here.md');
    const pages = files.filter((path) => /^docs\/how-to-add\/.+\.md$/.test(path)).map((path) => path.slice('docs/'.length));
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter((page) => !begin.includes(`](${page})`))).toEqual([]);
  });
});
