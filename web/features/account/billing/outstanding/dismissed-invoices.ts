/** Session storage key: invoices whose payment notice was dismissed. */
const KEY = 'kinora.put-away';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
const ownShelf = (): Shelf => sessionStorage;

/** Ids of the invoices dismissed in this tab; empty without storage. */
export function dismissedInvoices(shelfOf = ownShelf): readonly string[] {
  try {
    return (shelfOf().getItem(KEY) ?? '').split(' ').filter((id) => id !== '');
  } catch {
    return [];
  }
}

/**
 * Dismisses the notice of an invoice for this session; without storage, for this page.
 * @param before ids dismissed so far
 */
export function dismissInvoice(invoiceId: string, before: readonly string[], shelfOf = ownShelf): readonly string[] {
  const all = [...before, invoiceId];
  try {
    shelfOf().setItem(KEY, all.join(' '));
  } catch {
    // Without storage the notice is shown again on the next page.
  }
  return all;
}
