'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { problemsOf, type AccountingView } from '@src/billing/accounting/changes.shared';
import {
  ACCOUNT_ROLES,
  bookAccount,
  type AccountRole,
  type BookAccount,
} from '@src/billing/accounting/settings.shared';
import { useForm } from '@/features/core/use-form';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { Field, Input } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Section } from './section';
import { useProblems, useSave } from './use-accounting';

const PARTS = ['code', 'name'] as const satisfies readonly (keyof BookAccount)[];
type FieldName = `${AccountRole}.${(typeof PARTS)[number]}`;
const FIELDS = ACCOUNT_ROLES.flatMap((role) => PARTS.map((part): FieldName => `${role}.${part}`));

/** Code and name of the account for each role. Only changed fields are kept as input, all others show what is saved. */
export function AccountsForm({ view }: { readonly view: AccountingView }) {
  const t = useTranslations('finance.accounting');
  const save = useSave(view);
  const { ofReason, ofError } = useProblems();
  const [typed, setTyped] = useState<Readonly<Partial<Record<FieldName, string>>>>({});
  const [saved, setSaved] = useState(false);
  const { accounts } = view.settings;
  const valueOf = (role: AccountRole, part: (typeof PARTS)[number]): string =>
    typed[`${role}.${part}`] ?? accounts[role][part];
  const next = Object.fromEntries(
    ACCOUNT_ROLES.map((role) => [role, { code: valueOf(role, 'code').trim(), name: valueOf(role, 'name').trim() }]),
  ) as Record<AccountRole, BookAccount>; // one entry a role
  const form = useForm<FieldName>({
    fields: FIELDS,
    read: ofError,
    send: async () => {
      setSaved(false);
      const wrong = ACCOUNT_ROLES.flatMap((role) =>
        PARTS.filter((part) => !bookAccount.shape[part].safeParse(next[role][part]).success).map((part) => ({
          field: `${role}.${part}` as const,
          message: t(`accounts.wrong.${part}`, { role: t(`roles.${role}.title`) }),
        })),
      );
      if (wrong.length > 0) return wrong;
      const problems = problemsOf(view.settings, { part: 'accounts', accounts: next }, view.today);
      // Problems of accounts are at a field of this form.
      if (problems.length > 0)
        return FIELDS.flatMap((field) =>
          problems
            .filter((problem) => problem.field === `accounts.${field}`)
            .map(({ reason }) => ({ field, message: ofReason(reason) })),
        );
      await save({ part: 'accounts', accounts: next });
      setTyped({});
      setSaved(true);
      return undefined;
    },
  });
  return (
    <Section title={t('accounts.title')} lead={t('accounts.lead')}>
      <form noValidate onSubmit={form.submit} {...form.early} className="grid gap-5">
        <FormErrors title={t('accounts.title')} problems={form.summary} />
        <fieldset disabled={form.busy} className="grid min-w-0 grid-cols-1 gap-5">
          {ACCOUNT_ROLES.map((role) => (
            <div
              key={role}
              role="group"
              aria-label={t(`roles.${role}.title`)}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-start gap-x-3 gap-y-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,2fr)_minmax(0,4fr)]"
            >
              <div className="grid gap-0.5 max-lg:col-span-2">
                <h3 className="text-md font-medium">{t(`roles.${role}.title`)}</h3>
                <p className="text-sm text-ink-2">{t(`roles.${role}.text`)}</p>
              </div>
              {PARTS.map((part) => {
                const field: FieldName = `${role}.${part}`;
                const isChanged = typed[field] !== undefined && typed[field] !== accounts[role][part];
                return (
                  <Field
                    key={part}
                    label={t(`accounts.${part}`)}
                    help={isChanged ? t('savedValue', { value: accounts[role][part] }) : undefined}
                    {...form.at[field]}
                  >
                    {({ id, describedBy, invalid }) => (
                      <Input
                        id={id}
                        aria-describedby={describedBy}
                        aria-invalid={invalid}
                        dir="auto"
                        autoComplete="off"
                        spellCheck={false}
                        maxLength={part === 'code' ? 20 : 100}
                        value={valueOf(role, part)}
                        onChange={(event) => setTyped((before) => ({ ...before, [field]: event.target.value }))}
                      />
                    )}
                  </Field>
                );
              })}
            </div>
          ))}
        </fieldset>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" tone="invert" busy={form.busy}>
            {t('accounts.save')}
          </Button>
          {saved ? (
            <Notice tone="success" live>
              {t('done')}
            </Notice>
          ) : null}
        </div>
      </form>
    </Section>
  );
}
