import type { IncomingMessage } from 'node:http';

/** Route prefix for requests to another process. The controllers' own paths would take precedence. */
export const ELSEWHERE = '/.elsewhere';
export const API = '/api';
/** Every process answers its own health checks. */
export const HEALTH: readonly string[] = ['/api/health', '/api/health/ready'];

/** The path of a URL without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** The route for a request: everything below `/api` except this process's own health checks goes to another process. */
export function routeElsewhere({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const path = pathOf(url);
  return (path === API || path.startsWith(`${API}/`)) && !HEALTH.includes(path) ? `${ELSEWHERE}${url}` : url;
}
