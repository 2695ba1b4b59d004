'use client';

import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { APP_NAMES, USAGE_TYPES, type AppName, type UsageType } from '@src/credits/credits.shared';
import { productNow } from '@/lib/product-time';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Field, Input } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { readAccountRef } from './account-ref';
import { useFigures } from '../charts/use-figures';

/** The account to find, and the moment. */
export interface AccountQuery {
  readonly user: string;
  readonly app: AppName;
  readonly usage: UsageType;
  /** `YYYY-MM-DDTHH:MM:SS` in UTC; empty for now. */
  readonly at: string;
}

const SECONDS = 19;
const isSame = (a: AccountQuery, b: AccountQuery): boolean =>
  a.user === b.user && a.app === b.app && a.usage === b.usage && a.at === b.at;
type Problem = { readonly field: 'user' | 'at'; readonly words: string };

/** Searches for an account at a moment. Invalid input shows an error at its field, and no query is sent. */
export function AccountSearch({
  wanted,
  onWant,
}: {
  readonly wanted: AccountQuery;
  readonly onWant: (wanted: AccountQuery) => void;
}) {
  const t = useTranslations('finance.account');
  const names = useTranslations('finance');
  const { moment } = useFigures();
  const [draft, setDraft] = useState(wanted);
  const [problem, setProblem] = useState<Problem>();
  const [shown, setShown] = useState(wanted);
  if (!isSame(wanted, shown)) {
    // A link or the history changed the account. The form shows the new one.
    setShown(wanted);
    setDraft(wanted);
    setProblem(undefined);
  }
  const set = (change: Partial<AccountQuery>): void => setDraft({ ...draft, ...change });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const ref = readAccountRef(draft.user);
    const now = productNow();
    if (ref === undefined)
      return setProblem({ field: 'user', words: draft.user.trim() === '' ? t('idMissing') : t('idWrong') });
    if (draft.at !== '' && Date.parse(`${draft.at}Z`) > now)
      return setProblem({ field: 'at', words: t('future', { now: moment(now) }) });
    const next = { user: ref.userId, app: ref.app ?? draft.app, usage: ref.usage ?? draft.usage, at: draft.at };
    setProblem(undefined);
    setDraft(next);
    onWant(next);
  };
  const errorOf = (field: Problem['field']): string | undefined =>
    problem?.field === field ? problem.words : undefined;
  return (
    <Card>
      <form
        noValidate
        role="search"
        onSubmit={submit}
        className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.3fr)_auto]"
      >
        <div className="col-span-2 lg:col-span-1">
          <Field label={t('id')} help={t('idHelp')} error={errorOf('user')}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                dir="auto"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                value={draft.user}
                onChange={(event) => set({ user: event.target.value })}
              />
            )}
          </Field>
        </div>
        <Field label={names('filter.app')}>
          {({ id }) => (
            <Select<AppName>
              id={id}
              label={names('filter.app')}
              value={draft.app}
              onChange={(app) => set({ app })}
              choices={APP_NAMES.map((value) => ({ value, label: names(`apps.${value}`) }))}
            />
          )}
        </Field>
        <Field label={names('filter.usage')}>
          {({ id }) => (
            <Select<UsageType>
              id={id}
              label={names('filter.usage')}
              value={draft.usage}
              onChange={(usage) => set({ usage })}
              choices={USAGE_TYPES.map((value) => ({ value, label: names(`usageTypes.${value}`) }))}
            />
          )}
        </Field>
        <div className="col-span-2 lg:col-span-1">
          <Field label={t('at')} help={t('atHelp')} error={errorOf('at')}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                type="datetime-local"
                step={1}
                className="num"
                value={draft.at}
                onChange={(event) =>
                  set({ at: event.target.value === '' ? '' : `${event.target.value}:00`.slice(0, SECONDS) })
                }
              />
            )}
          </Field>
        </div>
        <Button type="submit" tone="invert" className="col-span-2 lg:col-span-1 lg:mt-[27px]">
          {t('show')}
        </Button>
      </form>
    </Card>
  );
}
