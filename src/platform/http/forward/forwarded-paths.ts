import type { IncomingMessage } from 'node:http';

/** Where requests for another process stand among this one's routes; not the controllers' own paths, which would win. */
export const ELSEWHERE = '/.elsewhere';
export const API = '/api';
/** Every process says for itself how it fares. */
export const HEALTH: readonly string[] = ['/api/health', '/api/health/ready'];

/** Of a path with its query, the path. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** The route under which a request is found: everything below `/api` but the process's own health is for another. */
export function routeElsewhere({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const path = pathOf(url);
  return (path === API || path.startsWith(`${API}/`)) && !HEALTH.includes(path) ? `${ELSEWHERE}${url}` : url;
}
