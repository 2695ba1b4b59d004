import { Megaphone, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { PopupProps } from '@/lib/popups/names';
import { Link } from '@/i18n/navigation';
import { buttonStyle, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';

/** An announcement above the page, with its link; closing it hides it for good. */
export function AnnouncementBar({
  announcement: { title, text, href },
  onClose,
}: {
  readonly announcement: PopupProps['announcement'];
  readonly onClose: () => void;
}) {
  const t = useTranslations('common');
  return (
    <section
      aria-label={t('announcement.label')}
      className="mx-2 me-6 mb-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-info-soft py-2 ps-4 pe-2 text-sm max-md:mx-3"
    >
      <Icon of={Megaphone} size="s" className="text-info" />
      <p dir="auto" className="min-w-[16ch] flex-1 wrap-anywhere">
        <span className="font-medium">{title}</span> {text}
      </p>
      {href === undefined ? null : (
        <Link href={href} onClick={onClose} className={buttonStyle({ size: 'sm', tone: 'invert' })}>
          {t('announcement.more')}
        </Link>
      )}
      <IconButton label={t('close')} size="sm" onClick={onClose}>
        <Icon of={X} size="s" />
      </IconButton>
    </section>
  );
}
