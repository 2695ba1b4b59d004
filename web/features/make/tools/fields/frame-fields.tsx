'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import { ASPECTS, UPSCALE, type Aspect, type UncropFrame } from '@src/creation/procedures/params.shared';
import { planOf } from '@src/creation/procedures/plan.shared';
import { AspectShape } from '@/features/make/create/form/aspect-picker';
import { changeOptions, useFormState } from '@/features/make/create/draft/draft-store';
import { NumberInput } from '@/ui/form/number-input';
import { frameFor, frameIn, frameOf, isEmpty, maxExtension, sameFrame } from './frame';

const PROCEDURE = 'imageTools.uncrop';
const SIDES = ['left', 'right', 'top', 'bottom'] as const;
const aspects = Object.keys(ASPECTS).filter((key): key is Aspect => Object.hasOwn(ASPECTS, key));

const choice =
  'num flex min-h-9 items-center justify-center gap-2 rounded-control bg-surface-2 px-3 text-xs text-ink-2 transition-colors quick hover:text-ink-1 aria-pressed:text-ink-1 aria-pressed:inset-ring-[1.5px] aria-pressed:inset-ring-ink-1 disabled:opacity-50';

/** Chooses how far to extend an image: to an aspect, or by pixels on each side. */
export function FrameFields() {
  const t = useTranslations('tools.widen');
  const {
    draft,
    given: { image },
  } = useFormState(PROCEDURE);
  const id = useId();
  const frame = frameIn(draft.options);
  const put = (next: UncropFrame): void => changeOptions({ ...next }, PROCEDURE);
  // A new image starts with a visible frame. A frame chosen for another image may be too large for this one.
  const framed = useRef<string>(undefined);
  useEffect(() => {
    if (image === undefined || framed.current === image.url) return;
    framed.current = image.url;
    if (
      !planOf(
        { procedure: PROCEDURE, ...frame },
        [{ role: 'image', width: image.width, height: image.height }],
        UPSCALE.maxSide,
      ).ok
    )
      changeOptions({ ...frameOf('wider', image) }, PROCEDURE);
  }, [image, frame]);
  return (
    <>
      <div role="group" aria-labelledby={`${id}-shape`} className="grid gap-[7px]">
        <span id={`${id}-shape`} className="text-sm font-medium">
          {t('shape')}
        </span>
        <div className="flex flex-wrap gap-1.5">
          {(['wider', 'all'] as const).map((name) => (
            <button
              key={name}
              type="button"
              disabled={image === undefined}
              aria-pressed={image !== undefined && sameFrame(frame, frameOf(name, image))}
              onClick={() => image !== undefined && put(frameOf(name, image))}
              className={choice}
            >
              {t(name)}
            </button>
          ))}
          {aspects.map((aspect) => {
            const shape = image === undefined ? undefined : frameFor(aspect, image);
            // A frame no larger than the image adds nothing.
            const off = shape === undefined || isEmpty(shape);
            return (
              <button
                key={aspect}
                type="button"
                disabled={off}
                aria-pressed={shape !== undefined && !off && sameFrame(frame, shape)}
                onClick={() => shape !== undefined && put(shape)}
                className={choice}
              >
                <AspectShape aspect={aspect} size={18} />
                <bdi>{aspect}</bdi>
              </button>
            );
          })}
        </div>
      </div>
      {image === undefined ? null : (
        <fieldset className="grid gap-[7px]">
          <legend className="pb-[7px] text-sm font-medium">{t('sides')}</legend>
          <div dir="ltr" className="grid grid-cols-4 gap-1.5">
            {SIDES.map((side) => (
              <label key={side} className="grid min-w-0 gap-1 text-xs text-ink-2">
                {t(side)}
                <NumberInput
                  inputMode="numeric"
                  min={0}
                  max={maxExtension(side === 'left' || side === 'right' ? image.width : image.height)}
                  value={frame[side]}
                  className="num !px-2"
                  onChange={(pixels) => put({ ...frame, [side]: Math.round(pixels) })}
                />
              </label>
            ))}
          </div>
          <p className="num text-end text-xs text-ink-3">
            <bdi>
              {t('size', {
                width: image.width + frame.left + frame.right,
                height: image.height + frame.top + frame.bottom,
              })}
            </bdi>
          </p>
        </fieldset>
      )}
    </>
  );
}
