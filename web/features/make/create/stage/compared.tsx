'use client';

import { useTranslations } from 'next-intl';
import type { UncropFrame } from '@src/creation/procedures/params.shared';
import type { ReadyOutputView, SourceView, TaskView } from '@src/creation/tasks/task.shared';
import { BeforeAfter } from '@/ui/media/before-after';

/** An image at its position in the extended frame. */
function Framed({
  url,
  frame: { left, top, right, bottom },
  output,
}: {
  readonly url: string;
  readonly frame: UncropFrame;
  readonly output: ReadyOutputView;
}) {
  const part = (length: number, whole: number): string => `${(length / whole) * 100}%`;
  return (
    <span className="checkers absolute inset-0">
      <img
        src={url}
        alt=""
        className="absolute"
        style={{
          left: part(left, output.width),
          top: part(top, output.height),
          width: part(output.width - left - right, output.width),
          height: part(output.height - top - bottom, output.height),
        }}
      />
    </span>
  );
}

/** Compares an input image with its result. Loaded lazily, because no page needs the slider at first. */
export default function Compared({
  task,
  from,
  output,
  label,
}: {
  readonly task: TaskView;
  readonly from: SourceView;
  readonly output: ReadyOutputView;
  readonly label: string;
}) {
  const t = useTranslations('image.compared');
  const size = ({ width, height }: { readonly width: number; readonly height: number }): string =>
    t('size', { width, height });
  const { params } = task;
  const enlarged = task.procedure === 'imageTools.upscale';
  return (
    <BeforeAfter
      label={label}
      className="absolute inset-0 size-full rounded-none"
      // An erased object cannot be seen, so show mostly the result. The input is a drag away.
      start={task.procedure === 'imageTools.objectRemover' ? 22 : 50}
      clear={task.procedure === 'imageTools.backgroundRemover'}
      // Show an upscaled image in full size. Scaled down, both would look the same.
      before={
        params.procedure === 'imageTools.uncrop' ? (
          <Framed url={`${from.url}?w=1024`} frame={params} output={output} />
        ) : (
          <img src={enlarged ? from.url : `${from.url}?w=1024`} alt="" className="size-full object-cover" />
        )
      }
      after={
        <img
          src={enlarged ? output.url : `${output.url}?w=1024`}
          alt={label}
          dir="auto"
          className="size-full object-cover"
        />
      }
      {...(enlarged
        ? {
            beforeLabel: <bdi className="num">{size(from)}</bdi>,
            afterLabel: <bdi className="num">{size(output)}</bdi>,
          }
        : {})}
    />
  );
}
