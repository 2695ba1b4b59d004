import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Lines of code, without blank lines and comments; see adr/0103. */
const MAX_LINES = 600;
const MAX_FUNCTION_LINES = 120;

/** A reasoned exception to the limits: tables and drawings, which have no parts that could stand alone. */
interface Exception {
  readonly paths: RegExp;
  readonly reason: string;
}
const LONG_FILES: readonly Exception[] = [
  { paths: /^src\/engine\/local\/scene\/vocabulary\//, reason: 'tables of words, one property a line' },
  { paths: /^src\/engine\/local\/render\/layers\/silhouettes\//, reason: 'drawings, one point a line' },
  { paths: /^src\/public-api\/client\/operations\.generated\.ts$/, reason: 'generated types, one property a line' },
];
const LONG_FUNCTIONS: readonly Exception[] = [
  { paths: /^src\/engine\/local\/render\/layers\//, reason: 'a drawing is one list of strokes' },
];
const isExcepted = (path: string, exceptions: readonly Exception[]): boolean =>
  exceptions.some(({ paths }) => paths.test(path));

const files = execFileSync(
  'git',
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'src',
    'web',
    'test',
    'docs',
    'adr',
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    '.ci',
    'package.json',
  ],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));
const code = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.startsWith('web/messages/'));
const shipped = code.filter(
  (path) => /\.tsx?$/.test(path) && !/\.(spec|test)\.ts$/.test(path) && !path.startsWith('test/'),
);
const prose = files.filter((path) => /\.(md|ts|tsx|mjs|json|css|sh|c|h)$/.test(path) || path.startsWith('.ci/'));
const text = (path: string): string => readFileSync(path, 'utf8');
/** Lines that hold code: blank lines and comments are not counted. */
const codeLines = (code: string): number =>
  code
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|$)/.test(line)).length;
const lines = (path: string): number => codeLines(text(path));

function functionsOf(path: string): { name: string; length: number }[] {
  const source = ts.createSourceFile(
    path,
    text(path),
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: { name: string; length: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isFunctionDeclaration(node) ||
        ts.isMethodDeclaration(node) ||
        ts.isArrowFunction(node) ||
        ts.isFunctionExpression(node) ||
        ts.isConstructorDeclaration(node)) &&
      node.body
    ) {
      const from = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const named =
        'name' in node && node.name
          ? node.name.getText()
          : ts.isVariableDeclaration(node.parent)
            ? node.parent.name.getText()
            : `line ${from + 1}`;
      found.push({ name: named, length: codeLines(node.getText()) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const offenders = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) =>
    text(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );

describe('the code base', () => {
  it(`has no code file above ${MAX_LINES} lines`, () => {
    expect(
      code
        .filter((path) => lines(path) > MAX_LINES && !isExcepted(path, LONG_FILES))
        .map((path) => `${path}: ${lines(path)}`),
    ).toEqual([]);
  });

  it(`has no function above ${MAX_FUNCTION_LINES} lines outside tests`, () => {
    const long = shipped
      .filter((path) => !isExcepted(path, LONG_FUNCTIONS))
      .flatMap((path) => functionsOf(path).map((one) => ({ key: `${path}:${one.name}`, length: one.length })))
      .filter((one) => one.length > MAX_FUNCTION_LINES);
    expect(long.map((one) => `${one.key}: ${one.length}`)).toEqual([]);
  });

  it('lists every decision record', () => {
    const index = text('adr/README.md');
    const decisions = files.filter((path) => /^adr\/\d{4}-/.test(path));
    expect(decisions.length).toBeGreaterThan(0);
    expect(decisions.filter((path) => !index.includes(`](${path.slice('adr/'.length)})`))).toEqual([]);
  });

  it('has no marker of unfinished code', () => {
    expect(
      offenders(
        code.filter((path) => path !== 'test/rules/tidy.test.ts'),
        /\b(TODO|FIXME|XXX)\b|[Nn]ot (yet )?implemented|[Cc]oming soon|[Ll]orem ipsum/,
      ),
    ).toEqual([]);
  });

  it('disables no check and has no cast to any', () => {
    expect(
      offenders(
        code.filter((path) => path !== 'test/rules/tidy.test.ts'),
        /@ts-(ignore|expect-error|nocheck)|eslint-disable|: any\b|\bas any\b/,
      ),
    ).toEqual([]);
  });

  it('has no disabled and no exclusive test', () => {
    expect(
      offenders(
        code.filter((path) => path !== 'test/rules/tidy.test.ts'),
        /\b(it|test|describe)\.(only|todo)\b|\b(xit|xdescribe|fit|fdescribe)\(/,
      ),
    ).toEqual([]);
  });

  it('reads the environment in one file each of server and web', () => {
    const readers = code.filter(
      (path) =>
        /^(src|web)\//.test(path) &&
        !['src/platform/environment.ts', 'web/lib/env.ts', 'web/next.config.ts', 'src/start.mjs'].includes(path),
    );
    expect(offenders(readers, /process\.env/)).toEqual([]);
  });

  it('names no path of a machine and no package registry', () => {
    expect(
      offenders(
        prose.filter((path) => path !== 'test/rules/tidy.test.ts'),
        /\/work\/|\/root\/|\/home\/[a-z]+\/|registry\.npmjs|\/\.library\b/,
      ),
    ).toEqual([]);
  });

  it('has no obsolete exception to the limits', () => {
    for (const { paths } of LONG_FILES)
      expect(code.filter((path) => paths.test(path) && lines(path) > MAX_LINES)).not.toEqual([]);
    const isLong = (path: string): boolean => functionsOf(path).some((one) => one.length > MAX_FUNCTION_LINES);
    for (const { paths } of LONG_FUNCTIONS)
      expect(shipped.filter((path) => paths.test(path) && isLong(path))).not.toEqual([]);
  });
});
