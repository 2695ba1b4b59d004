import type { IncomingMessage } from 'node:http';

/** Route prefix for requests to another process. The controllers' own paths would take precedence. */
export const ELSEWHERE = '/.elsewhere';
export const API = '/api';
/** Files for search engines. They list what only a process with stores knows. */
export const SITE_FILES: readonly string[] = ['/robots.txt', '/sitemap.xml'];
/** Every process answers its own health checks. */
export const HEALTH: readonly string[] = ['/api/health', '/api/health/ready'];

/** The path of a URL without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/**
 * The route for a request: files for search engines, and everything below `/api` except this process's own health
 * checks, go to another process.
 */
export function routeElsewhere({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const path = pathOf(url);
  const isApi = (path === API || path.startsWith(`${API}/`)) && !HEALTH.includes(path);
  return isApi || SITE_FILES.includes(path) ? `${ELSEWHERE}${url}` : url;
}
