import type { EntryState } from '@src/catalog/entries/kinds.shared';

/** Badge tones of an entry's states. */
export const STATE_TONES = { draft: 'plain', published: 'success', changed: 'warning' } as const satisfies Readonly<
  Record<EntryState, string>
>;
