import { useFormatter, useTranslations } from 'next-intl';
import type { ProcedureName } from '@src/creation/procedures/registry.shared';
import { definitionOf } from '@src/creation/procedures/registry.shared';

/** Names of the tools that a model serves, in one line. */
export function ServedTools({ procedures }: { readonly procedures: readonly ProcedureName[] }) {
  const t = useTranslations('admin.engines');
  const tn = useTranslations('tools.names');
  const format = useFormatter();
  if (procedures.length === 0) return <>{t('servesNothing')}</>;
  return (
    <>
      {t('serves', {
        tools: format.list(
          procedures.map((procedure) => tn(definitionOf(procedure).key)),
          { type: 'unit' },
        ),
      })}
    </>
  );
}
