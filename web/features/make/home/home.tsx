import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ToolRow } from '@/features/make/tools/page/tool-row';
import { Link } from '@/i18n/navigation';
import { buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Gallery } from './gallery';
import { Hero, LateRecentWork, Lede } from './hero';
import { EXAMPLES, GALLERY } from './showcase';

/** The first screen has the prompt box, the image drop area and samples. The gallery follows. */
export function Home() {
  const t = useTranslations('home');
  return (
    <div className="grid gap-11 ps-2 pe-8 pt-6 pb-16 max-md:gap-8 max-md:px-4 max-md:pt-3 max-md:pb-8">
      <Hero examples={EXAMPLES}>
        <div className="grid gap-3.5">
          <h1 className="text-4xl leading-display font-strong tracking-display text-balance max-md:text-3xl">
            {t('headline')}
          </h1>
          <Lede />
        </div>
      </Hero>
      <section aria-labelledby="tools-title" className="grid gap-4">
        <div className="flex items-end justify-between gap-3">
          <h2 id="tools-title" className="text-2xl leading-title font-strong tracking-title">
            {t('tools')}
          </h2>
          <Link href="/tools" className={buttonStyle({ tone: 'quiet', size: 'sm' })}>
            {t('allTools')}
            <Icon of={ChevronRight} size="s" className="flip" />
          </Link>
        </div>
        <ToolRow of="first" className="grid grid-cols-6 gap-3.5 max-lg:grid-cols-3 max-md:grid-cols-2 max-md:gap-3" />
      </section>
      {/* Below the first screen, because content that loads late must not move text while it is read. */}
      <LateRecentWork />
      <Gallery works={GALLERY} />
    </div>
  );
}
