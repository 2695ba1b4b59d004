import { Repeat2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Media, Picture, Veil } from '@/ui/media';
import { recipeHref } from './recipe-href';
import type { ShowcasePicture } from './showcase';

/** Height that a row aims at, pixels; rows then fill the width, so their pictures keep their order and their whole frame. */
const ROW = 250;

function Tile({ picture }: { readonly picture: ShowcasePicture }) {
  const t = useTranslations('home');
  const ratio = picture.width / picture.height;
  return (
    <li className="min-w-0" style={{ flexGrow: ratio, flexBasis: ratio * ROW, maxInlineSize: ratio * ROW * 1.7 }}>
      <Media ratio={`${picture.width} / ${picture.height}`} className="group">
        <Picture src={picture.src} srcSet={`${picture.small} 480w, ${picture.src} ${picture.width}w`} sizes="(max-width: 760px) 92vw, 30vw" alt={picture.prompt} blur={picture.blur} />
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
      <ul className="flex flex-wrap gap-3.5">
        {pictures.map((picture) => (
          <Tile key={picture.id} picture={picture} />
        ))}
      </ul>
    </section>
  );
}
