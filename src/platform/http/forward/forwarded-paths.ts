import type { IncomingMessage } from 'node:http';

/** Route prefix for requests to another process. The controllers' own paths would take precedence. */
export const ELSEWHERE = '/.elsewhere';
export const API = '/api';
/** Addresses that clients of other image APIs expect. */
export const COMPATIBLE = '/v1';
/** Maximum time that a request below `COMPATIBLE` waits for its result, milliseconds. */
export const COMPATIBLE_WAIT_MS = 240_000;
/** Header by which clients of `COMPATIBLE` repeat nothing by themselves that may have been paid for. */
export const RETRY_HEADER = 'x-should-retry';
/** Files for search engines. They list what only a process with stores knows. */
export const SITE_FILES: readonly string[] = ['/robots.txt', '/sitemap.xml'];
/** Every process answers its own health checks. */
export const HEALTH: readonly string[] = ['/api/health', '/api/health/ready'];

/** The path of a URL without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Whether a path belongs to the API and not to a page. */
export const isApi = (path: string): boolean =>
  [API, COMPATIBLE].some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

/**
 * The route for a request: files for search engines, and everything below `/api` and `/v1` except this process's own
 * health checks, go to another process.
 */
export function routeElsewhere({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const path = pathOf(url);
  return (isApi(path) && !HEALTH.includes(path)) || SITE_FILES.includes(path) ? `${ELSEWHERE}${url}` : url;
}
