'use client';

import { useState } from 'react';
import { chosenRange } from './selection';

/** Selected creations. `choose` toggles one, or with `isRange` takes all between the last one and it. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly choose: (id: string, isRange: boolean) => void;
  readonly set: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** @param order ids as they are listed */
export function useSelection(order: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  return {
    ids,
    choose: (id, isRange) => {
      setIds(chosenRange(ids, order, isRange ? last : undefined, id));
      setLast(id);
    },
    set: (all) => setIds(new Set(all)),
    clear: () => {
      setIds(new Set());
      setLast(undefined);
    },
  };
}
