'use client';

import { useTranslations } from 'next-intl';
import { useEffect, type RefObject } from 'react';
import { useDraft } from '@/features/make/create/draft/draft-store';
import type { Style } from '@/features/make/create/form/styles';
import { useOfferedStyles } from '@/features/make/create/form/use-offered-styles';
import { chosenModel, priceOf } from '@/features/make/create/press/quote';
import { useBalance, useModels } from '@/lib/data/account';
import { creditsFor } from '@/lib/data/priced-models';
import { takeEarlyPress } from '@/lib/press/early';
import { useOnline } from '@/lib/press/network';
import { DataProvider } from '@/lib/trpc/data-provider';
import { useReadWords } from '@/features/make/create/prompt-reading/use-prompt-reading';
import { replaced, WordsRead } from '@/features/make/create/prompt-reading/prompt-reading';
import { say, useSpoken, type Spoken } from './spoken';
import { putDown } from './spoken-form';

/** The price on the button, in whole credits. */
export interface Quote {
  readonly price: number;
  readonly left: number;
  readonly short: boolean;
  /** Id of the priced model. */
  readonly model: string;
  readonly models: readonly { readonly value: string; readonly label: string }[];
  /** The styles that are not withdrawn. */
  readonly styles: readonly Style[];
}

interface FeedProps {
  /** The prompt box's form, which this component takes over. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly procedure: Spoken;
  /** Whether the button was pressed. */
  readonly starting: boolean;
  readonly onQuote: (quote: Quote) => void;
}

function Feed({ procedure, onQuote }: Omit<FeedProps, 'starting' | 'form'>) {
  const draft = useDraft(procedure);
  const spoken = useSpoken(procedure);
  useEffect(() => putDown(procedure), [procedure, spoken]);
  const { models } = useModels(procedure);
  const balance = useBalance();
  const styles = useOfferedStyles();
  const model = chosenModel(models, draft.model, { procedure, draft, given: {} });
  useEffect(() => {
    if (model === undefined || balance === undefined) return;
    const price = priceOf(model, { procedure, draft, given: {} });
    if (price === undefined) return;
    onQuote({
      price,
      left: balance.available - price,
      short: creditsFor(model, balance) < price,
      model: model.id,
      models: models.map(({ id, name }) => ({ value: id, label: name })),
      styles,
    });
  }, [model, models, balance, styles, procedure, draft, onQuote]);
  const read = useReadWords({ procedure, draft, given: {} }, model);
  return (
    <WordsRead read={read} onReplace={(word, by) => say({ prompt: replaced(draft.prompt, word, by) }, procedure)} />
  );
}

/**
 * Connects the prompt box to the catalogue, the balance, the form's draft and the reading of the prompt. Loaded once
 * the page is readable.
 */
export default function PriceFeed(props: FeedProps) {
  const t = useTranslations('common.press');
  const online = useOnline();
  const { form } = props;
  useEffect(() => {
    if (form.current === null) return;
    const press = takeEarlyPress(form.current, 'home');
    if (press === undefined) return;
    if (press.prompt !== undefined) say({ prompt: press.prompt }, 'text2Image.create');
    const box = form.current;
    // Submit only after the form has the prompt.
    setTimeout(() => box.requestSubmit());
  }, [form]);
  return (
    <DataProvider>
      {props.starting && !online ? (
        <p role="status" className="px-1.5 text-sm font-medium">
          {t('offline')}
        </p>
      ) : null}
      <Feed {...props} />
    </DataProvider>
  );
}
