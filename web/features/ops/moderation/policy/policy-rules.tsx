'use client';

import { useTranslations } from 'next-intl';
import {
  ACTIONS,
  BUILT_IN,
  REQUIRED,
  RULE_IDS,
  ruleOf,
  type PolicyContent,
  type Rule,
  type RuleId,
} from '@src/moderation/policy/policy.shared';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Field } from '@/ui/form/field';
import { NumberInput } from '@/ui/form/number-input';
import { Select } from '@/ui/form/select';
import { useRuleName } from './rule-name';

interface PolicyRulesProps {
  readonly draft: PolicyContent;
  readonly onChange: (draft: PolicyContent) => void;
}

/** The rules of a policy, each with its action and threshold. */
export function PolicyRules({ draft, onChange }: PolicyRulesProps) {
  const t = useTranslations('policy');
  const change = (id: RuleId, rule: Rule): void => {
    const { [id]: _before, ...others } = draft.rules;
    const isBuiltIn = rule.action === BUILT_IN[id].action && rule.threshold === BUILT_IN[id].threshold;
    onChange({ ...draft, rules: isBuiltIn ? others : { ...others, [id]: rule } });
  };
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('rules')}</h2>
      <p className="max-w-[64ch] text-sm text-ink-2">{t('rulesHelp')}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {RULE_IDS.map((id) => (
          <li key={id} className="border-t border-line py-3 first:border-t-0">
            <PolicyRule id={id} draft={draft} onChange={(rule) => change(id, rule)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PolicyRule({
  id,
  draft,
  onChange,
}: {
  readonly id: RuleId;
  readonly draft: PolicyContent;
  readonly onChange: (rule: Rule) => void;
}) {
  const t = useTranslations('policy');
  const nameOf = useRuleName();
  const rule = ruleOf(draft, id);
  const isRequired = REQUIRED.has(id);
  return (
    <fieldset className="grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_220px_120px]">
      <legend className="sr-only">{nameOf(id)}</legend>
      <div className="grid justify-items-start gap-1.5 self-center">
        <p className="text-sm font-medium">
          {id.startsWith('text.') ? t('text', { category: nameOf(id) }) : nameOf(id)}
        </p>
        {isRequired ? <Badge>{t('required')}</Badge> : null}
        {draft.rules[id] === undefined ? null : (
          <Button size="sm" tone="quiet" onClick={() => onChange(BUILT_IN[id])}>
            {t('reset')}
          </Button>
        )}
      </div>
      <Field label={t('action')}>
        {(field) =>
          isRequired ? (
            <p id={field.id} className="py-2 text-sm">
              {t('actions.refuse')}
            </p>
          ) : (
            <Select
              id={field.id}
              label={t('action')}
              value={rule.action}
              onChange={(action) => onChange({ ...rule, action })}
              choices={ACTIONS.map((action) => ({ value: action, label: t(`actions.${action}`) }))}
            />
          )
        }
      </Field>
      <Field label={t('threshold')}>
        {(field) => (
          <NumberInput
            id={field.id}
            value={rule.threshold}
            min={1}
            max={isRequired ? BUILT_IN[id].threshold : 100}
            onChange={(threshold) => onChange({ ...rule, threshold: Math.round(threshold) })}
          />
        )}
      </Field>
    </fieldset>
  );
}
