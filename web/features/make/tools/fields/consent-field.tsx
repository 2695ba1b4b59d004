'use client';

import { useTranslations } from 'next-intl';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { changeForm, useFormState } from '@/features/make/create/draft/draft-store';
import { declare } from '@/features/make/create/draft/likeness';
import { declared, lacksConsent } from '@/features/make/create/draft/draft-request';
import { Checkbox } from '@/ui/form/choices';

/** Asks once per image for the consent of the people shown. Renders nothing before there is an input. */
export function ConsentField({
  procedure,
  context,
}: {
  readonly procedure: ProcedureName;
  readonly context: FieldsContext;
}) {
  const t = useTranslations('tools.consent');
  const { given } = useFormState(procedure);
  if (Object.values(given).length === 0) return null;
  const consented = !lacksConsent({ procedure, given });
  const change = (checked: boolean): void => {
    declare(given, checked);
    changeForm(procedure, {
      given: checked
        ? declared(given)
        : Object.fromEntries(Object.entries(given).map(([role, { consented: _, ...one }]) => [role, one])),
    });
  };
  return (
    <Checkbox
      name="consent"
      label={t('label')}
      help={t('help')}
      checked={consented}
      invalid={context.problem === 'consent-missing'}
      onChange={change}
    />
  );
}
