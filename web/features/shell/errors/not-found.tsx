import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { buttonStyle } from '@/ui/button';

/** The page for unknown addresses. */
export function NotFound() {
  const t = useTranslations('faults.notFoundPage');
  return (
    <div className="grid min-h-[70vh] place-items-center p-6">
      <div className="grid max-w-[46ch] justify-items-start gap-4">
        <p className="num text-4xl leading-none font-strong tracking-display text-ink-3">404</p>
        <h1 className="text-2xl leading-title font-strong tracking-title">{t('title')}</h1>
        <p className="text-ink-2">{t('text')}</p>
        <Link href="/" className={buttonStyle({ tone: 'invert' })}>
          {t('home')}
        </Link>
      </div>
    </div>
  );
}
