'use client';

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { defined } from '@src/kernel/defined.shared';
import {
  CONTACT_LENGTH,
  CONTACT_STATES,
  RATINGS,
  type ContactState,
  type ContactView,
} from '@src/identity/contact/contact.shared';
import { SKIP_ERROR_CHAIN, useForm } from '@/features/core/use-form';
import { AdminGate } from '@/features/ops/admin/admin-gate';
import { useIsPhone } from '@/features/core/use-is-phone';
import { localZone } from '@/features/core/days';
import { isMissing, readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { newId } from '@/lib/random';
import { sentRequestOf, type SentRequest } from '@/lib/request-id';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Field, Textarea } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Segmented } from '@/ui/form/segmented';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';

const TONES = { open: 'warning', answered: 'success', closed: 'plain' } as const satisfies Record<ContactState, string>;
/** The page shows fetch errors itself. */
const SHOWN_IN_PAGE = { shownInPage: true } as const;
const SHOWN = ['open', 'all', 'answered', 'closed'] as const satisfies readonly (ContactState | 'all')[];

/** Messages from the contact form, for support. `?id=` opens one. */
export function MessagesPage() {
  const t = useTranslations('contact.admin');
  return (
    <AdminGate title={t('title')} lead={t('lead')}>
      <Messages />
    </AdminGate>
  );
}

