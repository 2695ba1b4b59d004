import { Chance } from './chance.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** One thing that somebody outside sets out to do. Ids follow from its number. */
export type Deed = { readonly nth: number; readonly who: number } &
  /** A piece of work: held for, perhaps extended, then ended one way or another, or forgotten by its worker. */
  (
    | {
        readonly do: 'work';
        readonly amount: number;
        readonly isFree: boolean;
        readonly lastsMs: number;
        readonly extendedByMs: number;
        readonly end: 'captured' | 'released' | 'both' | 'forgotten';
        readonly captured: number;
        readonly waits: number;
      }
    | { readonly do: 'grant'; readonly amount: number; readonly isFree: boolean; readonly lastsMs: number | undefined }
    | { readonly do: 'pay'; readonly amount: number; readonly isRefunded: boolean; readonly waits: number }
    | { readonly do: 'arrive'; readonly signsUp: boolean }
    | { readonly do: 'adjust'; readonly amount: number }
    /** Takes back what an earlier deed granted. */
    | { readonly do: 'revoke'; readonly grantOf: number; readonly waits: number }
    | { readonly do: 'use'; readonly listPrice: number }
  );

/** What people do and what becomes of the world around them, all from one seed. */
export interface Plan {
  readonly seed: number;
  readonly deeds: readonly Deed[];
  /** Lengths of what the clock is moved by, milliseconds. */
  readonly moves: readonly number[];
  readonly users: number;
  /** Processes that may be up at the same time. */
  readonly processes: number;
  /** Deaths of processes, at most. */
  readonly deaths: number;
  readonly refused: number;
  readonly lost: number;
  readonly again: number;
  /** How soon accounts write checkpoints and seal them. */
  readonly checkpointEvery: number;
  readonly seal: number;
  readonly cachedStreams: number;
}

const LASTING = [2 * MINUTE, HOUR, DAY, 20 * DAY] as const;

function deed(chance: Chance, nth: number, users: number, before: readonly Deed[]): Deed {
  const who = chance.between(0, users - 1);
  const kind = chance.between(0, 99);
  if (kind < 48 && nth > 1) {
    const amount = chance.between(1, 7);
    return {
      nth,
      who,
      do: 'work',
      amount,
      isFree: chance.is(0.3),
      lastsMs: chance.pick(LASTING),
      extendedByMs: chance.is(0.25) ? chance.pick(LASTING) : 0,
      end: chance.pick(['captured', 'captured', 'captured', 'released', 'both', 'forgotten'] as const),
      captured: chance.is(0.1) ? amount + 1 : chance.between(1, amount),
      waits: chance.between(0, 12),
    };
  }
  if (kind < 66 || nth <= 1)
    return {
      nth,
      who,
      do: 'grant',
      amount: chance.between(1, 15),
      isFree: chance.is(0.25),
      lastsMs: chance.is(0.7) ? chance.pick(LASTING) : undefined,
    };
  if (kind < 74)
    return {
      nth,
      who,
      do: 'pay',
      amount: chance.between(3, 20),
      isRefunded: chance.is(0.5),
      waits: chance.between(0, 60),
    };
  if (kind < 79) return { nth, who, do: 'arrive', signsUp: chance.is(0.5) };
  if (kind < 85)
    return { nth, who, do: 'adjust', amount: chance.is(0.5) ? chance.between(1, 6) : -chance.between(1, 9) };
  const granted = chance.pick(before.filter((earlier) => earlier.do === 'grant'));
  // Mostly its owner's; now and then one that the account has never had.
  if (kind < 97)
    return {
      nth,
      who: chance.is(0.9) ? granted.who : who,
      do: 'revoke',
      grantOf: granted.nth,
      waits: chance.between(0, 80),
    };
  return { nth, who, do: 'use', listPrice: chance.between(0, 9) };
}

/**
 * @param seed a whole number
 * @param kept numbers of the deeds that are done; all without it
 */
export function planOf(seed: number, kept?: ReadonlySet<number>): Plan {
  const chance = new Chance(seed);
  const users = chance.between(1, 3);
  const deeds: Deed[] = [];
  for (let left = chance.between(8, 24); left > 0; left -= 1) deeds.push(deed(chance, deeds.length, users, deeds));
  // Some runs have a calm sea and only deaths; some have no deaths.
  const wind = chance.pick([0, 0.01, 0.02, 0.05] as const);
  return {
    seed,
    users,
    deeds: deeds.filter(({ nth }) => kept?.has(nth) ?? true),
    moves: Array.from({ length: chance.between(2, 10) }, () =>
      chance.pick([1_000, MINUTE, 3 * MINUTE, HOUR, 5 * HOUR, DAY, 21 * DAY, 45 * DAY] as const),
    ),
    processes: chance.between(1, 2),
    deaths: chance.pick([0, 2, 5, 9] as const),
    refused: wind,
    lost: wind,
    again: chance.pick([0, 0.3] as const),
    checkpointEvery: chance.pick([3, 6, 12, 512] as const),
    seal: chance.pick([2, 4, 4_096] as const),
    cachedStreams: chance.pick([1, 20_000] as const),
  };
}
