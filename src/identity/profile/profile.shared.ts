import { z } from 'zod';

/** Characters of each part of a name, after blanks at both ends are gone. */
export const NAME_LENGTH = 60;
/** Pixels of each side of the picture that stands for somebody. */
export const AVATAR_SIDE = 256;

const part = z.string().trim().max(NAME_LENGTH);

/** What somebody says of their names; an empty one is none. */
export const profileInput = z.object({
  /** As they want to be called. */
  name: part,
  firstName: part,
  lastName: part,
});
export type ProfileInput = z.infer<typeof profileInput>;