function Messages() {
  const t = useTranslations('contact.admin');
  const format = useFormatter();
  const named = useSearchParams().get('id');
  const [open, setOpen] = useState<string | undefined>(named ?? undefined);
  const [presses, setPresses] = useState(0);
  const [state, setState] = useState<(typeof SHOWN)[number]>(named === null ? 'open' : 'all');
  const wanted = CONTACT_STATES.find((one) => one === state);
  const messages = useInfiniteQuery(
    trpc.contact.list.infiniteQueryOptions(defined({ state: wanted }), {
      getNextPageParam: (page) => page.next,
      meta: SHOWN_IN_PAGE,
    }),
  );
  const items = messages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t('filter')}
          value={state}
          choices={SHOWN.map((value) => ({ value, label: t(`states.${value}`) }))}
          onChange={setState}
        />
        <p role="status" className="text-sm text-ink-2">
          {messages.data === undefined ? '' : t('waiting', { count: messages.data.pages[0]?.open ?? 0 })}
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[320px_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-2">
          {messages.isPending ? <Skeleton className="h-60" /> : null}
          {messages.isError && items.length === 0 ? (
            <Card>
              <ErrorState
                title={t('failed')}
                actions={<Button onClick={() => void messages.refetch()}>{t('retry')}</Button>}
              />
            </Card>
          ) : null}
          {messages.isSuccess && items.length === 0 ? (
            <Card>
              <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
            </Card>
          ) : null}
          <ul className="grid grid-cols-1 gap-1.5">
            {items.map((message) => (
              <li key={message.id}>
                <button
                  type="button"
                  aria-pressed={open === message.id}
                  onClick={() => {
                    setOpen(message.id);
                    setPresses(presses + 1);
                  }}
                  className={cx(
                    'grid w-full grid-cols-1 gap-1 rounded-group px-3.5 py-2.5 text-start',
                    open === message.id ? 'bg-surface-3' : 'bg-surface-1 hover:bg-surface-2',
                  )}
                >
                  <span className="flex items-center justify-between gap-2">
                    <bdi className="truncate text-sm font-medium">{message.name}</bdi>
                    <Badge tone={TONES[message.state]}>{t(`states.${message.state}`)}</Badge>
                  </span>
                  <bdi className="truncate text-xs text-ink-2">{message.begins}</bdi>
                  <span className="num text-xs text-ink-3">
                    {format.dateTime(message.at, { dateStyle: 'short', timeStyle: 'short', timeZone: localZone() })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {messages.hasNextPage ? (
            <Button size="sm" busy={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
              {t('more')}
            </Button>
          ) : null}
        </div>
        {open === undefined ? (
          <Card className="text-sm text-ink-3">{t('choose')}</Card>
        ) : (
          <Message key={open} id={open} presses={presses} />
        )}
      </div>
    </>
  );
}

/** Updates a message in every cached query. */
function showChanged(message: ContactView): void {
  queryClient.setQueryData(trpc.contact.get.queryKey({ id: message.id }), message);
  void queryClient.invalidateQueries(trpc.contact.list.pathFilter());
}

/**
 * @param presses number of times a message was chosen in the list, which is above it on a phone; each time the
 * message receives the focus
 */
function Message({ id, presses }: { readonly id: string; readonly presses: number }) {
  const t = useTranslations('contact');
  const format = useFormatter();
  const isPhone = useIsPhone();
  const heading = useRef<HTMLHeadingElement>(null);
  const {
    data: message,
    isPending,
    error,
    refetch,
  } = useQuery(trpc.contact.get.queryOptions({ id }, { meta: SHOWN_IN_PAGE }));
  const isThere = message != null;
  const setState = useMutation(trpc.contact.setState.mutationOptions({ onSuccess: showChanged }));
  useEffect(() => {
    if (isPhone && isThere && presses > 0) heading.current?.focus();
  }, [isPhone, isThere, presses]);
  if (isPending) return <Skeleton className="h-60" />;
  if (message === undefined && !isMissing(error, 'VALIDATION_ERROR')) {
    return (
      <Card>
        <ErrorState
          title={t('admin.failedOne')}
          actions={<Button onClick={() => void refetch()}>{t('admin.retry')}</Button>}
        />
      </Card>
    );
  }
  if (message == null) return <Card className="text-sm text-ink-3">{t('admin.gone')}</Card>;
  const { name, email, topic, at, language, isOwnAddress, creationId, rating, answers, state } = message;
  const time = (when: number): string =>
    format.dateTime(when, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2
            ref={heading}
            tabIndex={-1}
            className="scroll-mt-[calc(var(--topbar)+12px)] text-lg font-strong tracking-title outline-none"
          >
            {t(`topics.${topic}`)}
          </h2>
          <Badge tone={TONES[state]}>{t(`admin.states.${state}`)}</Badge>
        </div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
          <bdi>{name}</bdi>
          <bdi dir="ltr" className="break-all">
            {email}
          </bdi>
          <Badge tone={isOwnAddress ? 'success' : 'plain'}>
            {t(isOwnAddress ? 'admin.ownAddress' : 'admin.otherAddress')}
          </Badge>
        </p>
        <p className="num text-xs text-ink-3">
          {time(at)} · {t('admin.writtenIn')} <bdi>{language}</bdi>
        </p>
      </div>
      <p dir="auto" className="rounded-group bg-surface-2 p-3.5 text-sm wrap-anywhere whitespace-pre-wrap">
        {message.message}
      </p>
      {rating === null ? null : <p className="num text-sm">{t('admin.rating', { rating, of: RATINGS.length })}</p>}
      {creationId === null ? null : (
        <p className="text-xs text-ink-3">
          {t('admin.creation')}{' '}
          <bdi dir="ltr" className="num select-all">
            {creationId}
          </bdi>
        </p>
      )}
      {answers.length === 0 ? null : (
        <section aria-label={t('admin.answers')} className="grid gap-2">
          <h3 className="text-sm font-medium">{t('admin.answers')}</h3>
          {answers.map((answer) => (
            <div key={answer.id} className="grid gap-1 rounded-group bg-info-soft p-3.5">
              <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
                {answer.text}
              </p>
              <span className="num text-xs text-ink-3">{time(answer.at)}</span>
            </div>
          ))}
        </section>
      )}
      <Answer id={id} />
      <Button
        tone="quiet"
        size="sm"
        busy={setState.isPending}
        className="justify-self-start"
        onClick={() => setState.mutate({ id, state: state === 'closed' ? 'open' : 'closed' })}
      >
        {t(state === 'closed' ? 'admin.reopen' : answers.length === 0 ? 'admin.close' : 'admin.closeAnswered')}
      </Button>
    </Card>
  );
}

function Answer({ id }: { readonly id: string }) {
  const t = useTranslations('contact');
  const { ofFailure } = useErrorWords();
  const [text, setText] = useState('');
  const sending = useRef<SentRequest>(undefined);
  const answer = useMutation(trpc.contact.answer.mutationOptions({ ...SKIP_ERROR_CHAIN, onSuccess: showChanged }));
  const form = useForm<'text'>({
    fields: ['text'],
    read: (error) => ({ message: ofFailure(readFailure(error)) }),
    send: async () => {
      const words = text.trim();
      if (words === '') return [{ field: 'text', message: t('admin.emptyAnswer') }];
      if (words.length > CONTACT_LENGTH.answer)
        return [
          { field: 'text', message: t('problems.messageLong', { ...CONTACT_LENGTH, message: CONTACT_LENGTH.answer }) },
        ];
      sending.current = sentRequestOf(sending.current, words, newId);
      await answer.mutateAsync({ id, answerId: sending.current.id, text: words });
      sending.current = undefined;
      setText('');
      return undefined;
    },
  });
  return (
    <form onSubmit={form.submit} className="grid gap-3" noValidate>
      <FormErrors title={t('refused')} problems={form.summary} />
      <Field {...form.at.text} label={t('admin.answer')} help={t('admin.answerHelp')}>
        {({ id: input, describedBy, invalid }) => (
          <Textarea
            id={input}
            required
            className="min-h-32"
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="invert" busy={form.busy}>
          {t('admin.send')}
        </Button>
        <p role="status" className="text-sm text-ink-2">
          {answer.isSuccess && text === '' ? t('admin.answered') : ''}
        </p>
      </div>
    </form>
  );
}
