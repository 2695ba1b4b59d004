import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { z } from 'zod';
import { codeOf } from '../../../kernel/thrown.js';
import { inlineSources, readPageScripts } from './page-scripts.js';

/** A page sent from memory. */
export interface KeptPage {
  readonly html: Buffer;
  readonly gzipped: Buffer;
  /** Sources for `script-src`. */
  readonly sources: readonly string[];
}

/** What the web app serves at a path, with the `script-src` sources of its inline scripts. */
export type PageAt =
  /** A prerendered page, a file, or a redirect. */
  | { readonly kind: 'built'; readonly sources: readonly string[] }
  /** A page rendered on request. It may turn out to be an error page; these are that page's sources. */
  | { readonly kind: 'drawn'; readonly sources: readonly string[] }
  | { readonly kind: 'missing' };

/** The "not found" pages in every language. */
export type MissingPage = 'page' | 'work';

/** The pages of a built web app. */
export interface Pages {
  at(path: string): Promise<PageAt>;
  /** The page for a missing path, in the language of the path. */
  missing(path: string, what: MissingPage): Promise<KeptPage>;
}

const ROOT_LANGUAGE = 'en';
const MISSING: Readonly<Record<MissingPage, string>> = { page: '/_missing', work: '/v/_missing' };
/** Next redirects these to the normalised path. */
const UNCLEAN = /\\|\/\//;
const builtShape = z.object({
  routes: z.record(z.string(), z.unknown()),
  dynamicRoutes: z.record(z.string(), z.unknown()),
});
const routesShape = z.object({
  redirects: z.array(z.object({ regex: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});

/**
 * Reads which pages are prerendered and which are rendered on request. A page in a language that is not prerendered is
 * rendered if it exists in English.
 * @param dir of the web app, with its finished `.next`
 */
export async function readPages(dir: string): Promise<Pages> {
  const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(dir, '.next', name), 'utf8'));
  const [scripts, built, routes, files] = await Promise.all([
    readPageScripts(dir),
    json('prerender-manifest.json').then((found) => builtShape.parse(found)),
    json('routes-manifest.json').then((found) => routesShape.parse(found)),
    filesIn(join(dir, 'public')),
  ]);
  const isBuilt = (route: string): boolean => Object.hasOwn(built.routes, route);
  const moved = routes.redirects.map(({ regex }) => new RegExp(regex));
  const drawn = routes.dynamicRoutes
    .filter(({ page }) => !Object.hasOwn(built.dynamicRoutes, page))
    .map(({ regex }) => new RegExp(regex));
  /** undefined if the path does not start with a language. */
  const languageOf = (path: string): string | undefined => {
    const first = path.split('/', 2)[1] ?? '';
    return isBuilt(`/${first}${MISSING.page}`) ? first : undefined;
  };
  const kept = new Map<string, Promise<KeptPage>>();
  return {
    at: async (path) => {
      if (Object.values(MISSING).some((missing) => path.endsWith(missing))) return { kind: 'missing' };
      const sources = await scripts.of(path);
      if (sources !== undefined) return { kind: 'built', sources };
      if (
        path.startsWith('/_next/') ||
        files.has(path) ||
        UNCLEAN.test(path) ||
        moved.some((regex) => regex.test(path))
      )
        return { kind: 'built', sources: [] };
      const language = languageOf(path);
      const inEnglish =
        language === undefined ? `/${ROOT_LANGUAGE}${path}` : `/${ROOT_LANGUAGE}${path.slice(language.length + 1)}`;
      const isDrawn = isBuilt(inEnglish) || drawn.some((regex) => regex.test(inEnglish));
      return isDrawn ? { kind: 'drawn', sources: await scripts.ofDrawn() } : { kind: 'missing' };
    },
    missing: (path, what) => {
      const route = `/${languageOf(path) ?? ROOT_LANGUAGE}${MISSING[what]}`;
      const before = kept.get(route);
      if (before !== undefined) return before;
      const page = keep(join(dir, `.next/server/app${route}.html`));
      kept.set(route, page);
      // A failed read may succeed later.
      page.catch(() => kept.delete(route));
      return page;
    },
  };
}

async function keep(file: string): Promise<KeptPage> {
  const html = await readFile(file);
  return { html, gzipped: await promisify(gzip)(html), sources: inlineSources(html.toString('utf8')) };
}

/** The paths of a folder's static files. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  try {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return new Set(
      found
        .filter((entry) => entry.isFile())
        .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
    );
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return new Set();
    throw error;
  }
}
