import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const root = process.cwd();
const report = z.object({ summary: z.object({ violations: z.array(z.object({ rule: z.object({ name: z.string() }), from: z.string(), to: z.string() })) }) });

/** Runs dependency-cruiser with the project's own configuration on a tree of planted files. */
async function violations(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-arrows-'));
  try {
    for (const [path, text] of Object.entries({ 'tsconfig.json': '{"compilerOptions":{"module":"nodenext"}}', 'package.json': '{"type":"module"}', ...files })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const places = ['src', 'web'].filter((place) => Object.keys(files).some((path) => path.startsWith(`${place}/`)));
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'), ...places, '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json'],
        { cwd: folder, maxBuffer: 64e6 }, (_error, stdout) => resolve(stdout));
    });
    return [...new Set(report.parse(JSON.parse(output)).summary.violations.map((violation) => violation.rule.name))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the arrows between the parts', () => {
  const planted: ReadonlyArray<readonly [rule: string, files: Readonly<Record<string, string>>]> = [
    ['context-face-only', { 'src/creation/a.ts': "import { b } from '../credits/account.js'; export const a = b;", 'src/credits/account.ts': 'export const b = 1;' }],
    ['context-face-only: who may call whom', { 'src/credits/a.ts': "import { b } from '../identity/index.js'; export const a = b;", 'src/identity/index.ts': 'export const b = 1;' }],
    ['context-face-only: platform knows no context', { 'src/platform/a.ts': "import { b } from '../credits/index.js'; export const a = b;", 'src/credits/index.ts': 'export const b = 1;' }],
    ['outside-face-only', { 'web/a.ts': "import { b } from '../src/credits/index.js'; export const a = b;", 'src/credits/index.ts': 'export const b = 1;' }],
    ['outside-face-only: the router is a type', { 'web/a.ts': "import { b } from '../src/app-router.js'; export const a = b;", 'src/app-router.ts': 'export const b = 1;' }],
    ['outside-face-only: the world enters by routers and controllers', { 'src/main.ts': "import { b } from './credits/account.js'; export const a = b;", 'src/credits/account.ts': 'export const b = 1;' }],
    ['pure-core', { 'src/credits/account.ts': "import { readFileSync } from 'node:fs'; export const a = readFileSync;" }],
    ['pure-core: kernel stands alone', { 'src/kernel/a.ts': "import { b } from '../credits/index.js'; export const a = b;", 'src/credits/index.ts': 'export const b = 1;' }],
    ['no-circular', { 'src/credits/a.ts': "import { b } from './b.js'; export const a = (): number => b();", 'src/credits/b.ts': "import { a } from './a.js'; export const b = (): number => a();" }],
  ];

  it.each(planted)('%s bites when a violation is planted', async (rule, files) => {
    expect(await violations(files)).toContain(rule);
  });

  it('let the way through the door pass', async () => {
    expect(await violations({
      'src/creation/a.ts': "import { b } from '../credits/index.js'; export const a = b;", 'src/credits/index.ts': "export { b } from './account.js';", 'src/credits/account.ts': 'export const b = 1;',
      'web/a.ts': "import { c } from '../src/credits/credits.shared.js'; export const a = c;", 'src/credits/credits.shared.ts': 'export const c = 1;',
    })).toEqual([]);
  });
});
