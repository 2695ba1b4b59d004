'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { emptyDraft } from '@/features/make/create/draft/draft';
import { chosenModel, priceOf } from '@/features/make/create/press/quote';
import { isExperimental } from '@/features/make/create/form/model-facts';
import { ALL_TOOLS, type ImageInputTool } from '@/features/make/create/form/tools';
import { useModels } from '@/lib/data/account';
import { needsEngine } from '@src/creation/procedures/registry.shared';
import { DataProvider } from '@/lib/trpc/data-provider';
import { roughTime } from '@/ui/content/clock';

/** A tool's price for its card, whether it is offered, and whether its results are experimental. */
export interface ToolPrice {
  readonly words: string;
  readonly offered: boolean;
  readonly experimental: boolean;
}
export type ToolPrices = Readonly<Partial<Record<ImageInputTool['id'], ToolPrice>>>;

function Feed({ onPrices }: { readonly onPrices: (prices: ToolPrices) => void }) {
  const t = useTranslations('tools');
  const tc = useTranslations('common.time');
  const { models, isSuccess } = useModels();
  useEffect(() => {
    if (!isSuccess) return;
    const entries = ALL_TOOLS.map(({ id, procedure }): ToolPrices => {
      const model = chosenModel(
        models.filter((one) => one.procedures.includes(procedure)),
        undefined,
      );
      const price =
        model === undefined ? undefined : priceOf(model, { procedure, draft: emptyDraft(procedure), given: {} });
      if (model === undefined || price === undefined)
        return {
          [id]: {
            words: t(needsEngine(procedure) ? 'needsEngine' : 'notOffered'),
            offered: false,
            experimental: false,
          },
        };
      return {
        [id]: {
          words: `${t('price', { count: price })} · ${tc('about', roughTime(model.typicalMs))}`,
          offered: true,
          experimental: isExperimental(procedure, model),
        },
      };
    });
    onPrices(entries.reduce((all, one) => ({ ...all, ...one }), {}));
  }, [models, isSuccess, onPrices, t, tc]);
  return null;
}

/** Reports prices from the catalogue to the tool cards. Loaded once the page is readable. */
export default function ToolPriceFeed(props: { readonly onPrices: (prices: ToolPrices) => void }) {
  return (
    <DataProvider>
      <Feed {...props} />
    </DataProvider>
  );
}
