import { z } from 'zod';

/** Maximum characters of each part of a name, after trimming. */
export const NAME_LENGTH = 60;
/** Side length of a profile image in pixels. */
export const AVATAR_SIDE = 256;

/**
 * Normalizes a name for pages, emails and cookies: one line, without invisible characters; empty when nothing is left.
 */
export const nameText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();

const part = z.string().overwrite(nameText).max(NAME_LENGTH);

/** A user's names as entered; an empty one is absent. */
export const profileInput = z.object({
  /** Display name. */
  name: part,
  firstName: part,
  lastName: part,
});
export type ProfileInput = z.infer<typeof profileInput>;
