import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptedLocale } from '../../../../kernel/locales.shared.js';
import { languageOf, PAGE_LANGUAGES, type PageLanguage } from './words.js';

const query = z.object({ language: z.string() });

/** Language of a page: from its address, else the one that the browser prefers. */
export function requestedLanguage(request: Pick<FastifyRequest, 'query' | 'headers'>): PageLanguage {
  const language = query.safeParse(request.query).data?.language;
  return language === undefined
    ? (acceptedLocale(request.headers['accept-language'] ?? '', PAGE_LANGUAGES) ?? 'en')
    : languageOf(language);
}
