'use client';

import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState, type FormEvent } from 'react';
import type { SearchAnswer } from '@src/billing/finance/search.shared';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { IN_BOOKS } from '../query-result';
import { SearchHits } from './search-hits';

const MAX_LENGTH = 254;

/**
 * The search of the finance pages. The text is not kept in the address, because it may be an email address. Escape
 * closes the results and returns the focus to the field.
 */
export function FinanceSearch() {
  const t = useTranslations('finance.search');
  const id = useId();
  const [typed, setTyped] = useState('');
  const [requested, setRequested] = useState('');
  const query = useQuery({
    ...trpc.finance.search.queryOptions({ of: requested }, IN_BOOKS),
    enabled: requested !== '',
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === requested && requested !== '') void query.refetch();
    else setRequested(typed.trim());
  };
  const input = useRef<HTMLInputElement>(null);
  const close = (): void => setRequested('');
  const dismiss = (): void => {
    close();
    input.current?.focus();
  };
  return (
    <div className="grid grid-cols-1 gap-2" onKeyDown={(event) => (event.key === 'Escape' ? dismiss() : undefined)}>
      <form noValidate role="search" aria-label={t('title')} onSubmit={submit} className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          {t('title')}
        </label>
        <div className="relative min-w-0 grow">
          <span aria-hidden className="pointer-events-none absolute inset-y-0 start-3 flex items-center text-ink-3">
            <Icon of={Search} size="s" />
          </span>
          <Input
            ref={input}
            id={id}
            type="text"
            dir="auto"
            enterKeyHint="search"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_LENGTH}
            placeholder={t('placeholder')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="ps-9"
          />
        </div>
        <Button type="submit" busy={query.isFetching}>
          {t('find')}
        </Button>
      </form>
      {/* Only the outcome is announced; the results are read by moving to them. */}
      <div role="status" aria-live="polite" className="contents">
        {query.data === undefined || requested === '' ? null : (
          <Outcome requested={requested} count={query.data.hits.length} />
        )}
      </div>
      {requested === '' ? null : <Results query={query} onLeave={close} onClose={dismiss} />}
    </div>
  );
}

function Outcome({ requested, count }: { readonly requested: string; readonly count: number }) {
  const t = useTranslations('finance.search');
  if (count > 0) return <p className="px-1 text-sm text-ink-2">{t('found', { count })}</p>;
  return (
    <Card className="grid gap-1 p-4 text-sm">
      <p className="font-medium">{t.rich('none', { of: () => <bdi>{requested}</bdi> })}</p>
      <p className="text-ink-2">{t('noneText')}</p>
    </Card>
  );
}

function Results({
  query: { data, error },
  onLeave,
  onClose,
}: {
  readonly query: { readonly data: SearchAnswer | undefined; readonly error: unknown };
  readonly onLeave: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('finance.search');
  const { ofFailure } = useErrorWords();
  if (error !== null)
    return (
      <Card role="alert" className="p-4 text-sm text-danger">
        {ofFailure(readFailure(error))}
      </Card>
    );
  if (data === undefined) return null;
  return (
    <>
      {data.hits.length === 0 ? null : <SearchHits hits={data.hits} onLeave={onLeave} />}
      <Button size="sm" icon={<Icon of={X} size="s" />} onClick={onClose} className="justify-self-end">
        {t('close')}
      </Button>
    </>
  );
}
