'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import type { AdjustmentView } from '@src/credits/adjustments/adjustment.shared';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Notice } from '@/ui/content/states';
import { Field, Textarea } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Confirm } from '@/ui/overlay/dialog';
import type { AccountRef } from '../account/account-ref';
import { useFigures } from '../charts/use-figures';
import { IN_BOOKS } from '../query-result';
import { AdjustFields } from './adjust-fields';
import { accountOf } from './pending';
import { accountIn, useAdjustment } from './use-adjustment';
import { ValidField } from './valid-field';

/** Requests an adjustment, with a preview of the balance after it. */
export function AdjustForm({
  approvalAbove,
  onDone,
}: {
  readonly approvalAbove: number | undefined;
  readonly onDone: () => Promise<void>;
}) {
  const t = useTranslations('finance.adjust.form');
  const { draft, form, done, ref, amount, isCase } = useAdjustment(onDone);
  const { user, note, valid } = draft.values;
  const needsSecond = useNeedsSecond(ref, amount, approvalAbove);
  const [confirming, setConfirming] = useState(false);
  /** What is applied at once is confirmed first. */
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.busy) return;
    draft.lookUp();
    if (ref === undefined || amount === undefined || !isCase || needsSecond) form.submit();
    else setConfirming(true);
  };
  return (
    <Card>
      <form noValidate onSubmit={submit} {...form.early} className="grid gap-4">
        <Lead approvalAbove={approvalAbove} />
        <FormErrors title={t('title')} problems={form.summary} />
        <AdjustFields draft={draft} form={form} />
        <More
          disabled={form.busy}
          note={note}
          onNote={draft.setNote}
          valid={valid}
          onValid={(day) => draft.edit({ valid: day })}
        />
        <Preview account={draft.lookedUp === user ? ref : undefined} amount={amount} needsSecond={needsSecond} />
        <Button type="submit" tone="invert" busy={form.busy} className="justify-self-start">
          {amount === undefined || needsSecond ? t('send') : t('apply')}
        </Button>
        {done === undefined ? null : <Done adjustment={done} />}
      </form>
      {ref === undefined || amount === undefined ? null : (
        <ConfirmApply
          open={confirming}
          onOpenChange={setConfirming}
          account={ref}
          amount={amount}
          onConfirm={() => form.submit()}
        />
      )}
    </Card>
  );
}

/** What an adjustment may have besides: a note, and an earlier day. */
function More({
  disabled,
  note,
  onNote,
  valid,
  onValid,
}: {
  readonly disabled: boolean;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly valid: string;
  readonly onValid: (day: string) => void;
}) {
  const t = useTranslations('finance.adjust.form');
  return (
    <fieldset disabled={disabled} className="grid min-w-0 grid-cols-1 items-start gap-3 lg:grid-cols-[3fr_1fr]">
      <Field label={t('note')} help={t('noteHelp')}>
        {({ id, describedBy }) => (
          <Textarea
            id={id}
            aria-describedby={describedBy}
            rows={2}
            maxLength={1_000}
            value={note}
            onChange={(event) => onNote(event.target.value)}
          />
        )}
      </Field>
      <ValidField value={valid} onChange={onValid} />
    </fieldset>
  );
}

/** Names what is about to be applied, and the balance after it. */
function ConfirmApply({
  open,
  onOpenChange,
  account,
  amount,
  onConfirm,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly account: AccountRef;
  readonly amount: number;
  readonly onConfirm: () => void;
}) {
  const t = useTranslations('finance.adjust');
  const { signed, number } = useFigures();
  const { before, failed } = useBalance(open ? account : undefined);
  const what = { amount: signed(amount), account: accountOf(accountIn(account)) };
  const isLoading = before === undefined && !failed;
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('confirm.title')}
      description={
        before === undefined
          ? t(isLoading ? 'confirm.loading' : 'confirm.unknown', what)
          : t('confirm.text', { ...what, after: number(before + amount) })
      }
      actions={({ Cancel, Action }) => (
        <>
          <Cancel asChild>
            <Button>{t('dialog.cancel')}</Button>
          </Cancel>
          <Action asChild disabled={isLoading}>
            <Button tone="invert" onClick={onConfirm}>
              {t('form.apply')}
            </Button>
          </Action>
        </>
      )}
    />
  );
}

