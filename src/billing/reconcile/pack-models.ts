import {
  accountStream,
  compareDocuments,
  grantUseKey,
  pagesOf,
  readGrantUses,
  type DailyGrantUse,
  type Difference,
  type ModelComparison,
  type ModelOwner,
} from '../../credits/index.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { UserId } from '../../kernel/ids.js';
import { wordsOf } from '../../kernel/thrown.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { PACK_USE, packsProjection, type PacksDocument } from '../finance/packs/packs.projection.js';
import { PURCHASE_PREFIX } from '../purchase/events.js';
import { eachStream, folded, fromEvents, type BillingModelsParts } from './billing-models.js';

type Events = BillingModelsParts['events'];

/** One-time purchases, each against its stream. */
export function packsModel(
  events: Events,
  packs: Pick<ProjectionReads<PacksDocument>, 'find' | 'getMany'>,
): ModelOwner {
  return {
    name: packsProjection.name,
    async compare(): Promise<ModelComparison> {
      let documents = 0;
      const { streams, differences } = await eachStream(events, [PURCHASE_PREFIX], async (stream, recorded) => {
        const expected = fromEvents(() => folded(packsProjection, stream, recorded));
        if (expected === undefined) return [];
        documents += 1;
        return compareDocuments(
          packsProjection.name,
          new Map([[stream, expected]]),
          new Map((await packs.getMany([stream])).map((found) => [found.stream, found])),
        );
      });
      for await (const page of pagesOf(packs, {})) {
        for (const { stream } of page) {
          if (!streams.has(stream as StreamName))
            differences.push({
              code: 'document-unknown',
              where: `${packsProjection.name}: ${stream}`,
              what: 'is not in the log',
            }); // only looked up
        }
      }
      return { documents, differences };
    },
  };
}

/** The daily use of packs, against the accounts of their buyers. */
export function packUseModel(events: Events, uses: Pick<ProjectionReads<DailyGrantUse>, 'find'>): ModelOwner {
  return {
    name: PACK_USE.name,
    async compare(): Promise<ModelComparison> {
      const found = new Map<string, DailyGrantUse>();
      for await (const page of pagesOf(uses, {}))
        for (const use of page) found.set(grantUseKey(use.stream, use.grantId), use);
      // A use of a purchase that does not exist is compared as well.
      // written from the name of a stream
      const accounts = new Set([...found.values()].map(({ stream }) => stream as StreamName));
      await eachStream(events, [PURCHASE_PREFIX], async (stream, recorded) => {
        const purchase = fromEvents(() => folded(packsProjection, stream, recorded));
        for (const account of purchase === undefined ? [] : accountsOf(purchase)) accounts.add(account);
        return [];
      });
      const expected = new Map<string, DailyGrantUse>();
      const differences: Difference[] = [];
      for (const account of accounts) {
        try {
          for (const [key, use] of await readGrantUses(events, account, PACK_USE.grants)) expected.set(key, use);
        } catch (error) {
          if (error instanceof StoreUnavailable) throw error;
          differences.push({ code: 'event-unreadable', where: account, what: wordsOf(error) });
        }
      }
      return {
        documents: expected.size,
        differences: [...differences, ...compareDocuments(PACK_USE.name, expected, found)],
      };
    },
  };
}

/** The accounts that a purchase gives credits to. */
const accountsOf = ({ userId, appName, facts }: PacksDocument): readonly StreamName[] =>
  facts.flatMap(
    (fact) =>
      fact.type === 'PurchasePaid'
        ? fact.data.usage.map(({ usageType }) => accountStream({ userId: userId as UserId, appName, usageType }))
        : [], // the id that the purchase was opened with
  );
