'use client';

import { useEffect } from 'react';
import type { Draft } from '@/features/create/draft';
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

function Feed({ draft, onQuote }: { readonly draft: Draft; readonly onQuote: (quote: Quote) => void }) {
  const { models } = useModels('text2Image.create');
  const balance = useBalance();
  const model = chosenModel(models, draft.model);
  useEffect(() => {
    if (model === undefined || balance === undefined) return;
    const price = priceOf(model, { procedure: 'text2Image.create', draft });
    if (price === undefined) return;
    onQuote({ price, left: balance.available - price, short: balance.available < price, model: model.id, models: models.map(({ id, name }) => ({ value: id, label: name })) });
  }, [model, models, balance, draft, onQuote]);
  return null;
}

/** Follows the catalogue and the credits for the prompt box; fetched after the page can be read. */
export default function PriceFeed(props: { readonly draft: Draft; readonly onQuote: (quote: Quote) => void }) {
  return (
    <DataProvider>
      <Feed {...props} />
    </DataProvider>
  );
}
