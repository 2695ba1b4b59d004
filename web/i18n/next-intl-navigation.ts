import { createNavigation } from 'next-intl/navigation';
import { routing } from './routing';

/**
 * The navigation of next-intl. Only the other files of this folder use it; see `navigation.ts` for what pages import.
 * It has a file of its own because `Link` is a client component and the rest is not.
 */
export const nextIntlNavigation = createNavigation(routing);
