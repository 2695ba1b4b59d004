'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ADJUSTMENT_REASONS } from '@src/credits/credits.shared';
import { ADJUSTMENT_STATES } from '@src/credits/adjustments/adjustment.shared';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Field, Input } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { Icon } from '@/ui/icon';
import { DayField } from '../filter-bar';
import { today, useAddress } from '../use-filters';
import type { RegisterFilter, TextName } from './adjustment-filter';

const ALL = 'all';
const REASONS = [ALL, ...ADJUSTMENT_REASONS] as const;
const STATES = [ALL, ...ADJUSTMENT_STATES] as const;

/** Filters of the register, kept in the address, and the register as a file. */
export function AdjustmentFilters({
  filter,
  wrong,
}: {
  readonly filter: RegisterFilter;
  readonly wrong: readonly TextName[];
}) {
  const t = useTranslations('finance.adjust');
  const { parameters, change } = useAddress();
  return (
    <Card role="group" aria-label={t('filter.title')} className="grid grid-cols-2 items-start gap-3 p-4 lg:grid-cols-4">
      <TextFilter
        name="user"
        label={t('filter.user')}
        error={wrong.includes('user') ? t('filter.userWrong') : undefined}
      />
      <TextFilter
        name="actor"
        label={t('filter.actor')}
        help={t('filter.actorHelp')}
        error={wrong.includes('actor') ? t('filter.actorWrong') : undefined}
      />
      <TextFilter
        name="case"
        label={t('columns.case')}
        error={wrong.includes('case') ? t('form.caseWrong') : undefined}
      />
      <Field label={t('filter.reason')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('filter.reason')}
            value={filter.reason ?? ALL}
            onChange={(reason) => change({ reason: reason === ALL ? undefined : reason })}
            choices={REASONS.map((value) => ({
              value,
              label: value === ALL ? t('filter.allReasons') : t(`reasons.${value}`),
            }))}
          />
        )}
      </Field>
      <Field label={t('filter.state')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('filter.state')}
            value={filter.state ?? ALL}
            onChange={(state) => change({ state: state === ALL ? undefined : state })}
            choices={STATES.map((value) => ({
              value,
              label: value === ALL ? t('filter.allStates') : t(`states.${value}`),
            }))}
          />
        )}
      </Field>
      <DayField
        label={t('filter.from')}
        value={filter.from ?? ''}
        max={today()}
        onChange={(from) => change({ from })}
      />
      <DayField
        label={t('filter.to')}
        value={parameters.get('to') ?? ''}
        max={today()}
        onChange={(to) => change({ to })}
      />
      <Button
        className="self-end"
        onClick={() =>
          change({
            user: undefined,
            actor: undefined,
            case: undefined,
            reason: undefined,
            state: undefined,
            from: undefined,
            to: undefined,
          })
        }
      >
        {t('filter.clear')}
      </Button>
      {wrong.length > 0 ? null : (
        <a
          href={`/api/finance/adjustments?${new URLSearchParams({ ...filter })}`}
          className={cx(buttonStyle(), 'self-end')}
        >
          <Icon of={Download} size="s" />
          {t('filter.download')}
        </a>
      )}
    </Card>
  );
}

/** A text filter that is applied when the field is left or confirmed. */
function TextFilter({
  name,
  label,
  help,
  error,
}: {
  readonly name: TextName;
  readonly label: string;
  readonly help?: string;
  readonly error: string | undefined;
}) {
  const { parameters, change } = useAddress();
  const [typed, setTyped] = useState<string>();
  const take = (): void => {
    if (typed === undefined) return;
    change({ [name]: typed.trim() });
    setTyped(undefined);
  };
  return (
    <Field label={label} help={help} error={error}>
      {({ id, describedBy, invalid }) => (
        <Input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          dir="auto"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={typed ?? parameters.get(name) ?? ''}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => (event.key === 'Enter' ? take() : undefined)}
        />
      )}
    </Field>
  );
}
