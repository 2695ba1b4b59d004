import { z } from 'zod';

/**
 * Where a mail server refuses: when it greets, at the sign-in, the sender, the recipient, or once it has the letter.
 * `silence` is worse: it keeps the letter and hangs up without a word.
 */
const moment = z.enum(['greeting', 'sign-in', 'sender', 'recipient', 'letter', 'silence']);
export type Moment = z.infer<typeof moment>;

export const refusal = z.object({
  at: moment,
  code: z.int().min(400).max(599).default(451),
  text: z.string().optional(),
});
export type Refusal = z.input<typeof refusal>;
