import { useTranslations } from 'next-intl';
import { Gallery } from './gallery';
import { Hero } from './hero';
import { HEROES, SHOWCASE } from './showcase';

/** The first screen: say it, and see what came of what others said. */
export function Home() {
  const t = useTranslations('home');
  return (
    <div className="grid gap-11 ps-2 pe-8 pt-6 pb-16 max-md:gap-8 max-md:px-4 max-md:pt-3 max-md:pb-8">
      <Hero pictures={HEROES}>
        <div className="grid gap-3.5">
          <h1 className="text-4xl leading-display font-strong tracking-display text-balance">{t('headline')}</h1>
          <p className="max-w-[46ch] text-lede text-ink-2">{t('lede')}</p>
        </div>
      </Hero>
      <Gallery pictures={SHOWCASE.slice(HEROES.length)} />
    </div>
  );
}
