'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useRef, useState, type KeyboardEvent } from 'react';
import { SEARCH_MAX, type PromptView } from '@src/creation/prompts/prompts.shared';
import { recall } from '@/features/make/create/draft/recall';
import { toolOf } from '@/features/make/create/form/tools';
import { useModels } from '@/lib/data/account';
import type { PopupProps } from '@/lib/popups/names';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { LoadMore } from '@/ui/content/load-more';
import { Skeleton } from '@/ui/content/skeleton';
import { useDebounced } from '@/ui/hooks/use-debounced';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Debounce of the search, in milliseconds. */
const TYPED_MS = 250;

/** Prompts of all pages, without duplicates per procedure. */
function once(prompts: readonly PromptView[]): readonly PromptView[] {
  const seen = new Set<string>();
  return prompts.filter(({ procedure, input }) => {
    const key = `${procedure} ${input.prompt} ${input.negativePrompt}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function usePrompts(search: string) {
  const ready = useVisitor().status === 'ready';
  const query = useInfiniteQuery(
    trpc.task.prompts.infiniteQueryOptions(
      { search },
      {
        enabled: ready,
        initialCursor: null,
        getNextPageParam: (page) => page.next ?? null,
        placeholderData: keepPreviousData,
        meta: { shownInPage: true },
      },
    ),
  );
  return { ...query, prompts: once(query.data?.pages.flatMap((page) => page.prompts) ?? []) };
}

function Used({ one, onPick }: { readonly one: PromptView; readonly onPick: () => void }) {
  const names = useTranslations('tools.names');
  const format = useFormatter();
  const { models } = useModels();
  return (
    <li>
      <button
        type="button"
        data-prompt
        onClick={onPick}
        className="grid w-full gap-1 rounded-card bg-surface-2 px-3.5 py-2.5 text-start transition-colors quick hover:bg-surface-3"
      >
        <bdi className="line-clamp-2 text-sm font-medium">{one.input.prompt}</bdi>
        <span className="num flex flex-wrap gap-x-2 text-xs text-ink-3">
          <span>{names(toolOf(one.procedure).id)}</span>
          <bdi>{models.find(({ id }) => id === one.input.model)?.name ?? one.input.model}</bdi>
          <span>
            {format.dateTime(one.createdAt, {
              dateStyle: 'medium',
              timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            })}
          </span>
        </span>
      </button>
    </li>
  );
}

/**
 * The user's earlier prompts. A press fills the form with one, and restores its settings if they belong to the same
 * procedure.
 */
export default function PromptHistory({ procedure, onClose }: PopupProps['promptHistory'] & PopupFrame) {
  const t = useTranslations('instruments.history');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim().slice(0, SEARCH_MAX), TYPED_MS);
  const { prompts, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    usePrompts(search);
  const box = useRef<HTMLDivElement>(null);
  const pick = (one: PromptView): void => {
    recall(one, procedure);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, [data-prompt]') ?? [])];
    stops[
      Math.max(0, Math.min(stops.length - 1, stops.findIndex((one) => one === document.activeElement) + step))
    ]?.focus();
  };
  return (
    <Popup title={t('title')} description={t('text')} onClose={onClose} className="max-w-[560px]">
      <div ref={box} onKeyDown={onKeyDown} className="grid gap-3">
        <div className="relative">
          <Icon
            of={Search}
            size="s"
            className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-3"
          />
          <Input
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={typed}
            maxLength={SEARCH_MAX}
            autoFocus
            onChange={(event) => setTyped(event.target.value)}
            className="ps-9"
            dir="auto"
          />
        </div>
        {isPending ? (
          <Skeleton className="h-14 w-full rounded-card" />
        ) : isError ? (
          <Button onClick={() => void refetch()}>{t('again')}</Button>
        ) : (
          <>
            <p role="status" className="sr-only">
              {t('found', { count: prompts.length })}
            </p>
            {prompts.length === 0 ? (
              <p className="text-sm text-ink-2">{search === '' ? t('none') : t('nothing')}</p>
            ) : (
              <ul aria-label={t('list')} className="grid max-h-[50dvh] gap-1.5 overflow-y-auto p-0.5">
                {prompts.map((one) => (
                  <Used key={one.taskId} one={one} onPick={() => pick(one)} />
                ))}
              </ul>
            )}
            {hasNextPage ? (
              <LoadMore
                busy={isFetchingNextPage}
                failed={isFetchNextPageError}
                label={t('more')}
                busyLabel={t('loading')}
                onMore={() => void fetchNextPage()}
              />
            ) : null}
          </>
        )}
      </div>
    </Popup>
  );
}
