import { z } from 'zod';
import { PROMPT_READINGS } from '../../engine/options.shared.js';
import { PROMPT_MAX, SOURCE_ROLES, STYLES } from '../procedures/params.shared.js';

/** A prompt being typed, and the settings that decide how it is drawn. */
export const wordsInput = z.object({
  /** How the procedure reads its prompt; undefined if it draws nothing from it. */
  reads: z.enum(PROMPT_READINGS).optional(),
  style: z.enum(STYLES).default('natural'),
  shots: z.int().min(1).max(4).default(1),
  roles: z.array(z.enum(SOURCE_ROLES)).max(SOURCE_ROLES.length).default([]),
  prompt: z.string().trim().max(PROMPT_MAX),
  negativePrompt: z.string().trim().max(PROMPT_MAX).default(''),
});
export type WordsInput = z.infer<typeof wordsInput>;
