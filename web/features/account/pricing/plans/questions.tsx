import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { Accordion } from '@/ui/content/accordion';
import { buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';

const QUESTIONS = ['cancel', 'credits', 'upgrade', 'price', 'refund', 'tax', 'card'] as const;

/** Frequent questions before a purchase, and a contact link. */
export function Questions() {
  const t = useTranslations('pricing.faq');
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:items-start">
      <div className="grid gap-2">
        <h2 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h2>
        <Accordion
          open={['cancel']}
          parts={QUESTIONS.map((key) => ({ value: key, title: t(`${key}.q`), content: t(`${key}.a`) }))}
        />
      </div>
      <Card className="grid justify-items-start gap-3">
        <h3 className="text-lg leading-snug font-strong tracking-title">{t('more.title')}</h3>
        <p className="text-sm text-ink-2">{t('more.text')}</p>
        <Link href="/contact-us" className={buttonStyle()}>
          {t('more.way')}
        </Link>
      </Card>
    </section>
  );
}
