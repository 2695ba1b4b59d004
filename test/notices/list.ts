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
/** The fields of package-lock.json that name packages and licences. */
export const lockFile = z.object({ packages: z.record(z.string(), packageInLock) });
/** Copyright holders of a package, by `name@version`: the lines of its licence file that name them. */
export const holdersFile = z.record(z.string(), z.array(z.string()));
type Holders = z.infer<typeof holdersFile>;

/** The key of a package in `holders.json`. */
export const keyOf = ({ name, version }: Pick<Notice, 'name' | 'version'>): string => `${name}@${version}`;

/** A package used to run the product, or to build it by `npm run build`. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Built for one operating system or processor; npm installs at most those of the machine. */
  readonly forPlatform: boolean;
  /** npm may omit it; then there is no file to name a holder. */
  readonly optional: boolean;
}

/** Packages that name their licence in their README or in an old format that the lock file omits. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = {
  'combine-errors@3.0.3': 'MIT',
  'passport-strategy@1.0.0': 'MIT',
  'pause@0.0.1': 'MIT',
};

/** Licences that require at most their notice. */
export const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Apache-2.0 AND MIT',
  '(BSD-3-Clause AND Apache-2.0)',
  '(MIT OR CC0-1.0)',
] as const;

const LIBVIPS =
  'Used unchanged as a replaceable library that is loaded at run time. A distribution of the product with ' +
  'it must include this licence, name its source (github.com/lovell/sharp-libvips), and permit its replacement. Running it on ' +
  "one's own server has no conditions.";
/** Licences with further conditions, and their meaning for Kinora (adr/0069). */
export const CONDITIONS: Readonly<Record<string, string>> = {
  'LGPL-3.0-or-later': LIBVIPS,
  'Apache-2.0 AND LGPL-3.0-or-later': LIBVIPS,
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': LIBVIPS,
  'MPL-2.0':
    'Used unchanged, to build the web app. Its files stay under the MPL: changes to them must be published; ' +
    'other code is not affected.',
  'OFL-1.1':
    'Fonts. They are distributed with the product under their licence and not sold separately; a modified font ' +
    'may not use a reserved name.',
  'CC-BY-4.0': 'Browser data, read to build the web app. Attribution: caniuse.com, by Alexis ' + 'Deveria and others.',
};

/** The package name at a path of the lock file. */
export const nameAt = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

/** The packages of a lock file except development tools, sorted by name and version, without duplicates. */
export function notices(lock: z.infer<typeof lockFile>): readonly Notice[] {
  const found = new Map<string, Notice>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = nameAt(path);
    const { version } = entry;
    if (!path.includes(FOLDER) || entry.dev === true || entry.link === true || version === undefined) continue;
    const key = keyOf({ name, version });
    found.set(key, {
      name,
      version,
      licence: entry.license ?? SAID_ELSEWHERE[key] ?? 'unknown',
      forPlatform: entry.os !== undefined || entry.cpu !== undefined,
      optional: entry.optional === true,
    });
  }
  return [...found.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, notice]) => notice);
}

const isPermissive = (licence: string): boolean => PERMISSIVE.some((one) => one === licence);

/** Notices under undecided licences: neither permissive nor with recorded conditions. */
export const undecided = (all: readonly Notice[]): readonly Notice[] =>
  all.filter(({ licence }) => !isPermissive(licence) && !Object.hasOwn(CONDITIONS, licence));

const BUILT = '- Platform-specific packages, by the holders of the package that requires them';
const titled = ({ name, version }: Notice): string => `${name} ${version}`;

function byLicence(all: readonly Notice[]): readonly (readonly [licence: string, under: readonly Notice[]])[] {
  const licences = [...new Set(all.map(({ licence }) => licence))].sort();
  return licences.map((licence) => [licence, all.filter((notice) => notice.licence === licence)]);
}

function conditions(all: readonly Notice[]): readonly string[] {
  const rows = byLicence(all.filter(({ licence }) => Object.hasOwn(CONDITIONS, licence)));
  return rows.map(
    ([licence, under]) => `| ${licence} | ${under.map(titled).join(', ')} | ${CONDITIONS[licence] ?? ''} |`,
  );
}

function section(licence: string, under: readonly Notice[], holders: Holders): readonly string[] {
  const own = under.filter(({ forPlatform }) => !forPlatform);
  const built = under.filter(({ forPlatform }) => forPlatform);
  const lines = own.map((notice) => [titled(notice), ...(holders[keyOf(notice)] ?? [])].join(' · '));
  return [
    '',
    `### ${licence}`,
    '',
    ...lines.map((line) => `- ${line}`),
    ...(built.length === 0 ? [] : [`${BUILT}: ${built.map(titled).join(', ')}`]),
  ];
}

/**
 * THIRD_PARTY.md.
 * @param others parts that are not npm packages, as Markdown: `others.md`
 * @param texts licences whose text must be included, as Markdown: `texts.md`
 */
export function thirdPartyPage(all: readonly Notice[], holders: Holders, others: string, texts: string): string {
  return [
    '# Third parties',
    '',
    'Third-party parts of Kinora, each under its own licence, which [LICENSE](LICENSE) does not change.',
    '`npm run notices` generates this page from `package-lock.json`, the packages and `test/notices`',
    '([ADR 0069](adr/0069-notices-generated-from-lock-file.md)). Do not edit it.',
    '',
    '## Packages with conditions beyond their notice',
    '',
    '| licence | packages | conditions |',
    '|---|---|---|',
    ...conditions(all),
    '',
    others.trim(),
    '',
    '## Packages',
    '',
    `${all.length} packages used to run or build the product, with the holders named in their licence files.`,
    'Test tools are not listed.',
    ...byLicence(all).flatMap(([licence, under]) => section(licence, under, holders)),
    '',
    texts.trim(),
    '',
  ].join('\n');
}
