'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import {
  EASINGS,
  FARTHEST_WAY,
  goesSomewhere,
  PATH_OPTIONS,
  pathAt,
  type CameraPath,
} from '@src/engine/camera-path.shared';
import { definitionOf, readOption } from '@src/creation/procedures/params.shared';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { useFormState } from '@/features/make/create/draft/draft-store';
import type { Given } from '@/features/make/create/draft/given-inputs';
import type { Draft } from '@/features/make/create/draft/draft';
import { Media } from '@/ui/media/media';
import { usePrefersReducedMotion } from '@/ui/hooks/use-media';
import { OptionFields } from './option-fields';
import { SlotFields } from './slot-fields';

const PROCEDURE = 'video.createVideoByImageV2';
const OTHERS = Object.keys(definitionOf(PROCEDURE).options).filter((name) => !PATH_OPTIONS.some((one) => one === name));
/** Number of keyframes of the preview. */
const STEPS = 32;

/** The camera path in the form's options. */
function pathIn({ options }: Pick<Draft, 'options'>): CameraPath {
  const ways = definitionOf(PROCEDURE).options;
  const share = (name: 'across' | 'up' | 'closer' | 'roll'): number =>
    Number(readOption(ways[name], options[name]) ?? ways[name].initial);
  return {
    across: share('across'),
    up: share('up'),
    closer: share('closer'),
    roll: share('roll'),
    easing: EASINGS.find((one) => one === options['easing']) ?? ways.easing.initial,
  };
}

/** The CSS transform of the image as the camera sees it, for the image's own aspect. */
function seenAs(path: CameraPath, aspect: number, moment: number, reach: number): string {
  const { x, y, zoom, roll } = pathAt(path, aspect, moment, reach);
  const [across, down] = aspect >= 1 ? [x, y * aspect] : [x / aspect, y];
  return `rotate(${-roll}rad) scale(${zoom}) translate(${across * 100}%, ${down * 100}%)`;
}

/**
 * A looping preview of the camera path. With reduced motion it shows the last frame. The video's depth effect is left
 * out.
 */
function PathPreview({
  image,
  path,
  seconds,
  reach,
}: {
  readonly image: Given;
  readonly path: CameraPath;
  readonly seconds: number;
  readonly reach: number;
}) {
  const t = useTranslations('instruments.camera');
  const calm = usePrefersReducedMotion();
  const imageRef = useRef<HTMLImageElement>(null);
  const aspect = image.width / image.height;
  const { across, up, closer, roll, easing } = path;
  useEffect(() => {
    if (calm) return undefined;
    const keyframes = Array.from({ length: STEPS + 1 }, (_none, index) => ({
      transform: seenAs({ across, up, closer, roll, easing }, aspect, index / STEPS, reach),
    }));
    const moving = imageRef.current?.animate(keyframes, {
      duration: seconds * 1_000,
      iterations: Number.POSITIVE_INFINITY,
      endDelay: 600,
    });
    return () => moving?.cancel();
  }, [across, up, closer, roll, easing, aspect, seconds, reach, calm]);
  return (
    <Media
      ratio={`${image.width} / ${image.height}`}
      className="mx-auto w-full rounded-card"
      widest={`calc(220px * ${aspect})`}
    >
      <img
        ref={imageRef}
        src={`${image.url}?w=640`}
        alt={t('seen')}
        className="absolute inset-0 size-full object-cover"
        style={calm ? { transform: seenAs(path, aspect, 1, reach) } : undefined}
      />
    </Media>
  );
}

/** Camera motion for an image: a preset, or a custom path. */
export function CameraFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('instruments.camera');
  const {
    draft,
    given: { image },
  } = useFormState(PROCEDURE);
  const path = pathIn(draft);
  const onPath = draft.options['camera'] === 'path';
  return (
    <>
      <SlotFields procedure={PROCEDURE} />
      <OptionFields
        procedure={PROCEDURE}
        context={context}
        without={[...PATH_OPTIONS, ...OTHERS.filter((name) => name !== 'camera')]}
      />
      {onPath ? (
        <fieldset className="grid min-w-0 gap-3.5 rounded-card bg-surface-2 p-3.5">
          <legend className="sr-only">{t('path')}</legend>
          {image === undefined ? null : (
            <PathPreview
              image={image}
              path={path}
              seconds={Number(draft.options['seconds'] ?? 5)}
              reach={Number(draft.options['reach'] ?? 1)}
            />
          )}
          <OptionFields procedure={PROCEDURE} context={context} without={OTHERS} />
          <p role="status" className="text-xs text-ink-3">
            {goesSomewhere(path) ? t('hint', { degrees: FARTHEST_WAY.degrees, times: FARTHEST_WAY.zoom }) : t('still')}
          </p>
        </fieldset>
      ) : null}
      <OptionFields procedure={PROCEDURE} context={context} without={[...PATH_OPTIONS, 'camera']} />
    </>
  );
}
