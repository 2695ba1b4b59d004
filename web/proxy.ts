import createMiddleware from 'next-intl/middleware';
import { routing } from './i18n/routing';

export default createMiddleware(routing);

export const config = {
  // Pages alone: not the API, not Next's own files, not files with an ending.
  matcher: ['/((?!api|_next|.*\\..*).*)'],
};
