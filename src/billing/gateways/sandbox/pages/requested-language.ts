import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { languageOf, type PageLanguage } from './words.js';

const query = z.object({ language: z.string() });

/** Language of a page: from its address, else the browser's first. */
export function requestedLanguage(request: Pick<FastifyRequest, 'query' | 'headers'>): PageLanguage {
  return languageOf(query.safeParse(request.query).data?.language ?? request.headers['accept-language'] ?? '');
}
