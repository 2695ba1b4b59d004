import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import * as table from '../../web/i18n/page-areas.js';
import { areasOf as filesOf } from '../support/messages.js';

const { areasOf, CLAIMED_AREAS, FRAME_AREAS } = table;
const WEB = resolve('web');
const APP = join(WEB, 'app/[locale]');
/** Read as they are, outside every language. */
const BARE = ['bare'];

/** What goes with every page: the frame's, and what no page has claimed. */
const EVERYWHERE = filesOf('en').filter(
  (area) => !BARE.includes(area) && (FRAME_AREAS.includes(area) || !CLAIMED_AREAS.has(area)),
);

/** Lists of areas by the names under which pages' parts ask for them. */
const LISTS: ReadonlyMap<string, unknown> = new Map(Object.entries(table));

interface Module {
  readonly isClients: boolean;
  readonly imports: readonly string[];
  readonly areas: readonly string[];
  /** What it fetches for those that it draws, by `LateWords`. */
  readonly late: readonly string[];
}

function fileOf(from: string, specifier: string): string | undefined {
  const at = specifier.startsWith('@/')
    ? join(WEB, specifier.slice(2))
    : specifier.startsWith('.')
      ? join(dirname(from), specifier)
      : undefined;
  return at === undefined
    ? undefined
    : ['.tsx', '.ts', '/index.ts'].map((ending) => at + ending).find((file) => existsSync(file));
}

const modules = new Map<string, Module>();

/** What a module imports, at once or late, types aside, and the areas whose words it asks for. */
function read(file: string): Module {
  const before = modules.get(file);
  if (before !== undefined) return before;
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const imports: string[] = [];
  const areas: string[] = [];
  const late: string[] = [];
  const add = (specifier: ts.Node | undefined): void => {
    const found = specifier !== undefined && ts.isStringLiteral(specifier) ? fileOf(file, specifier.text) : undefined;
    if (found !== undefined) imports.push(found);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
      add(node.moduleSpecifier);
    if (ts.isExportDeclaration(node) && !node.isTypeOnly) add(node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'useTranslations') {
      const area = /^['"`]([\w-]+)(?=[.'"`])/.exec(node.arguments[0]?.getText(source) ?? '')?.[1];
      if (area === undefined)
        throw new Error(`${relative(WEB, file)} asks for words of an area that cannot be read from it`);
      areas.push(area);
    }
    if (ts.isJsxOpeningElement(node) && node.tagName.getText(source) === 'LateWords') {
      const list = LISTS.get(/areas=\{(\w+)\}/.exec(node.attributes.getText(source))?.[1] ?? '');
      if (!Array.isArray(list))
        throw new Error(`${relative(WEB, file)} fetches words by a list that is not in web/i18n/page-areas.ts`);
      late.push(...list.map(String));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const module = { isClients: /^\s*['"]use client['"]/.test(source.text), imports, areas, late };
  modules.set(file, module);
  return module;
}

/**
 * The areas whose words are asked for in the browser by what can be reached from some files, each with who asks; not
 * those that were fetched on the way. The server has all words.
 */
function used(roots: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const walk = (file: string, above: boolean, fetched: readonly string[]): void => {
    const { isClients, imports, areas, late } = read(file);
    const inBrowser = above || isClients;
    const there = [...new Set([...fetched, ...late])].sort();
    const key = `${file} ${inBrowser} ${there.join()}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (inBrowser)
      for (const area of areas) if (!there.includes(area) && !found.has(area)) found.set(area, relative(WEB, file));
    for (const one of imports) walk(one, inBrowser, there);
  };
  for (const root of roots) walk(root, false, []);
  return found;
}

const lacking = (roots: readonly string[], given: readonly string[]): string[] =>
  [...used(roots)].filter(([area]) => !given.includes(area)).map(([area, by]) => `${area}, for ${by}`);
const pages = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((page) => ({ page, path: `/${dirname(page)}`.replace(/^\/\.$/, '/').replace('%5F', '_') }))
  .sort((a, b) => a.path.localeCompare(b.path));

/** Whether a page or a layout over it sends words. */
const sends = (page: string): boolean =>
  [
    page,
    ...dirname(page)
      .split('/')
      .map((_, index, parts) => join(parts.slice(0, index + 1).join('/'), 'layout.tsx')),
  ].some(
    (file) =>
      existsSync(join(APP, file)) &&
      /\bpageWords\(|<PageWords\b|from '\.\.\/page'/.test(readFileSync(join(APP, file), 'utf8')),
  );

describe('the messages sent to a page', () => {
  it.each(pages)('include those of everything rendered at $path', ({ page, path }) => {
    const given = [...EVERYWHERE, ...areasOf(path.replace(/\/\[.*$/, '') || path)];
    // What is lacking belongs into web/i18n/page-areas.ts.
    expect(lacking([join(APP, page)], given)).toEqual([]);
  });

  it.each(pages.filter(({ path }) => areasOf(path.replace(/\/\[.*$/, '') || path).length > 0))(
    'are sent at $path by a layout or the page',
    ({ page }) => {
      // `export default pageWords('/the-path')` in the folder's layout.tsx does it.
      expect(sends(page)).toBe(true);
    },
  );

  it('include those of the frame on every page, and no others', () => {
    const frame = ['layout.tsx', 'error.tsx', 'not-found.tsx'].map((file) => join(APP, file));
    expect(lacking(frame, EVERYWHERE)).toEqual([]);
    // What is here belongs to some page in web/i18n/page-areas.ts.
    expect(EVERYWHERE.filter((area) => !used(frame).has(area))).toEqual([]);
  });

  it('are of existing areas', () => {
    const areas = filesOf('en').filter((area) => !BARE.includes(area));
    expect(pages.flatMap(({ path }) => areasOf(path)).filter((area) => !areas.includes(area))).toEqual([]);
  });
});
