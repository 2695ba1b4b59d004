import { ASPECTS, type Aspect } from '@src/creation/procedures/params.shared';
import { isStyle, type Style } from '@/features/make/create/form/styles';
import videos from '@/public/showcase/films.json';
import drawn from '@/public/showcase/showcase.json';

/** A work that the engine made, with all that made it. Made again by `npm run gallery`. */
export interface ShowcaseWork {
  readonly procedure: 'text2Image.create' | 'video.createVideoByText';
  /** In `public/`; WebP. Of a video its poster. */
  readonly src: string;
  /** MP4 in `public/`, with its length in seconds. */
  readonly video?: string;
  readonly seconds?: number;
  readonly prompt: string;
  readonly style: Style;
  readonly seed: number;
  readonly aspect: Aspect;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** A data URL of some 12 pixels, shown until the image has come. */
  readonly blur: string;
}

type Entry = Omit<ShowcaseWork, 'style' | 'aspect' | 'procedure'> & { readonly style: string; readonly aspect: string };
const isAspect = (value: string): value is Aspect => Object.hasOwn(ASPECTS, value);

const worksOf = (entries: readonly Entry[], procedure: ShowcaseWork['procedure']): readonly ShowcaseWork[] =>
  entries.flatMap((entry) => {
    const { style, aspect } = entry;
    return isStyle(style) && isAspect(aspect) ? [{ ...entry, procedure, style, aspect }] : [];
  });

/** What a work is called where it is counted: the name of its file. */
export const workId = ({ src }: Pick<ShowcaseWork, 'src'>): string => src.slice(src.lastIndexOf('/') + 1).replace(/\.[a-z0-9]+$/, '');

/** The key of a work's caption, among `image.captions`: the number in its file's name. */
export const captionKey = (work: Pick<ShowcaseWork, 'src'>): string => /^(?:film-)?\d+/.exec(workId(work))?.[0] ?? '';

/** Images, in order. */
export const SHOWCASE = worksOf(drawn, 'text2Image.create');
const VIDEOS = worksOf(videos, 'video.createVideoByText');

/** Offered as examples beside the prompt box. */
export const EXAMPLES = SHOWCASE.slice(0, 3);

/** The gallery: a video among every few images. */
export const GALLERY: readonly ShowcaseWork[] = SHOWCASE.flatMap((work, index) => {
  const video = index % 4 === 1 ? VIDEOS[(index - 1) / 4] : undefined;
  return video === undefined ? [work] : [video, work];
});
