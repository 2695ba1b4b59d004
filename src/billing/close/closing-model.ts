import type { Difference, ModelComparison, ModelOwner } from '../../credits/index.js';
import type { OperatorAct } from '../../identity/index.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { wordsOf } from '../../kernel/thrown.js';
import type { ClosingService } from './closing-service.js';
import type { Closings } from './closings.js';
import { closedBy, type CloseState, type CloseStream, type Closing } from './events.js';
import { isChanged, type ComparedFigure } from './figures.shared.js';

const WORDS = {
  missing: 'its document is missing or was changed',
  'not-signed': 'its document is not signed by this ledger, or is not the one that was signed for it',
} as const;

const differs = (where: string, what: string): Difference => ({ code: 'closed-figures-differ', where, what });
const nameOf = ({ month, closing }: Pick<Closing, 'month' | 'closing'>): string => `closing ${month}.${closing}`;
const figureName = ({ group, unit, name, of }: ComparedFigure): string =>
  [group, unit, name, ...(of === null ? [] : [of])].join(' ');

/**
 * Procedures that close and re-open months, and withdraw what waits. The operators' log records each call before it is
 * carried out.
 */
export const CLOSE_CALLS = ['close.sign', 'close.reopen', 'close.withdraw'] as const;

const unexplained = (of: Closing, what: string): Difference => ({ code: 'event-unexplained', where: nameOf(of), what });

/**
 * Closings and re-openings of a month that the operators' log does not explain: each needs a call of the same person. A
 * closing is named by its id. A re-opening has none, so its call lies between those that closed the month before and
 * after it.
 * @param calls in the order of the log
 */
export function withoutCall(state: CloseState, calls: readonly OperatorAct[]): readonly Difference[] {
  const isSigning =
    (of: Closing) =>
    ({ what, who, subjects }: OperatorAct): boolean =>
      what === 'close.sign' &&
      who === of.actor &&
      subjects['month'] === of.month &&
      subjects['closingId'] === of.closingId;
  return state.flatMap((closing, index) => {
    const { actor, month, reopened } = closing;
    const signed = calls.findIndex(isSigning(closing));
    const next = state[index + 1];
    const until = next === undefined ? -1 : calls.findLastIndex(isSigning(next));
    const between = calls.slice(signed + 1, until === -1 ? undefined : until);
    const isReopened =
      reopened === null ||
      between.some(
        ({ what, who, subjects }) => what === 'close.reopen' && who === reopened.actor && subjects['month'] === month,
      );
    return [
      ...(signed === -1 ? [unexplained(closing, `no call of ${actor} closed it`)] : []),
      ...(isReopened ? [] : [unexplained(closing, `no call of ${reopened.actor} re-opened it`)]),
    ];
  });
}

/** Withdrawals that the operators' log does not explain: each needs a call of its own by the same person. */
export function withdrawnWithoutCall(
  withdrawals: CloseStream['withdrawals'],
  calls: readonly OperatorAct[],
): readonly Difference[] {
  const left = [...calls];
  return withdrawals.flatMap((one) => {
    const call = left.findIndex(
      ({ what, who, subjects }) => what === 'close.withdraw' && who === one.actor && subjects['month'] === one.month,
    );
    if (call !== -1) left.splice(call, 1);
    return call === -1
      ? [
          {
            code: 'event-unexplained' as const,
            where: nameOf(one),
            what: `no call of ${one.actor} withdrew the decision`,
          },
        ]
      : [];
  });
}

/**
 * Closed months for reconciliation: each event against the operators' log, each document against its event and
 * signature, and the figures of each closed month against those that were signed, plus what became known afterwards.
 * @param callsOf the recorded calls of some procedures
 */
export function closingModel(
  closings: Closings,
  service: Pick<ClosingService, 'review' | 'faultOf'>,
  callsOf: (procedures: readonly string[]) => Promise<readonly OperatorAct[]>,
): ModelOwner {
  async function ofMonth(
    month: string,
    calls: readonly OperatorAct[],
  ): Promise<{ readonly documents: number; readonly differences: readonly Difference[] }> {
    const { closings: state, withdrawals } = await closings.stream(month);
    const differences: Difference[] = [...withoutCall(state, calls), ...withdrawnWithoutCall(withdrawals, calls)];
    for (const closing of state) {
      const fault = await service.faultOf(closing);
      if (fault !== undefined) differences.push(differs(nameOf(closing), WORDS[fault]));
    }
    const closing = closedBy(state);
    if (
      closing === undefined ||
      differences.some(({ code, where }) => code === 'closed-figures-differ' && where === nameOf(closing))
    )
      return { documents: state.length, differences };
    const reviewed = await service.review(month);
    if (!reviewed.ok)
      return {
        documents: state.length,
        differences: [...differences, differs(nameOf(closing), reviewed.error.identifier)],
      };
    const changed = reviewed.value.figures
      .filter(isChanged)
      .map((row) =>
        differs(
          `${nameOf(closing)}: ${figureName(row)}`,
          `is ${row.now}, ${row.frozen ?? 0} was signed${row.late === 0 ? '' : `, and ${row.late} became known later`}`,
        ),
      );
    return { documents: state.length, differences: [...differences, ...changed] };
  }

  return {
    name: 'closings',
    async compare(): Promise<ModelComparison> {
      let documents = 0;
      const differences: Difference[] = [];
      const months = await closings.months();
      const calls = months.length === 0 ? [] : await callsOf(CLOSE_CALLS);
      for (const month of months) {
        try {
          const found = await ofMonth(month, calls);
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
