'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { problemsOf, type AccountingChange, type AccountingView } from '@src/billing/accounting/changes.shared';
import { packRule, type PackPolicy, type PackRule } from '@src/billing/accounting/settings.shared';
import { useForm } from '@/features/core/use-form';
import { Button } from '@/ui/button';
import { Badge } from '@/ui/content/badge';
import { Notice } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { Field, Input } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Select } from '@/ui/form/select';
import { useFigures } from '../charts/use-figures';
import { dayPlus } from '../filters';
import { Section } from './section';
import { useProblems, useSave } from './use-accounting';

const KINDS = ['at-once', 'by-use', 'by-time'] as const satisfies readonly PackRule['kind'][];
/** What applies before the first rule. */
const FIRST: PackRule = { kind: 'at-once' };

const firstOfNextMonth = (today: string): string => `${dayPlus(`${today.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;

/** How the revenue of packs is recognised: the rule in force, all rules, and a form for a further one. */
export function PackRules({ view }: { readonly view: AccountingView }) {
  const t = useTranslations('finance.accounting.packs');
  const nameOf = useRuleName();
  const { packs } = view.settings;
  const current = packs.findLast(({ from }) => from <= view.today)?.rule ?? FIRST;
  return (
    <Section title={t('title')} lead={t('lead')}>
      <div className="grid max-w-[72ch] gap-1">
        <p className="text-md">
          <span className="text-ink-2">{t('current')}</span> <strong className="font-strong">{nameOf(current)}</strong>
        </p>
        <RuleText rule={current} />
      </div>
      {packs.length === 0 ? <p className="text-sm text-ink-2">{t('none')}</p> : <Rules view={view} />}
      <RuleForm view={view} />
    </Section>
  );
}

function useRuleName(): (rule: PackRule) => string {
  const t = useTranslations('finance.accounting.packs.rules');
  return (rule) => (rule.kind === 'at-once' ? t('at-once') : t(rule.kind, { months: rule.months }));
}

/** What a rule does to revenue. */
function RuleText({ rule }: { readonly rule: PackRule }) {
  const t = useTranslations('finance.accounting.packs.texts');
  return (
    <p className="text-sm text-ink-2">
      {rule.kind === 'at-once' ? t('at-once') : t(rule.kind, { months: rule.months })}
    </p>
  );
}

/** Every rule, newest first. A rule that is not in force yet can be removed. */
function Rules({ view }: { readonly view: AccountingView }) {
  const t = useTranslations('finance.accounting.packs');
  const { day } = useFigures();
  const nameOf = useRuleName();
  const save = useSave(view);
  const { ofError } = useProblems();
  const [problem, setProblem] = useState<string>();
  const { packs } = view.settings;
  const current = packs.findLast(({ from }) => from <= view.today);
  const remove = async ({ from }: PackPolicy): Promise<void> => {
    setProblem(undefined);
    try {
      await save({ part: 'packs', packs: packs.filter((policy) => policy.from !== from) });
    } catch (error) {
      setProblem(ofError(error).message);
    }
  };
  return (
    <>
      <Table label={t('table')} className="bg-surface-2">
        <thead>
          <tr>
            <HeadCell>{t('from')}</HeadCell>
            <HeadCell>{t('rule')}</HeadCell>
            <HeadCell>{t('state')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {packs.toReversed().map((policy) => (
            <Row key={policy.from}>
              <Cell className="num py-2.5 whitespace-nowrap">{day(policy.from)}</Cell>
              <Cell className="py-2.5">{nameOf(policy.rule)}</Cell>
              <Cell className="py-2.5 whitespace-nowrap">
                {policy.from > view.today ? (
                  <Button
                    size="sm"
                    aria-label={t('removeOne', { day: day(policy.from) })}
                    onClick={() => void remove(policy)}
                  >
                    {t('remove')}
                  </Button>
                ) : (
                  <Badge tone={policy === current ? 'success' : 'plain'}>
                    {t(policy === current ? 'inForce' : 'earlier')}
                  </Badge>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {problem === undefined ? null : (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
    </>
  );
}

function RuleForm({ view }: { readonly view: AccountingView }) {
  const t = useTranslations('finance.accounting.packs');
  const figures = useFigures();
  const save = useSave(view);
  const { ofReason, ofError } = useProblems();
  const [from, setFrom] = useState(() => firstOfNextMonth(view.today));
  const [kind, setKind] = useState<PackRule['kind']>('by-use');
  const [months, setMonths] = useState('12');
  const [saved, setSaved] = useState(false);
  const rule = packRule.safeParse(kind === 'at-once' ? { kind } : { kind, months: Number(months) });
  const form = useForm<'from' | 'months'>({
    fields: ['from', 'months'],
    read: ofError,
    send: async () => {
      setSaved(false);
      if (from === '') return [{ field: 'from', message: t('fromMissing') }];
      if (!rule.success) return [{ field: 'months', message: t('monthsWrong') }];
      const change: AccountingChange = {
        part: 'packs',
        packs: [...view.settings.packs, { from, rule: rule.data }].sort((a, b) => (a.from < b.from ? -1 : 1)),
      };
      const [problem] = problemsOf(view.settings, change, view.today);
      if (problem !== undefined) return [{ field: 'from', message: ofReason(problem.reason) }];
      await save(change);
      setFrom(firstOfNextMonth(from));
      setSaved(true);
      return undefined;
    },
  });
  return (
    <form noValidate onSubmit={form.submit} {...form.early} className="grid gap-4 border-t border-line pt-5">
      <h3 className="text-md font-strong">{t('add')}</h3>
      <FormErrors title={t('add')} problems={form.summary} />
      <fieldset disabled={form.busy} className="grid min-w-0 grid-cols-1 items-start gap-3 md:grid-cols-3">
        <Field label={t('from')} help={t('fromHelp', { day: figures.day(view.earliest) })} {...form.at.from}>
          {({ id, describedBy, invalid }) => (
            <Input
              id={id}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              type="date"
              min={view.earliest}
              className="num"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('rule')}>
          {({ id }) => (
            <Select<PackRule['kind']>
              id={id}
              label={t('rule')}
              value={kind}
              onChange={setKind}
              choices={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            />
          )}
        </Field>
        {kind === 'at-once' ? null : (
          <Field label={t('months')} help={t('monthsHelp')} {...form.at.months}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                dir="ltr"
                inputMode="numeric"
                autoComplete="off"
                maxLength={2}
                className="num"
                value={months}
                onChange={(event) => setMonths(event.target.value)}
              />
            )}
          </Field>
        )}
      </fieldset>
      {rule.success ? <RuleText rule={rule.data} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="invert" busy={form.busy}>
          {t('addAct')}
        </Button>
        {saved ? (
          <Notice tone="success" live>
            {t('added')}
          </Notice>
        ) : null}
      </div>
    </form>
  );
}
