import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../../kernel/thrown.js';

/** Inline scripts that a page may run. */
export interface PageScripts {
  /**
   * `script-src` sources of the page at a path, one for each inline script.
   * @returns undefined for a page that is not prerendered
   */
  of(path: string): Promise<readonly string[] | undefined>;
  /**
   * The same for a page that is rendered on request: those in the head of every page, which have no nonce, and those of
   * the error pages, which may be sent in its place.
   */
  ofDrawn(): Promise<readonly string[]>;
}

/** English is served at the root, but its pages are built under its code. */
const AT_ROOT = '/en';
const FAULT_PAGES = ['/_not-found', '/_global-error'] as const;
const HEAD_END = '</head>';
const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const manifestShape = z.object({ routes: z.record(z.string(), z.unknown()) });

/** CSP sources of a page's inline scripts (CSP 3, section 2.3.1). */
export function inlineSources(html: string): readonly string[] {
  const scripts = [...html.matchAll(INLINE)].map(([, text = '']) => text);
  return [...new Set(scripts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/**
 * Reads the list of prerendered pages. Each page is read when first requested, and again after a failure.
 * @param dir of the web app, with its finished `.next`
 */
export async function readPageScripts(dir: string): Promise<PageScripts> {
  const { routes } = manifestShape.parse(
    JSON.parse(await readFile(join(dir, '.next/prerender-manifest.json'), 'utf8')),
  );
  const known = new Map<string, Promise<readonly string[]>>();
  const read = (route: string, part = whole): Promise<readonly string[]> => {
    const key = `${part.name} ${route}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const sources = sourcesOf(join(dir, `.next/server/app${route}.html`), part);
    known.set(key, sources);
    // A failed read may succeed later.
    sources.catch(() => known.delete(key));
    return sources;
  };
  const built = (route: string): boolean => Object.hasOwn(routes, route);
  return {
    of: async (path) => {
      const route = [path, path === '/' ? AT_ROOT : AT_ROOT + path].find(built);
      return route === undefined ? undefined : read(route);
    },
    ofDrawn: async () => {
      const faults = FAULT_PAGES.filter(built).map((route) => read(route));
      const heads = [AT_ROOT].filter(built).map((route) => read(route, head));
      return [...new Set((await Promise.all([...heads, ...faults])).flat())];
    },
  };
}

const whole = (html: string): string => html;
const head = (html: string): string => html.slice(0, html.indexOf(HEAD_END) + 1);

/** A route without a page, such as an image's, has no sources. */
async function sourcesOf(file: string, part: (html: string) => string): Promise<readonly string[]> {
  try {
    return inlineSources(part(await readFile(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
