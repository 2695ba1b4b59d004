import type { WordArea } from '@/i18n/messages';

/** Words of the question, fetched with it. */
export const CONSENT_AREAS: readonly WordArea[] = ['consent'];
