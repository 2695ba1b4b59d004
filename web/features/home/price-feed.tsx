'use client';

import { useEffect } from 'react';
import { useDraft } from '@/features/create/draft-store';
import { chosenModel, priceOf } from '@/features/create/quote';
import { useBalance, useModels } from '@/lib/data/account';
import { DataProvider } from '@/lib/trpc/data-provider';
import { useWordsRead } from '@/features/create/use-words-read';
import { replaced, WordsRead } from '@/features/create/words-read';
import { say, useSpoken, type Spoken } from './spoken';
import { putDown } from './spoken-desk';

/** What the button says; whole credits. */
export interface Quote {
  readonly price: number;
  readonly left: number;
  readonly short: boolean;
  /** Id of the model that the price is for. */
  readonly model: string;
  readonly models: readonly { readonly value: string; readonly label: string }[];
}

interface FeedProps {
  readonly procedure: Spoken;
  readonly onQuote: (quote: Quote) => void;
}

function Feed({ procedure, onQuote }: FeedProps) {
  const draft = useDraft(procedure);
  const spoken = useSpoken(procedure);
  useEffect(() => putDown(procedure), [procedure, spoken]);
  const { models } = useModels(procedure);
  const balance = useBalance();
  const model = chosenModel(models, draft.model);
  useEffect(() => {
    if (model === undefined || balance === undefined) return;
    const price = priceOf(model, { procedure, draft, given: {} });
    if (price === undefined) return;
    onQuote({ price, left: balance.available - price, short: balance.available < price, model: model.id, models: models.map(({ id, name }) => ({ value: id, label: name })) });
  }, [model, models, balance, procedure, draft, onQuote]);
  const read = useWordsRead({ procedure, draft, given: {} }, model);
  return <WordsRead read={read} onReplace={(word, by) => say({ prompt: replaced(draft.prompt, word, by) }, procedure)} />;
}

/** Follows the catalogue and the credits for the prompt box, puts what is said there on its desk and says what of it will be drawn; fetched after the page can be read. */
export default function PriceFeed(props: FeedProps) {
  return (
    <DataProvider>
      <Feed {...props} />
    </DataProvider>
  );
}
