import { useTranslations } from 'next-intl';
import { USAGE_TYPES } from '@src/credits/credits.shared';
import { ACCOUNT_ROLES } from '@src/billing/accounting/settings.shared';
import type { ComparedFigure, FigureGroup } from '@src/billing/close/figures.shared';
import { useFigures } from '../charts/use-figures';

/** Names of figures and of their tables in the page's language. */
export function useFigureText() {
  const t = useTranslations('finance.close');
  const usage = useTranslations('finance.usageTypes');
  const { month } = useFigures();
  const partOf = ({ group, of }: ComparedFigure): string => {
    if (of === null) return '';
    if (group === 'credits') return of === 'never' ? t('never') : month(of);
    const [gateway = '', account] = of.split(' ');
    const role = ACCOUNT_ROLES.find((one) => one === account);
    return role === undefined ? of : `${t(`roles.${role}`)} (${gateway})`;
  };
  return {
    titleOf: (group: FigureGroup, unit: string): string => {
      const usageType = USAGE_TYPES.find((one) => one === unit);
      return t(`groups.${group}`, { unit: usageType === undefined ? unit.toUpperCase() : usage(usageType) });
    },
    nameOf: (row: ComparedFigure): string => {
      if (row.group === 'journal') return partOf(row);
      return row.of === null ? t(`names.${row.name}`) : t('part', { name: t(`names.${row.name}`), of: partOf(row) });
    },
  };
}
