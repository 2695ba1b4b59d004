import { z } from 'zod';
import type { ReportedPurchase } from '../../port.js';
import type { ReportedFact } from '../../../subscription/facts.js';
import { givingBackIds, type Charged } from '../giving-back.js';

const id = z.string().min(1).max(120);

/** Money that moved for a sale: minor units of its currency, negative when the sandbox gave it back. */
export const movement = z.object({
  kind: z.enum(['payment', 'refund', 'dispute', 'dispute-won']),
  at: z.int(),
  amount: z.int(),
  subjectId: id,
});
export type Movement = z.infer<typeof movement>;

type SaleFact = ReportedFact | ReportedPurchase;

/** An invoice as the movements of it are derived. */
export type MovedInvoice = Charged & { readonly invoiceId: string };

/** Money that the facts of a sale report, in their order. Nothing moves for an invoice of 0. */
export function movementsOf(facts: readonly SaleFact[], invoices: readonly MovedInvoice[]): readonly Movement[] {
  const charged = (invoiceId: string): number => invoices.find((one) => one.invoiceId === invoiceId)?.amount ?? 0;
  return facts.flatMap((fact): readonly Movement[] => {
    switch (fact.type) {
      case 'PaymentSucceeded':
      case 'PurchasePaid':
        return moved('payment', fact.data.occurredAt, fact.data.amountPaid, fact.data.invoiceId);
      case 'PaymentRefunded':
      case 'PurchaseRefunded':
        return moved('refund', fact.data.occurredAt, -fact.data.amount, fact.data.refundId);
      case 'PaymentDisputed':
      case 'PurchaseDisputed':
        return moved('dispute', fact.data.occurredAt, -fact.data.amount, fact.data.disputeId);
      case 'DisputeClosed':
      case 'PurchaseDisputeClosed':
        return fact.data.outcome === 'won'
          ? moved('dispute-won', fact.data.occurredAt, charged(fact.data.invoiceId), fact.data.disputeId)
          : [];
      default:
        return [];
    }
  });
}

const moved = (kind: Movement['kind'], at: number, amount: number, subjectId: string): readonly Movement[] =>
  amount === 0 ? [] : [{ kind, at, amount, subjectId }];

/**
 * Movements of a paid invoice of a sale that was made before movements were stored. Their times are unknown, so `at`
 * stands for all of them, and the refunds count as one.
 */
export function movementsBefore(invoice: MovedInvoice, at: number): readonly Movement[] {
  const { amount, refunded, dispute, invoiceId } = invoice;
  const { refundId, disputeId } = givingBackIds(invoiceId, invoice);
  return [
    ...moved('payment', at, amount, invoiceId),
    ...moved('refund', at, -refunded, refundId),
    ...(dispute === 'none' ? [] : moved('dispute', at, -amount, disputeId)),
    ...(dispute === 'won' ? moved('dispute-won', at, amount, disputeId) : []),
  ];
}
