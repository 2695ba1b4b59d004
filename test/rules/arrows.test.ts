import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const root = process.cwd();
const run = promisify(execFile);
const report = z.object({
  summary: z.object({ violations: z.array(z.object({ rule: z.object({ name: z.string() }), from: z.string() })) }),
});

interface Violation {
  readonly rule: string;
  readonly from: string;
}

/** Runs dependency-cruiser with the project's own configuration on a tree of planted files. */
async function violations(files: Readonly<Record<string, string>>): Promise<readonly Violation[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-arrows-'));
  try {
    for (const [path, text] of Object.entries({
      'tsconfig.json': '{"compilerOptions":{"module":"nodenext"}}',
      'package.json': '{"type":"module"}',
      ...files,
    })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await mkdir(join(folder, 'web'), { recursive: true });
    await copyFile(join(root, 'web/tsconfig.json'), join(folder, 'web/tsconfig.json'));
    const output = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [
          join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
          'src',
          'web',
          '--config',
          join(root, '.dependency-cruiser.mjs'),
          '--output-type',
          'json',
        ],
        { cwd: folder, maxBuffer: 64e6 },
        (_error, stdout) => resolve(stdout),
      );
    });
    return report.parse(JSON.parse(output)).summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Planted {
  readonly rule: string;
  /** `*` becomes a number, so that every planted file stands by itself. */
  readonly from: string;
  readonly to: string;
  /** A type alone is imported. */
  readonly type?: true;
  /** What stands in the other file. */
  readonly holds?: string;
}

const PLANTED: readonly Planted[] = [
  { rule: 'context-entry-point', from: 'src/creation/a*.ts', to: 'src/credits/inside.ts' },
  { rule: 'context-entry-point', from: 'src/creation/a*.ts', to: 'src/credits/inside.ts', type: true },
  { rule: 'context-dependencies', from: 'src/credits/a*.ts', to: 'src/identity/index.ts' },
  { rule: 'context-dependencies', from: 'src/catalog/a*.ts', to: 'src/creation/procedures/models.shared.ts' },
  { rule: 'platform-imports-no-context', from: 'src/platform/a*.ts', to: 'src/credits/index.ts' },
  { rule: 'engine-imports-no-context', from: 'src/engine/a*.ts', to: 'src/creation/index.ts', type: true },
  { rule: 'engine-shared-only', from: 'src/billing/a*.ts', to: 'src/engine/port.ts', type: true },
  { rule: 'web-imports-shared-only', from: 'web/a*.ts', to: 'src/credits/index.ts' },
  { rule: 'web-imports-shared-only', from: 'web/features/make/a*.tsx', to: 'src/credits/inside.ts', type: true },
  { rule: 'web-imports-shared-only', from: 'web/features/make/a*.spec.ts', to: 'src/credits/inside.ts' },
  { rule: 'web-imports-router-as-type', from: 'web/a*.ts', to: 'src/app-router.ts' },
  { rule: 'composition-imports-entry-points', from: 'src/main*.ts', to: 'src/credits/inside.ts' },
  { rule: 'shared-imports-shared-only', from: 'src/creation/a*.shared.ts', to: 'src/creation/inside.ts' },
  { rule: 'no-import-of-composition', from: 'src/creation/a*.ts', to: 'src/config.ts', type: true },
  { rule: 'config-imports-shared-only', from: 'src/config.ts', to: 'src/credits/index.ts' },
  { rule: 'server-imports-no-web', from: 'src/creation/a*.ts', to: 'web/ui/button.ts' },
  { rule: 'production-imports-no-tests', from: 'web/a*.ts', to: 'test/support/helper.ts' },
  { rule: 'production-imports-no-tests', from: 'src/creation/a*.ts', to: 'src/creation/inside.spec.ts' },
  {
    rule: 'feature-tiers-import-core-only',
    from: 'web/features/make/create/a*.ts',
    to: 'web/features/account/pricing/checkout/purchase-events.ts',
  },
  {
    rule: 'feature-tiers-import-core-only',
    from: 'web/features/ops/admin/a*.tsx',
    to: 'web/features/make/create/draft/draft.ts',
    type: true,
  },
  {
    rule: 'feature-tiers-import-core-only',
    from: 'web/features/core/a*.ts',
    to: 'web/features/make/create/draft/draft.ts',
  },
  { rule: 'feature-tiers-import-core-only', from: 'web/features/account/a*.ts', to: 'web/features/shell/shell.tsx' },
  { rule: 'feature-tiers-import-core-only', from: 'web/features/another/a*.ts', to: 'web/features/ops/admin/page.ts' },
  { rule: 'ui-imports-no-feature', from: 'web/ui/a*.ts', to: 'web/features/core/days.ts' },
  { rule: 'features-import-no-route', from: 'web/features/shell/a*.ts', to: 'web/app/page.tsx' },
  { rule: 'lazy-libraries', from: 'src/billing/a*.ts', to: 'node_modules/stripe/esm/index.js' },
  { rule: 'lazy-libraries', from: 'src/credits/a*.ts', to: 'node_modules/hyparquet-writer/src/index.js' },
  { rule: 'lazy-libraries', from: 'src/creation/a*.ts', to: 'node_modules/@trustnxt/c2pa-ts/dist/index.js' },
  { rule: 'lazy-libraries', from: 'src/creation/a*.ts', to: 'node_modules/@peculiar/x509/build/index.js' },
  { rule: 'lazy-libraries', from: 'src/credits/a*.ts', to: 'node_modules/pkijs/build/index.js' },
  { rule: 'lazy-libraries', from: 'src/billing/a*.ts', to: 'src/billing/gateways/stripe/gateway.ts' },
  { rule: 'lazy-libraries', from: 'src/credits/a*.ts', to: 'src/platform/tables/table.parquet.ts' },
  { rule: 'lazy-libraries', from: 'src/creation/a*.ts', to: 'src/creation/provenance/credential/sign.ts' },
  { rule: 'lazy-libraries', from: 'src/credits/a*.ts', to: 'src/credits/proof/stamp/token.ts' },
  { rule: 'pure-core', from: 'src/credits/account/account*.ts', to: 'src/platform/clock.ts' },
  { rule: 'pure-core', from: 'src/credits/account/account*.ts', to: 'node_modules/ioredis/dist/index.js' },
  { rule: 'kernel-imports-kernel-only', from: 'src/kernel/a*.ts', to: 'src/credits/credits.shared.ts' },
  {
    rule: 'no-circular',
    from: 'src/credits/a*.ts',
    to: 'src/credits/back*.ts',
    holds: "import { a } from './a*.js'; export const b = (): number => a;",
  },
  {
    rule: 'no-circular',
    from: 'src/credits/a*.ts',
    to: 'src/credits/back*.ts',
    holds: "import type { a } from './a*.js'; export const b: typeof a = 1;",
  },
  { rule: 'no-unresolved', from: 'web/a*.ts', to: 'web/nowhere.ts', holds: '' },
];

