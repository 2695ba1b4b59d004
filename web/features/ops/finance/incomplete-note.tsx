import { useTranslations } from 'next-intl';
import type { TrialBalance } from '@src/credits/books/finance.shared';
import { Link } from '@/i18n/navigation';
import { Notice } from '@/ui/content/states';

/** Says that figures are incomplete, and where to look. */
export function IncompleteNote({ incomplete }: { readonly incomplete: TrialBalance['incomplete'] }) {
  const t = useTranslations('finance');
  if (incomplete.length === 0) return null;
  const look = (
    <Link href="/finance/checks" className="font-medium underline underline-offset-4">
      {t('incompleteLook')}
    </Link>
  );
  return (
    <Notice tone="warning" action={look}>
      {t('incomplete', { count: incomplete.length })}
    </Notice>
  );
}
