'use client';

import { Repeat2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { BeforeAfter } from '@/ui/media/before-after';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { MediaCard } from '@/ui/media/media-card';
import { ImageFrame } from '@/ui/media/media';
import { VideoPlayer } from '@/ui/media/video-player';
import { VideoPreview } from '@/ui/media/video-preview';
import { IMAGES } from './images';
import { Specimen } from './specimen';

/** A two-second video of a changing colour, made in the browser, so that players need no file. */
function useSampleVideo(): string | undefined {
  const [video, setVideo] = useState<string>();
  useEffect(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 180];
    const context = canvas.getContext('2d');
    if (context === null || typeof MediaRecorder === 'undefined') return undefined;
    const recorder = new MediaRecorder(canvas.captureStream(25));
    const parts: Blob[] = [];
    let hue = 0;
    const timer = setInterval(() => {
      context.fillStyle = `hsl(${(hue += 6)} 60% 50%)`;
      context.fillRect(0, 0, 320, 180);
    }, 40);
    const end = setTimeout(() => recorder.stop(), 2_000);
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.onstop = () => {
      clearInterval(timer);
      setVideo(URL.createObjectURL(new Blob(parts, { type: recorder.mimeType })));
    };
    recorder.start();
    return () => {
      clearInterval(timer);
      clearTimeout(end);
      recorder.onstop = null;
    };
  }, []);
  return video;
}

function Cards({ video }: { readonly video: string | undefined }) {
  const t = useTranslations('image');
  const words = t('prompt.placeholder');
  return (
    <Specimen name="MediaCard, VideoPreview">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <MediaCard
          media={<ImageFrame src={IMAGES[1] ?? ''} alt={words} />}
          ratio="3 / 4"
          open={(className) => <button type="button" aria-label={t('actions.open')} className={className} />}
          caption={<bdi>{words}</bdi>}
          actions={
            <Button size="sm" tone="glass" icon={<Icon of={Repeat2} size="s" />}>
              {t('actions.remix')}
            </Button>
          }
        />
        <MediaCard
          media={<VideoPreview src={video ?? ''} poster={IMAGES[2] ?? ''} alt={words} />}
          ratio="3 / 4"
          seconds={5}
          chosen
          open={(className) => <button type="button" aria-label={t('actions.open')} className={className} />}
          badge={<Badge tone="media">{t('stage.checking')}</Badge>}
        />
        <MediaCard
          media={<ImageFrame src={IMAGES[5] ?? ''} alt={words} />}
          ratio="3 / 4"
          progress={{ percent: 54, words: t('live.percent', { percent: 54 }) }}
        />
      </div>
    </Specimen>
  );
}

/** Image comparison, cards and players. */
export function MediaHall() {
  const t = useTranslations('image');
  const video = useSampleVideo();
  const fill = 'size-full object-cover';
  return (
    <>
      <Specimen name="BeforeAfter">
        <BeforeAfter
          label={t('prompt.placeholder')}
          ratio="4 / 3"
          before={<img src={IMAGES[0]} alt="" className={fill} />}
          after={<img src={IMAGES[6]} alt="" className={fill} />}
        />
        <BeforeAfter
          label={t('styles.natural')}
          ratio="16 / 9"
          start={30}
          beforeLabel={t('styles.natural')}
          afterLabel={t('styles.clay')}
          before={<img src={IMAGES[3]} alt="" className={fill} />}
          after={<span />}
          clear
        />
      </Specimen>
      <Cards video={video} />
      <Specimen name="VideoPlayer">
        {video === undefined ? null : (
          <VideoPlayer src={video} poster={IMAGES[2] ?? ''} label={t('prompt.placeholder')} ratio="16 / 9" sound />
        )}
        <VideoPlayer src="/no-such-film.mp4" label={t('styles.ink')} ratio="16 / 9" />
      </Specimen>
    </>
  );
}
