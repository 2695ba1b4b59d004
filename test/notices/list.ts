import { z } from 'zod';

const FOLDER = 'node_modules/';
const packageInLock = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  link: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
});
/** What of package-lock.json says what is installed, and under which licence. */
export const lockFile = z.object({ packages: z.record(z.string(), packageInLock) });
/** Who holds the rights in a package, by `name@version`: the lines of its licence file that say so. */
export const holdersFile = z.record(z.string(), z.array(z.string()));
type Holders = z.infer<typeof holdersFile>;

/** What `holders.json` calls a package. */
export const keyOf = ({ name, version }: Pick<Notice, 'name' | 'version'>): string => `${name}@${version}`;

/** A package that the product runs with, or is built with by `npm run build`. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Built for one operating system or processor; npm installs at most those of the machine. */
  readonly forPlatform: boolean;
  /** npm may leave it out: then no file of it is there to name a holder. */
  readonly optional: boolean;
}

/** Packages that name their licence in their README or in an old form, which the lock file does not repeat. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = {
  'combine-errors@3.0.3': 'MIT', 'passport-strategy@1.0.0': 'MIT', 'pause@0.0.1': 'MIT',
};

/** Licences that ask for no more than their notice, or for nothing. */
export const PERMISSIVE = [
  'MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0',
  'Apache-2.0 AND MIT', '(BSD-3-Clause AND Apache-2.0)', '(MIT OR CC0-1.0)',
] as const;

const LIBVIPS = 'Used unchanged, as a library that is loaded at run time and can be exchanged. Whoever hands the '
  + 'product on with it includes this licence, says where its source is (github.com/lovell/sharp-libvips), and does not forbid to '
  + 'exchange it. On an own server nothing follows.';
/** Licences that ask for more, and what follows from each for Kinora (adr/0069). */
export const CONDITIONS: Readonly<Record<string, string>> = {
  'LGPL-3.0-or-later': LIBVIPS,
  'Apache-2.0 AND LGPL-3.0-or-later': LIBVIPS,
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': LIBVIPS,
  'MPL-2.0': 'Used unchanged, while the web app is built. Its own files stay under the MPL: a change to one of them is '
    + 'published, our code is not touched.',
  'OFL-1.1': 'Fonts. They go along with the product under their licence and are not sold by themselves; a changed one '
    + 'takes another name than a reserved one.',
  'CC-BY-4.0': 'Data on browsers, read while the web app is built. Its source is named here: caniuse.com, by Alexis '
    + 'Deveria and others.',
};

/** The name of what lies at a path of the lock file. */
export const nameAt = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

/** The packages of a lock file that are more than tools of development, by name and version, each once. */
export function notices(lock: z.infer<typeof lockFile>): readonly Notice[] {
  const found = new Map<string, Notice>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = nameAt(path);
    const { version } = entry;
    if (!path.includes(FOLDER) || entry.dev === true || entry.link === true || version === undefined) continue;
    const key = keyOf({ name, version });
    found.set(key, {
      name, version, licence: entry.license ?? SAID_ELSEWHERE[key] ?? 'unknown',
      forPlatform: entry.os !== undefined || entry.cpu !== undefined, optional: entry.optional === true,
    });
  }
  return [...found.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, notice]) => notice);
}

const isPermissive = (licence: string): boolean => PERMISSIVE.some((one) => one === licence);

/** The notices under licences that nobody has decided on: neither permissive nor with conditions written down. */
export const undecided = (all: readonly Notice[]): readonly Notice[] =>
  all.filter(({ licence }) => !isPermissive(licence) && !Object.hasOwn(CONDITIONS, licence));

const BUILT = '- Built for one platform each, by the holders of the package that asks for them';
const titled = ({ name, version }: Notice): string => `${name} ${version}`;

function byLicence(all: readonly Notice[]): readonly (readonly [licence: string, under: readonly Notice[]])[] {
  const licences = [...new Set(all.map(({ licence }) => licence))].sort();
  return licences.map((licence) => [licence, all.filter((notice) => notice.licence === licence)]);
}

function conditions(all: readonly Notice[]): readonly string[] {
  const rows = byLicence(all.filter(({ licence }) => Object.hasOwn(CONDITIONS, licence)));
  return rows.map(([licence, under]) =>
    `| ${licence} | ${under.map(titled).join(', ')} | ${CONDITIONS[licence] ?? ''} |`);
}

function section(licence: string, under: readonly Notice[], holders: Holders): readonly string[] {
  const own = under.filter(({ forPlatform }) => !forPlatform);
  const built = under.filter(({ forPlatform }) => forPlatform);
  const lines = own.map((notice) => [titled(notice), ...(holders[keyOf(notice)] ?? [])].join(' · '));
  return [
    '', `### ${licence}`, '', ...lines.map((line) => `- ${line}`),
    ...(built.length === 0 ? [] : [`${BUILT}: ${built.map(titled).join(', ')}`]),
  ];
}

/**
 * THIRD_PARTY.md.
 * @param others what is no package of npm, as Markdown: `others.md`
 * @param texts the licences whose text has to go along, as Markdown: `texts.md`
 */
export function thirdPartyPage(all: readonly Notice[], holders: Holders, others: string, texts: string): string {
  return [
    '# Third parties', '',
    'What Kinora is made with and does not own: each under its own licence, which [LICENSE](LICENSE) neither widens',
    'nor narrows. `npm run notices` writes this page from `package-lock.json`, what the packages say and `test/notices`',
    '([ADR 0069](adr/0069-notices-generated-from-lock-file.md)). Do not edit it.',
    '', '## Packages whose licences ask for more than their notice', '',
    '| licence | packages | what follows |', '|---|---|---|', ...conditions(all),
    '', others.trim(), '', '## Packages',
    '', `${all.length} packages that the product runs with or is built with, with the holders that their licence files`,
    'name. Tools of tests are not among them.',
    ...byLicence(all).flatMap(([licence, under]) => section(licence, under, holders)),
    '', texts.trim(), '',
  ].join('\n');
}
