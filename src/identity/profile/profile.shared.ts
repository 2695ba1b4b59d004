import { z } from 'zod';

/** Characters of each part of a name, after blanks at both ends are gone. */
export const NAME_LENGTH = 60;
/** Pixels of each side of the image that represents someone. */
export const AVATAR_SIDE = 256;

/** A name as it may stand on a page, in a letter and in a cookie: one line, nothing in it that is not seen; empty when nothing is left. */
export const nameText = (text: string): string => text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

const part = z.string().overwrite(nameText).max(NAME_LENGTH);

/** What someone says of their names; an empty one is none. */
export const profileInput = z.object({
  /** As they want to be called. */
  name: part,
  firstName: part,
  lastName: part,
});
export type ProfileInput = z.infer<typeof profileInput>;
