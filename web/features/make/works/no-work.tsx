import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EXPLORE, HOME } from '@/features/core/areas';
import { Link } from '@/i18n/navigation';
import { Icon } from '@/ui/icon';

/** Says that the address has no work, or no longer has one, and links onwards. */
export function NoWork() {
  const t = useTranslations('works.page');
  const names = useTranslations('common.areas');
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-7 px-4 pt-12 pb-24 max-md:pt-5">
      <div className="grid gap-3">
        <h1 className="text-3xl leading-tight font-strong tracking-title text-balance">{t('none')}</h1>
        <p className="max-w-[54ch] text-ink-2">{t('noneText')}</p>
      </div>
      <ul aria-label={t('ways')} className="grid gap-1.5">
        {[EXPLORE, HOME].map(({ id, href, icon }) => (
          <li key={id}>
            <Link
              href={href}
              className="flex min-h-12 items-center gap-3 rounded-group bg-surface-2 px-3.5 text-md transition-colors quick hover:bg-surface-3"
            >
              <Icon of={icon} className="text-ink-2" />
              <span className="min-w-0 flex-1">{names(`${id}Long`)}</span>
              <Icon of={ChevronRight} size="s" className="flip text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