/** Whether another person has to approve: above the limit, and for one's own account. */
function useNeedsSecond(
  account: AccountRef | undefined,
  amount: number | undefined,
  approvalAbove: number | undefined,
): boolean {
  const session = useVisitor();
  const isOwn = session.status === 'ready' && session.user.id === account?.userId;
  return amount !== undefined && (isOwn || (approvalAbove !== undefined && Math.abs(amount) > approvalAbove));
}

/** Spendable credits of an account. One without events counts as empty. */
function useBalance(account: AccountRef | undefined): {
  readonly before: number | undefined;
  readonly isNew: boolean;
  readonly failed: boolean;
} {
  const input = account === undefined ? undefined : { ...accountIn(account), limit: 1 };
  const found = useQuery({
    ...trpc.finance.history.queryOptions(input ?? { userId: '-' }, {
      ...IN_BOOKS,
      enabled: input !== undefined,
      retry: false,
    }),
  });
  const failure = account === undefined || found.error === null ? undefined : readFailure(found.error);
  const isNew = failure?.kind === 'product' && failure.identifier === 'ACCOUNT_NOT_FOUND';
  return {
    before: account === undefined ? undefined : (found.data?.spendable ?? (isNew ? 0 : undefined)),
    isNew,
    failed: failure !== undefined && !isNew,
  };
}

function Lead({ approvalAbove }: { readonly approvalAbove: number | undefined }) {
  const t = useTranslations('finance.adjust.form');
  const { number } = useFigures();
  return (
    <div className="grid max-w-[72ch] gap-1">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      {approvalAbove === undefined ? null : (
        <p className="text-sm text-ink-2">{t('lead', { limit: number(approvalAbove) })}</p>
      )}
    </div>
  );
}

function Done({ adjustment: { state, amount, userId, steps } }: { readonly adjustment: AdjustmentView }) {
  const t = useTranslations('finance.adjust.form.done');
  const { signed } = useFigures();
  const { ofIdentifier } = useErrorWords();
  const error = steps.at(-1)?.error;
  return (
    <Notice tone={state === 'refused' ? 'danger' : 'success'} live>
      {t(state, {
        amount: signed(amount),
        user: userId,
        reason: error == null ? '' : ofIdentifier(error.identifier, error.params),
      })}
    </Notice>
  );
}

/** The balance now and afterwards. */
function Preview({
  account,
  amount,
  needsSecond,
}: {
  readonly account: AccountRef | undefined;
  readonly amount: number | undefined;
  readonly needsSecond: boolean;
}) {
  const t = useTranslations('finance.adjust.form');
  const { number } = useFigures();
  const { before, isNew, failed } = useBalance(account);
  if (failed)
    return (
      <p role="alert" className="text-sm text-danger">
        {t('noBalance')}
      </p>
    );
  if (before === undefined) return null;
  const after = amount === undefined ? undefined : before + amount;
  return (
    <div className="grid gap-1.5" aria-live="polite">
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <div className="grid">
          <dt className="text-ink-3">{t('before')}</dt>
          <dd className="num text-md font-medium">{number(before)}</dd>
        </div>
        {after === undefined ? null : (
          <div className="grid">
            <dt className="text-ink-3">{t('after')}</dt>
            <dd className="num text-md font-medium">{number(after)}</dd>
          </div>
        )}
      </dl>
      {isNew ? <p className="text-sm text-ink-2">{t('newAccount')}</p> : null}
      {after !== undefined && after < 0 ? <p className="text-sm text-danger">{t('tooLarge')}</p> : null}
      {needsSecond ? <p className="text-sm text-ink-2">{t('needsSecond')}</p> : null}
    </div>
  );
}
