import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { holdersFile, lockFile, notices, thirdPartyPage, undecided, type Notice } from './list.js';

// `npm run notices`: writes THIRD_PARTY.md, and holders.json with what the installed packages say of their holders.
const MAX_HOLDERS = 4;
const MAX_LENGTH = 160;
/** The notice is still theirs; the package has nothing to copy it from. */
const NAMELESS = 'its authors, whom no file of it names';
const HOLDERS = 'test/notices/holders.json';

const lock = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const known = existsSync(HOLDERS) ? holdersFile.parse(JSON.parse(readFileSync(HOLDERS, 'utf8'))) : {};
const manifest = z.object({ version: z.string(), author: z.union([z.string(), z.object({ name: z.string().optional() })]).optional() });

/** Where a package lies, which may be below another. */
const folders = new Map(Object.entries(lock.packages).map(([path, { version }]) => [`${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version ?? ''}`, path]));

/** What an installed package says of its holders; nothing where it is not installed. */
function holdersIn({ name, version }: Notice): readonly string[] | undefined {
  const folder = folders.get(`${name}@${version}`);
  if (folder === undefined || !existsSync(join(folder, 'package.json'))) return undefined;
  const { author, version: installed } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  if (installed !== version) return undefined;
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name));
  const lines = files.flatMap((file) => readFileSync(join(folder, file.name), 'utf8').split('\n')).map((line) => line.replace(/[*#`|"]+/g, ' ').replace(/\s+/g, ' ').trim());
  const said = lines.filter((line) => /^(copyright|\(c\) (copyright|\d{4})|©)/i.test(line) && /\d{4}|\(c\)|©|contributors/i.test(line) && !/[[{<]y+|name of copyright owner|^copyright (notice|holder|license)/i.test(line));
  if (said.length > 0) return [...new Set(said)].slice(0, MAX_HOLDERS).map((line) => line.slice(0, MAX_LENGTH));
  const by = (typeof author === 'string' ? author : author?.name)?.replace(/\s*[<(].*$/, '').trim();
  return [by === undefined || by === '' ? NAMELESS : by];
}

const all = notices(lock);
const holders = Object.fromEntries(all.filter(({ forPlatform }) => !forPlatform).flatMap((notice) => {
  const key = `${notice.name}@${notice.version}`;
  const said = holdersIn(notice) ?? known[key];
  return said === undefined ? [] : [[key, [...said]] as const];
}));
writeFileSync(HOLDERS, `${JSON.stringify(holders, undefined, 1)}\n`);
writeFileSync('THIRD_PARTY.md', thirdPartyPage(all, holders, readFileSync('test/notices/others.md', 'utf8'), readFileSync('test/notices/texts.md', 'utf8')));
for (const { name, version, licence } of undecided(all)) {
  process.stderr.write(`${name} ${version}: "${licence}" is decided on nowhere (test/notices/list.ts)\n`);
  process.exitCode = 1;
}
process.stdout.write(`THIRD_PARTY.md: ${all.length} packages\n`);
