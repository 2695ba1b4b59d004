/** Session storage key: invoices whose failed payment was put away for now. */
const KEY = 'kinora.put-away';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
const ownShelf = (): Shelf => sessionStorage;

/** The invoices that were put away in this tab; none where nothing can be kept. */
export function dismissedInvoices(shelfOf = ownShelf): readonly string[] {
  try {
    return (shelfOf().getItem(KEY) ?? '').split(' ').filter((id) => id !== '');
  } catch {
    return [];
  }
}

/**
 * Puts one away for this session; on this page also where nothing can be kept.
 * @param before those that were put away before
 */
export function dismissInvoice(invoiceId: string, before: readonly string[], shelfOf = ownShelf): readonly string[] {
  const all = [...before, invoiceId];
  try {
    shelfOf().setItem(KEY, all.join(' '));
  } catch {
    // It comes again with the next page: that is all that is lost.
  }
  return all;
}