const CORE = [
  'src/kernel/deep/a.ts',
  'src/creation/deep/a.shared.ts',
  'src/credits/deep/a.projection.ts',
  'src/credits/account/account.state.ts',
  'src/billing/subscription/a.ts',
  'src/billing/purchase/a.ts',
  'src/creation/tasks/task.ts',
  'src/creation/tasks/task.state.ts',
  'src/engine/local/scene/deep/a.ts',
  'src/engine/local/render/layers/a.ts',
  'src/engine/local/render/solid/models/a.ts',
  'src/engine/local/render/style/style.ts',
];
const BESIDE_THE_CORE = ['src/credits/statement.ts', 'src/creation/tasks/task.store.ts', 'src/engine/local/pool.ts'];

/** The name of the package that a file of `node_modules` belongs to. */
const packageOf = (path: string): string | undefined => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
const aliasOf = (path: string): string =>
  path
    .replace(/^web\//, '@/')
    .replace(/^src\//, '@src/')
    .replace(/\.tsx?$/, '');
function relativeTo(from: string, to: string): string {
  const path = relative(dirname(from), to).replace(/\.tsx?$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

function spellingsOf(to: string): readonly ('alias' | 'relative' | 'package')[] {
  if (packageOf(to) !== undefined) return ['package'];
  return to.startsWith('test/') ? ['relative'] : ['alias', 'relative'];
}

function spelled(spelling: 'alias' | 'relative' | 'package', file: string, other: string): string {
  switch (spelling) {
    case 'alias':
      return aliasOf(other);
    case 'relative':
      return relativeTo(file, other);
    case 'package':
      return packageOf(other) ?? other;
    default:
      return spelling satisfies never;
  }
}

/**
 * Each planted import once by its alias and once by its relative path, or by its package, as files that stand by
 * themselves.
 */
const CASES = PLANTED.flatMap(({ rule, from, to, type, holds = 'export const b = 1;' }) =>
  spellingsOf(to).map((spelling) => ({ rule, from, to, type, holds, spelling })),
).map(({ rule, from, to, type, holds, spelling }, index) => {
  const own = (text: string): string => text.replaceAll('*', String(index));
  const [file, other] = [own(from), own(to)];
  // The settings are one file, so that both spellings stand in it.
  const text = `import ${type === true ? 'type ' : ''}{ b as b${index} } from '${spelled(spelling, file, other)}'; export const a = 1${type === true ? ` as typeof b${index}` : `; export const c = b${index}`};\n`;
  return { rule, file, other, text, holds: own(holds), told: type === true ? `${spelling}, a type alone` : spelling };
});

function planted(): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { other, holds } of CASES) {
    if (holds !== '') files[other] = holds;
    const name = packageOf(other);
    if (name !== undefined)
      files[`node_modules/${name}/package.json`] = JSON.stringify({
        name,
        type: 'module',
        exports: relativeTo(`node_modules/${name}/package.json`, other),
      });
  }
  for (const { file, text } of CASES) files[file] = file === 'src/config.ts' ? `${files[file] ?? ''}\n${text}` : text;
  for (const path of [...CORE, ...BESIDE_THE_CORE])
    files[path] = "import { readFileSync } from 'node:fs'; export const b = readFileSync;";
  return files;
}

describe('the import rules', () => {
  let found: readonly Violation[];
  beforeAll(async () => {
    found = await violations(planted());
  });

  it.each(CASES)('reject an import of $other by $file ($told): $rule', ({ rule, file }) => {
    expect(found.filter(({ from }) => from === file).map((violation) => violation.rule)).toContain(rule);
  });

  it('are each covered by a planted violation', async () => {
    const { stdout } = await run(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        "const { default: c } = await import('./.dependency-cruiser.mjs'); console.log(JSON.stringify(c.forbidden.map(({ name }) => name)))",
      ],
      { cwd: root },
    );
    expect([...new Set(PLANTED.map(({ rule }) => rule))].sort()).toEqual(
      z.array(z.string()).parse(JSON.parse(stdout)).sort(),
    );
  });

  it('accept imports through public entry points', async () => {
    expect(
      await violations({
        'src/creation/a.ts': "import { b } from '../credits/index.js'; export const a = b;",
        'src/credits/index.ts': "export { b } from './account/account.js';",
        'src/credits/account/account.ts': 'export const b = 1;',
        'web/a.ts': "import { c } from '../src/credits/credits.shared.js'; export const a = c;",
        'src/credits/credits.shared.ts': 'export const c = 1;',
        'web/b.ts':
          "import { c } from '@src/credits/credits.shared'; import { a } from '@/a'; import { e } from '@/features/make/create/e'; import type { d } from '@src/app-router'; export const b: typeof d = c + a + e;",
        'web/features/make/create/e.ts':
          "import { f } from '@/features/core/f'; import { g } from '../tools/g'; export const e = f + g;",
        'web/features/make/tools/g.ts': 'export const g = 1;',
        'web/features/core/f.ts': 'export const f = 1;',
        'src/app-router.ts': 'export const d: number = 1;',
      }),
    ).toEqual([]);
  });

  it('accept a lazy library by its type, and its file by import()', async () => {
    expect(
      await violations({
        'src/billing/a.ts':
          "import type S from 'stripe'; export const a = async (): Promise<S> => (await import('./gateways/stripe/gateway.js')).b;",
        'src/billing/gateways/stripe/gateway.ts': "import S from 'stripe'; export const b = S;",
        'node_modules/stripe/package.json': '{"name":"stripe","exports":"./index.js"}',
        'node_modules/stripe/index.js': 'export default 1;',
      }),
    ).toEqual([]);
  });

  it('apply to the same pure files in both linters', async () => {
    const { stdout } = await run(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { ESLint } from 'eslint';
       const eslint = new ESLint();
       const configs = await Promise.all(${JSON.stringify([...CORE, ...BESIDE_THE_CORE])}.map(async (path) => [path, await eslint.calculateConfigForFile(path)]));
       console.log(JSON.stringify(configs.filter(([, { rules }]) => rules['no-restricted-globals']?.[0] === 2).map(([path]) => path)));`,
      ],
      { cwd: root },
    );
    const byImports = [...CORE, ...BESIDE_THE_CORE].filter((path) =>
      found.some(({ rule, from }) => rule === 'pure-core' && from === path),
    );
    expect(byImports).toEqual(CORE);
    expect(JSON.parse(stdout)).toEqual(CORE);
  });
});
