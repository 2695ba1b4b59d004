'use client';

import { useEffect } from 'react';
import type { Wish } from '@/features/create/wish';
import { chosenModel, priceOf } from '@/features/create/quote';
import { useBalance, useModels } from '@/lib/data/account';
import { DataProvider } from '@/lib/trpc/data-provider';

/** What the button says; whole credits. */
export interface Quote {
  readonly price: number;
  readonly left: number;
  readonly short: boolean;
  /** Id of the model that the price is for. */
  readonly model: string;
  readonly models: readonly { readonly value: string; readonly label: string }[];
}

function Feed({ wish, onQuote }: { readonly wish: Pick<Wish, 'procedure' | 'draft'>; readonly onQuote: (quote: Quote) => void }) {
  const { procedure, draft } = wish;
  const { models } = useModels(procedure);
  const balance = useBalance();
  const model = chosenModel(models, draft.model);
  useEffect(() => {
    if (model === undefined || balance === undefined) return;
    const price = priceOf(model, { procedure, draft, given: {} });
    if (price === undefined) return;
    onQuote({ price, left: balance.available - price, short: balance.available < price, model: model.id, models: models.map(({ id, name }) => ({ value: id, label: name })) });
  }, [model, models, balance, procedure, draft, onQuote]);
  return null;
}

/** Follows the catalogue and the credits for the prompt box; fetched after the page can be read. */
export default function PriceFeed(props: { readonly wish: Pick<Wish, 'procedure' | 'draft'>; readonly onQuote: (quote: Quote) => void }) {
  return (
    <DataProvider>
      <Feed {...props} />
    </DataProvider>
  );
}
