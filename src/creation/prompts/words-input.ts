import { z } from 'zod';
import { PROMPT_READINGS } from '../../engine/options.shared.js';
import { PROMPT_MAX, SOURCE_ROLES, STYLES } from '../procedures/params.shared.js';

/** A prompt as it is typed, and what decides how a call draws by it. */
export const wordsInput = z.object({
  /** How the call reads its prompt; undefined where it draws nothing by it. */
  reads: z.enum(PROMPT_READINGS).optional(),
  style: z.enum(STYLES).default('natural'),
  shots: z.int().min(1).max(4).default(1),
  roles: z.array(z.enum(SOURCE_ROLES)).max(SOURCE_ROLES.length).default([]),
  prompt: z.string().trim().max(PROMPT_MAX),
  negativePrompt: z.string().trim().max(PROMPT_MAX).default(''),
});
export type WordsInput = z.infer<typeof wordsInput>;
