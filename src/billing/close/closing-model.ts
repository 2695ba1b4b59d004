import type { Difference, ModelComparison, ModelOwner } from '../../credits/index.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { wordsOf } from '../../kernel/thrown.js';
import type { ClosingService } from './closing-service.js';
import type { Closings } from './closings.js';
import { closedBy, type Closing } from './events.js';
import { isChanged, type ComparedFigure } from './figures.shared.js';

const WORDS = { missing: 'its document is missing or was changed', 'not-signed': 'its document is not signed by this ledger, or is not the one that was signed for it' } as const;

const differs = (where: string, what: string): Difference => ({ code: 'closed-figures-differ', where, what });
const nameOf = ({ month, closing }: Pick<Closing, 'month' | 'closing'>): string => `closing ${month}.${closing}`;
const figureName = ({ group, unit, name, of }: ComparedFigure): string => [group, unit, name, ...(of === null ? [] : [of])].join(' ');

/**
 * Closed months for reconciliation: each document against its event and signature, and the figures of each closed month
 * against those that were signed, plus what became known afterwards.
 */
export function closingModel(closings: Closings, service: Pick<ClosingService, 'look' | 'faultOf'>): ModelOwner {
  async function ofMonth(month: string): Promise<{ readonly documents: number; readonly differences: readonly Difference[] }> {
    const state = await closings.of(month);
    const differences: Difference[] = [];
    for (const closing of state) {
      const fault = await service.faultOf(closing);
      if (fault !== undefined) differences.push(differs(nameOf(closing), WORDS[fault]));
    }
    const closing = closedBy(state);
    if (closing === undefined || differences.some(({ where }) => where === nameOf(closing))) return { documents: state.length, differences };
    const looked = await service.look(month);
    if (!looked.ok) return { documents: state.length, differences: [...differences, differs(nameOf(closing), looked.error.identifier)] };
    const changed = looked.value.figures.filter(isChanged).map((row) =>
      differs(`${nameOf(closing)}: ${figureName(row)}`, `is ${row.now}, ${row.frozen ?? 0} was signed${row.late === 0 ? '' : `, and ${row.late} became known later`}`));
    return { documents: state.length, differences: [...differences, ...changed] };
  }

  return {
    name: 'closings',
    async compare(): Promise<ModelComparison> {
      let documents = 0;
      const differences: Difference[] = [];
      for (const month of await closings.months()) {
        try {
          const found = await ofMonth(month);
          documents += found.documents;
          differences.push(...found.differences);
        } catch (error) {
          if (error instanceof StoreUnavailable) throw error;
          differences.push({ code: 'event-unreadable', where: `close-${month}`, what: wordsOf(error) });
        }
      }
      return { documents, differences };
    },
  };
}
