import { useTranslations } from 'next-intl';
import { cx } from '@/ui/cx';
import { Spinner } from '@/ui/content/spinner';

/** Note that a submission is kept while the page's code loads; the script in the head shows it. */
export function EarlyNote({ className }: { readonly className?: string }) {
  const t = useTranslations('common.press');
  return (
    <div className={cx('hidden text-sm font-medium in-data-pressed:block', className)}>
      <p className="hidden items-center gap-2.5 in-data-[pressed=starting]:flex">
        <Spinner />
        {t('starting')}
      </p>
      <p className="hidden in-data-[pressed=offline]:block">{t('offline')}</p>
    </div>
  );
}
