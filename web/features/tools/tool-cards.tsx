'use client';

import { useTranslations } from 'next-intl';
import { emptyDraft } from '@/features/create/draft';
import { chosenModel, priceOf } from '@/features/create/quote';
import { PICTURE_TOOLS } from '@/features/create/tools';
import { useModels } from '@/lib/data/account';
import { DataProvider } from '@/lib/trpc/data-provider';
import { ToolCard } from './tool-card';

function Cards({ line }: { readonly line: boolean }) {
  const t = useTranslations('tools');
  const tc = useTranslations('common.time');
  const { models, isSuccess } = useModels();
  return PICTURE_TOOLS.map((tool) => {
    const model = chosenModel(models.filter((one) => one.procedures.includes(tool.procedure)), undefined);
    const price = model === undefined ? undefined : priceOf(model, { procedure: tool.procedure, draft: emptyDraft(tool.procedure) });
    const words = price === undefined || model === undefined ? (isSuccess ? t('notOffered') : '') : `${t('price', { count: price })} · ${tc('about', { count: Math.max(1, Math.round(model.typicalMs / 1000)) })}`;
    return (
      <li key={tool.id} className="min-w-0">
        <ToolCard tool={tool} price={words} line={line} off={isSuccess && model === undefined} />
      </li>
    );
  });
}

/** The tools with what each costs and takes, as the catalogue has it. */
export default function ToolCards({ line = false }: { readonly line?: boolean }) {
  return (
    <DataProvider>
      <Cards line={line} />
    </DataProvider>
  );
}
