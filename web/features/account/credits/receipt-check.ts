import type { Verdict } from '@src/credits/proof/verify.shared';
import { client } from '@/lib/trpc/client';

/**
 * Result of a receipt check. `keysMissing`: the published keys could not be fetched, so the receipt was checked with
 * its own key.
 */
export interface Checked {
  readonly verdict: Verdict;
  readonly keysMissing: boolean;
}

/** Checks a receipt file: first by itself, then against the published keys and root. */
export async function checkReceipt(file: File): Promise<Checked> {
  // Loaded on demand, because the statement alone does not need it.
  const { verifyReceipt } = await import('@src/credits/proof/verify.shared');
  const receipt = parse(await file.text());
  const alone = await verifyReceipt(receipt, { keys: 'own' });
  if (alone.outcome !== 'proved') return { verdict: alone, keysMissing: false };
  const published = await client.credits.published.query({ day: alone.day }).catch(() => undefined);
  if (published === undefined) return { verdict: alone, keysMissing: true };
  return {
    verdict: await verifyReceipt(receipt, { keys: published.keys, published: () => published.root?.body }),
    keysMissing: false,
  };
}

function parse(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text);
    return read;
  } catch {
    return undefined;
  }
}
