// `npm run lint`: Prettier and ESLint on each file that was not found clean before with the same contents of it and of
// all that it imports, because some rules look at types, which come from there. `--all` looks at every file; paths look
// at the files below them.
import { ESLint } from 'eslint';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, resolveConfig } from 'prettier';
import { marks, sweepCache } from './support/cache.mjs';
import { Inputs } from './support/inputs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const all = process.argv.includes('--all');
const below = process.argv.slice(2).filter((argument) => argument !== '--all');
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64e6,
})
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)));

const eslint = new ESLint({ cwd: root });
const candidates = [];
const requested =
  below.length === 0
    ? tracked
    : tracked.filter((path) =>
        below.some((folder) => path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`)),
      );
for (const path of requested)
  if (/\.(?:ts|tsx|mts|mjs|cjs|js)$/.test(path) && !(await eslint.isPathIgnored(path)))
    candidates.push(join(root, path));

// What holds for every file: the rules, the packages, and types that are declared for all. By their own contents: these
// files name nearly every other, and a change anywhere would have every file looked at again.
const common = [
  ...tracked.filter((path) => path.endsWith('.d.ts')),
  '.prettierrc.json',
  'eslint.config.mjs',
  'test/arrows/pure-core.mjs',
  'test/rules/glossary.mjs',
  'tsconfig.json',
  'web/tsconfig.json',
  'package-lock.json',
].map((path) => join(root, path));
const inputs = new Inputs(root);
const clean = marks('lint');
sweepCache('lint');
const around = common
  .reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256').update(process.version))
  .digest('hex');
const keys = new Map(candidates.map((file) => [file, inputs.keyOf([file], around)]));
const left = all ? candidates : candidates.filter((file) => !clean.has(keys.get(file)));

const results = left.length === 0 ? [] : await eslint.lintFiles(left);
const unformatted = [];
for (const file of left) {
  const isFormatted = await check(readFileSync(file, 'utf8'), { ...(await resolveConfig(file)), filepath: file });
  if (!isFormatted) unformatted.push(file);
}
for (const { filePath, errorCount, warningCount } of results)
  if (errorCount + warningCount === 0 && !unformatted.includes(filePath)) clean.add(keys.get(filePath));
const formatter = await eslint.loadFormatter('stylish');
process.stdout.write(await formatter.format(results));
for (const file of unformatted) console.log(`${relative(root, file)}: not formatted; \`npm run format\` formats it`);
console.log(`${results.length} files looked at, ${candidates.length - left.length} known to be clean`);
process.exit(unformatted.length > 0 || results.some(({ errorCount }) => errorCount > 0) ? 1 : 0);
