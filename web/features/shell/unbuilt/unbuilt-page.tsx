import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { Badge } from '@/ui/content/badge';
import { Icon } from '@/ui/icon';
import { RELATED_LINKS, type UnbuiltId } from './unbuilt';

/** Says that an area does not exist yet, with links to related ones. */
export function UnbuiltPage({ id }: { readonly id: UnbuiltId }) {
  const t = useTranslations('unbuilt');
  const names = useTranslations('common.areas');
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-7 px-4 pt-12 pb-24 max-md:pt-5">
      <div className="grid justify-items-start gap-3">
        <Badge>{t('label')}</Badge>
        <h1 className="text-3xl leading-tight font-strong tracking-title text-balance">{t(`${id}.title`)}</h1>
        <p className="max-w-[54ch] text-ink-2">{t(`${id}.text`)}</p>
      </div>
      <section aria-labelledby="ways-on" className="grid gap-2.5">
        <h2 id="ways-on" className="text-sm font-medium text-ink-2">
          {t('ways')}
        </h2>
        <ul className="grid gap-1.5">
          {RELATED_LINKS[id].map((place) => (
            <li key={place.id}>
              <Link
                href={place.href}
                className="flex min-h-12 items-center gap-3 rounded-group bg-surface-2 px-3.5 text-md transition-colors quick hover:bg-surface-3"
              >
                <Icon of={place.icon} className="text-ink-2" />
                <span className="min-w-0 flex-1">{names(`${place.id}Long`)}</span>
                <Icon of={ChevronRight} size="s" className="flip text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
