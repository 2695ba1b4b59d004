'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ASPECTS, type Aspect } from '@src/creation/procedures/params.shared';
import { AspectShape } from '@/features/make/create/form/aspect-picker';
import type { Given } from '@/features/make/create/draft/given-inputs';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Notice } from '@/ui/content/states';
import { Segmented } from '@/ui/form/segmented';
import { Cropper } from './cropper';
import { allOf, ratioOf, resized, SHAPES, shaped, moved, type Frame, type Shape } from './frame';
import { NumberField } from './number-field';
import { useCut, wholeOf } from './use-cut';

export interface CutDialogProps {
  readonly given: Given;
  /** The aspect that suits the form best. */
  readonly aspect?: Aspect | undefined;
  readonly onGiven: (given: Given) => void;
  readonly onClose: () => void;
}

const isAspect = (shape: Shape): shape is Aspect => Object.hasOwn(ASPECTS, shape);

/** Crops an image. An image that was cropped before is cropped again from the original. */
export default function CropDialog({ given, aspect, onGiven, onClose }: CutDialogProps) {
  const t = useTranslations('instruments.crop');
  const hint = useId();
  const image = wholeOf(given);
  const before = given.cut?.part.kind === 'crop' ? given.cut.part : undefined;
  const [shape, setShape] = useState<Shape>(before === undefined ? (aspect ?? 'free') : 'free');
  const [frame, setFrame] = useState<Frame>(before ?? shaped(allOf(image), shape, image));
  const { cut, busy, problem } = useCut(given, (part) => {
    onGiven(part);
    onClose();
  });
  const ratio = ratioOf(shape, image);
  const isAll = frame.width === image.width && frame.height === image.height;
  const choose = (next: Shape): void => {
    setShape(next);
    setFrame(shaped(frame, next, image));
  };
  const use = (): void => {
    if (!isAll) return void cut({ kind: 'crop', ...frame });
    onGiven(image);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('title')}
      description={<span id={hint}>{t('hint')}</span>}
      closeLabel={t('close')}
      className="max-w-[720px] max-md:p-4"
    >
      <div className="grid min-w-0 gap-4">
        <Cropper
          src={`${image.url}?w=1024`}
          image={image}
          frame={frame}
          ratio={ratio}
          describedBy={hint}
          onChange={setFrame}
        />
        <Segmented
          className="flex-wrap justify-self-start"
          label={t('shape')}
          value={shape}
          choices={SHAPES.map((one) => ({
            value: one,
            name: isAspect(one) ? (one === aspect ? t('wanted', { shape: one }) : one) : t(one),
            label: isAspect(one) ? (
              <>
                <AspectShape aspect={one} size={16} />
                <bdi>{one}</bdi>
              </>
            ) : (
              t(one)
            ),
          }))}
          onChange={choose}
        />
        <div className="grid grid-cols-4 gap-2 max-md:grid-cols-2">
          <NumberField
            label={t('width')}
            value={frame.width}
            onCommit={(value) => setFrame(resized(frame, { x: 1, y: 0 }, value - frame.width, 0, image, ratio))}
          />
          <NumberField
            label={t('height')}
            value={frame.height}
            onCommit={(value) => setFrame(resized(frame, { x: 0, y: 1 }, 0, value - frame.height, image, ratio))}
          />
          <NumberField
            label={t('left')}
            value={frame.left}
            onCommit={(value) => setFrame(moved(frame, value - frame.left, 0, image))}
          />
          <NumberField
            label={t('top')}
            value={frame.top}
            onCommit={(value) => setFrame(moved(frame, 0, value - frame.top, image))}
          />
        </div>
        {problem === undefined ? null : (
          <Notice tone="warning" live>
            {problem}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button tone="invert" busy={busy} onClick={use}>
            {isAll ? t('useAll') : t('use')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
