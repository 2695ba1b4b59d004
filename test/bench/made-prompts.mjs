// Prompts for benchmarks of searches: reproducible, of frequent and of rare words.

export const THINGS =
  'castle lighthouse harbour forest mountain river bridge garden tower village market desert island'.split(' ');
export const LOOKS = 'red misty golden quiet ancient neon frozen sunlit stormy tiny giant floating broken silver'.split(
  ' ',
);
/** How many different rare words there are. */
export const RARE = 2_000;
export const pick = (list, n) => list[n % list.length];
/** Reproducible, and spread over the list. */
export const mixed = (n, salt) => Math.imul(n + salt, 2_654_435_761) >>> 0;
export const promptOf = (n) =>
  `a ${pick(LOOKS, mixed(n, 1))} ${pick(THINGS, mixed(n, 2))} beside a ${pick(LOOKS, mixed(n, 3))} ${pick(THINGS, mixed(n, 4))}, study ${mixed(n, 5) % RARE}`;
