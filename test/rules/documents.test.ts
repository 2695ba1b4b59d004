import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const options = { encoding: 'utf8', maxBuffer: 64e6 } as const;
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options);
const files = listed.split('\n').filter((path) => path !== '' && existsSync(path));
/** Parts of THIRD_PARTY.md, whose links are relative to the root. */
const PARTS = ['test/notices/others.md', 'test/notices/texts.md'];
const documents = files.filter((path) => path.endsWith('.md') && !PARTS.includes(path));
/** Documents that describe the present; decision records and the changelog name former paths. */
const current = documents.filter((path) => !path.startsWith('adr/') && path !== 'CHANGELOG.md');
/** A path from the root, in backticks, without placeholders. */
const PATH = /`((?:src|web|test|docs|packages|adr)\/[^`\s<>…]+)`/g;
const text = (path: string): string => readFileSync(path, 'utf8');
const matches = (path: string, expression: RegExp): readonly string[] =>
  [...text(path).matchAll(expression)].map(([, first = '']) => first);

/** `a/{b,c}` as `a/b` and `a/c`. */
function each(path: string): readonly string[] {
  const [braces, inner = ''] = /\{([^}]*)\}/.exec(path) ?? [];
  return braces === undefined ? [path] : inner.split(',').flatMap((part) => each(path.replace(braces, part)));
}

/** Whether a path is a file or folder of the repository. The extension of code may be omitted; `*` matches anything. */
function exists(path: string): boolean {
  const expression = path
    .replace(/\/$/, '')
    .replace(/[.[\]()$+]/g, '\\$&')
    .replace(/\*+/g, '[^/]*');
  const wanted = new RegExp(`^${expression}(/|$|(\\.(test|spec))?\\.(ts|tsx|mjs)$)`);
  return files.some((file) => wanted.test(file));
}

describe('the documents', () => {
  it('have no broken links', () => {
    const broken = documents.flatMap((document) =>
      matches(document, /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)
        .filter((target) => !/^(https?:|\/)/.test(target) && !existsSync(join(dirname(document), target)))
        .map((target) => `${document}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('name only files and folders that exist', () => {
    const absent = current.flatMap((document) =>
      matches(document, PATH)
        .flatMap(each)
        // Build output.
        .filter((path) => !path.startsWith('web/.next') && !exists(path))
        .map((path) => `${document}: ${path}`),
    );
    expect(absent).toEqual([]);
    const some = ['src/kernel', 'test/rules/documents', 'web/messages/*/tools.json', 'src/no-such-folder'];
    expect(some.map(exists)).toEqual([true, true, true, false]);
  });

  it('of how-to-add are all linked from docs/start-here.md', () => {
    const startPage = text('docs/start-here.md');
    const howTos = files.filter((path) => /^docs\/how-to-add\/.+\.md$/.test(path));
    const pages = howTos.map((path) => path.slice('docs/'.length));
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter((page) => !startPage.includes(`](${page})`))).toEqual([]);
  });
});
