'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import type { LoraView } from '@src/creation/engines/loras/loras.shared';
import { FAMILY_NAMES } from '@src/engine/remote/family.shared';
import { emptyDraft, queryOf } from '@/features/make/create/draft/draft';
import { toolOf } from '@/features/make/create/form/tools';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { Link } from '@/i18n/navigation';
import { useCatalogue } from '@/lib/data/account';
import { useLoras } from '@/lib/data/loras';
import { Button, buttonStyle } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { LoraSample } from './lora-card';

/** Calls that a LoRA is tried in, the usual one first. */
const CALLS: readonly ProcedureName[] = [
  'text2Image.create',
  'image2Image.create',
  'video.createVideoByText',
  'video.createVideoByImage',
];

/** One LoRA, by the address's `id`. */
export function LoraPage() {
  const t = useTranslations('loras');
  const id = useSearchParams().get('id');
  const { data, isPending, isError, refetch } = useLoras();
  const lora = data?.loras.find((one) => one.id === id);
  return (
    <div className="grid gap-6 ps-2 pe-8 pt-3 pb-16 max-md:px-3 max-md:pb-24">
      <Link href="/loras" className="justify-self-start text-sm text-ink-2 underline-offset-2 hover:underline">
        {t('all')}
      </Link>
      {isError ? (
        <ErrorState
          level={1}
          title={t('failed')}
          actions={<Button onClick={() => void refetch()}>{t('again')}</Button>}
        />
      ) : isPending ? (
        <Skeleton className="h-60 rounded-media" />
      ) : lora === undefined ? (
        <EmptyState level={1} title={t('gone')}>
          {t('goneText')}
        </EmptyState>
      ) : (
        <Lora lora={lora} />
      )}
    </div>
  );
}

function Lora({ lora }: { readonly lora: LoraView }) {
  const t = useTranslations('loras');
  const format = useFormatter();
  const { data } = useCatalogue();
  const models = (data?.models ?? []).filter(({ id }) => lora.models.includes(id));
  const [href] = CALLS.flatMap((procedure) => {
    const model = models.find(({ procedures }) => procedures.includes(procedure));
    const draft = {
      ...emptyDraft(procedure),
      prompt: lora.words.slice(0, 3).join(', '),
      model: model?.id,
      loras: [{ id: lora.id, strength: lora.strength }],
    };
    return model === undefined ? [] : [{ pathname: toolOf(procedure).href, query: queryOf(draft, procedure) }];
  });
  const facts = [
    ...(lora.family === undefined ? [] : [[t('family'), FAMILY_NAMES[lora.family]] as const]),
    [t('strength'), format.number(lora.strength)] as const,
    [t('engine'), lora.engine] as const,
    ...(models.length === 0 ? [] : [[t('models'), models.map(({ name }) => name).join(', ')] as const]),
  ];
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,420px)_minmax(0,1fr)]">
      <div className="grid gap-2">
        <LoraSample lora={lora} alt={t('sampleOf', { name: lora.name })} />
        {lora.sampleAt === undefined ? <p className="text-sm text-ink-3">{t('noSample')}</p> : null}
      </div>
      <div className="grid justify-items-start gap-5">
        <h1 className="text-2xl leading-tight font-strong tracking-title">
          <bdi>{lora.name}</bdi>
        </h1>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="min-w-0 break-words">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        {lora.words.length === 0 ? (
          <p className="text-sm text-ink-2">{t('noWords')}</p>
        ) : (
          <section aria-labelledby="lora-words" className="grid gap-2">
            <h2 id="lora-words" className="text-sm font-medium">
              {t('words')}
            </h2>
            <ul className="flex flex-wrap gap-1.5">
              {lora.words.map((word) => (
                <li key={word} className="rounded-full bg-surface-2 px-3 py-1 text-sm">
                  <bdi>{word}</bdi>
                </li>
              ))}
            </ul>
          </section>
        )}
        {href === undefined ? null : (
          <Link href={href} className={buttonStyle({ tone: 'invert' })}>
            {t('use')}
          </Link>
        )}
      </div>
    </div>
  );
}
