import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { holdersFile, keyOf, lockFile, nameAt, notices, thirdPartyPage, undecided, type Notice } from './list.js';

// `npm run notices`: writes THIRD_PARTY.md, and holders.json with what the installed packages say of their holders.
const MAX_HOLDERS = 4;
const MAX_LENGTH = 160;
/** The notice is still theirs; the package has nothing to copy it from. */
const NAMELESS = 'its authors, whom no file of it names';
const HOLDERS = 'test/notices/holders.json';

const text = (path: string): string => readFileSync(path, 'utf8');
const lock = lockFile.parse(JSON.parse(text('package-lock.json')));
const known = existsSync(HOLDERS) ? holdersFile.parse(JSON.parse(text(HOLDERS))) : {};
const author = z.union([z.string(), z.object({ name: z.string().optional() })]).optional();
const manifest = z.object({ version: z.string(), author });

/** Where a package lies, which may be below another. */
const folders = new Map(
  Object.entries(lock.packages).map(([path, { version = '' }]) => [keyOf({ name: nameAt(path), version }), path]),
);

const isNotice = (line: string): boolean =>
  /^(copyright|\(c\) (copyright|\d{4})|©)/i.test(line) &&
  /\d{4}|\(c\)|©|contributors/i.test(line) &&
  // What a licence says of notices, and what its template leaves open.
  !/[[{<]y+|name of copyright owner|^copyright (notice|holder|license)/i.test(line);

/** The lines of a package's licence files that name its holders. */
function noticesIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name),
  );
  const lines = files.flatMap((file) => text(join(folder, file.name)).split('\n'));
  const plain = lines.map((line) =>
    line
      .replace(/[*#`|"]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return [...new Set(plain.filter(isNotice))].slice(0, MAX_HOLDERS).map((line) => line.slice(0, MAX_LENGTH));
}

/** What an installed package says of its holders; nothing where it is not installed. */
function holdersOf(notice: Notice): readonly string[] | undefined {
  const folder = folders.get(keyOf(notice));
  if (folder === undefined || !existsSync(join(folder, 'package.json'))) return undefined;
  const said = manifest.parse(JSON.parse(text(join(folder, 'package.json'))));
  if (said.version !== notice.version) return undefined;
  const lines = noticesIn(folder);
  if (lines.length > 0) return lines;
  const by = (typeof said.author === 'string' ? said.author : said.author?.name)?.replace(/\s*[<(].*$/, '').trim();
  return [by === undefined || by === '' ? NAMELESS : by];
}

const all = notices(lock);
const holders = Object.fromEntries(
  all
    .filter(({ forPlatform }) => !forPlatform)
    .flatMap((notice): [string, string[]][] => {
      const lines = holdersOf(notice) ?? known[keyOf(notice)];
      return lines === undefined ? [] : [[keyOf(notice), [...lines]]];
    }),
);
writeFileSync(HOLDERS, `${JSON.stringify(holders, undefined, 1)}\n`);
const [others, texts] = [text('test/notices/others.md'), text('test/notices/texts.md')];
writeFileSync('THIRD_PARTY.md', thirdPartyPage(all, holders, others, texts));
for (const notice of undecided(all)) {
  process.stderr.write(`${keyOf(notice)}: "${notice.licence}" is decided on nowhere (test/notices/list.ts)\n`);
  process.exitCode = 1;
}
process.stdout.write(`THIRD_PARTY.md: ${all.length} packages\n`);
