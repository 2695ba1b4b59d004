import { isDeepStrictEqual } from 'node:util';
import type { Difference } from '../books/finance.shared.js';
import type { ModelOwner } from './owners.js';

/** How often a read model is compared before its differences are reported. */
const MAX_ATTEMPTS = 3;

/** A read model that was compared, with the number of its documents. */
export interface ComparedModel {
  readonly name: string;
  readonly documents: number;
}

/**
 * Compares the read models of other contexts with their events. A difference is reported when two readings, a pause
 * apart, give exactly the same: one that is being written changes in between.
 * @throws StoreUnavailable
 */
export async function reconcileModels(
  owners: readonly ModelOwner[],
  pause: () => Promise<void>,
  report: (difference: Difference) => void,
): Promise<readonly ComparedModel[]> {
  const compared: ComparedModel[] = [];
  for (const owner of owners) {
    let { documents, differences } = await owner.compare();
    const reported = new Set<string>();
    for (let round = 2; round <= MAX_ATTEMPTS && differences.length > 0; round += 1) {
      await pause();
      const before = differences;
      ({ documents, differences } = await owner.compare());
      for (const difference of differences) {
        const key = `${difference.code} ${difference.where} ${difference.what}`;
        if (reported.has(key) || !before.some((one) => isDeepStrictEqual(one, difference))) continue;
        reported.add(key);
        report(difference);
      }
      differences = differences.filter(({ code, where, what }) => !reported.has(`${code} ${where} ${what}`));
    }
    compared.push({ name: owner.name, documents });
  }
  return compared;
}
