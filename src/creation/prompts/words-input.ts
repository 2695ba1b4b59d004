import { z } from 'zod';
import { PROCEDURES, PROMPT_MAX, SOURCE_ROLES, STYLES } from '../procedures/params.shared.js';

/** What is asked about words as they are typed: only what says how a call draws by them. */
export const wordsInput = z.object({
  procedure: z.enum(PROCEDURES as [(typeof PROCEDURES)[number], ...(typeof PROCEDURES)[number][]]), // a list of whatever is served is not empty
  style: z.enum(STYLES).default('natural'),
  shots: z.int().min(1).max(4).default(1),
  roles: z.array(z.enum(SOURCE_ROLES)).max(SOURCE_ROLES.length).default([]),
  prompt: z.string().trim().max(PROMPT_MAX),
  negativePrompt: z.string().trim().max(PROMPT_MAX).default(''),
});
export type WordsInput = z.infer<typeof wordsInput>;
