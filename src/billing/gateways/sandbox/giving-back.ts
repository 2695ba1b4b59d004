/** Amount charged and amount returned. Minor units. */
export interface Charged {
  readonly amount: number;
  readonly refunded: number;
  readonly dispute: 'none' | 'open' | 'won' | 'lost';
}

/** A return of money: a refund by the seller, or a dispute by the bank. */
export type GivingBack =
  | { readonly type: 'refund'; readonly amount: number }
  | { readonly type: 'dispute' }
  | { readonly type: 'close-dispute'; readonly outcome: 'won' | 'lost' };

/** The charge after returning money; undefined when that is not allowed: never more than was paid, and never twice. */
export function givenBack(charged: Charged, action: GivingBack): Pick<Charged, 'refunded' | 'dispute'> | undefined {
  const { amount, refunded, dispute } = charged;
  switch (action.type) {
    case 'refund':
      if (
        !Number.isSafeInteger(action.amount) ||
        action.amount < 1 ||
        refunded + action.amount > amount ||
        dispute !== 'none'
      )
        return undefined;
      return { refunded: refunded + action.amount, dispute };
    case 'dispute':
      return dispute !== 'none' || refunded > 0 || amount === 0 ? undefined : { refunded, dispute: 'open' };
    case 'close-dispute':
      return dispute === 'open' ? { refunded, dispute: action.outcome } : undefined;
    default:
      return action satisfies never;
  }
}

/** Ids of a refund (built from the total refunded after it) and of a dispute. */
export function givingBackIds(
  invoiceId: string,
  { refunded }: Pick<Charged, 'refunded'>,
): { readonly refundId: string; readonly disputeId: string } {
  return { refundId: `re_${invoiceId}_${refunded}`, disputeId: `dp_${invoiceId}` };
}
