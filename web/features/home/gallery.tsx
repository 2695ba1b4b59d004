import { Repeat2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Media, Picture, Veil } from '@/ui/media';
import { recipeHref } from './recipe-href';
import type { ShowcasePicture } from './showcase';

function Tile({ picture }: { readonly picture: ShowcasePicture }) {
  const t = useTranslations('home');
  const ratio = picture.width / picture.height;
  return (
    <li className="min-w-0" style={{ flexGrow: ratio, flexBasis: `calc(var(--row) * ${ratio})`, maxInlineSize: `calc(var(--row) * ${ratio * 1.7})` }}>
      <Media ratio={`${picture.width} / ${picture.height}`} className="group">
        <Picture src={picture.src} alt={picture.prompt} blur={picture.blur} />
        <Veil>
          <bdi className="line-clamp-2 text-sm">{picture.prompt}</bdi>
          <Link href={recipeHref(picture)} className={`${buttonStyle({ tone: 'glass', size: 'sm' })} justify-self-start`}>
            <Icon of={Repeat2} size="s" />
            {t('usePrompt')}
          </Link>
        </Veil>
      </Media>
    </li>
  );
}

/** What the engine made, each picture with its words. */
export function Gallery({ pictures }: { readonly pictures: readonly ShowcasePicture[] }) {
  const t = useTranslations('home');
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="gallery-title" className="grid gap-4">
      <h2 id="gallery-title" className="text-2xl leading-title font-strong tracking-title">
        {t('gallery')}
      </h2>
      {/* Rows aim at one height and then fill the width, so that pictures keep their order and their whole frame. */}
      <ul className="flex flex-wrap gap-3.5 [--row:250px] max-md:gap-2.5 max-md:[--row:140px]">
        {pictures.map((picture) => (
          <Tile key={picture.src} picture={picture} />
        ))}
      </ul>
    </section>
  );
}
