'use client';

import { Brush, Eraser, Hand, Maximize, Minus, Plus, Redo2, Square, SquareDashed, Trash2, Undo2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { IconButton } from '../button';
import { Icon } from '../icon';
import { Segmented } from '../form/segmented';
import { Slider } from '../form/slider';
import { canRedo, canUndo } from './mask-model';
import type { Mask } from './use-mask';
import type { MaskTool } from './use-mask-pointers';
import type { MaskViewControls } from './use-mask-view';

const TOOLS = [
  { value: 'brush', icon: Brush },
  { value: 'eraser', icon: Eraser },
  { value: 'rectangle', icon: Square },
  { value: 'hand', icon: Hand },
] as const;

interface ToolbarProps {
  readonly mask: Mask;
  readonly viewing: MaskViewControls;
  readonly tool: MaskTool;
  readonly onTool: (tool: MaskTool) => void;
  /** Brush diameter in image pixels, and its limits. */
  readonly size: number;
  readonly sizes: readonly [least: number, most: number];
  readonly onSize: (size: number) => void;
  readonly disabled: boolean;
}

/** The painter's tools as labelled buttons. */
export function MaskToolbar({ mask, viewing, tool, onTool, size, sizes, onSize, disabled }: ToolbarProps) {
  const t = useTranslations('ui.mask');
  const format = useFormatter();
  return (
    <div role="toolbar" aria-label={t('tools')} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segmented
        label={t('tool')}
        value={tool}
        onChange={onTool}
        choices={TOOLS.map(({ value, icon }) => ({ value, name: t(value), label: <Icon of={icon} size="s" /> }))}
      />
      <div className="w-36 min-w-24 max-sm:grow">
        <Slider
          label={t('size')}
          value={size}
          min={sizes[0]}
          max={sizes[1]}
          step={1}
          onChange={onSize}
          shown={t('pixels', { count: size })}
          disabled={disabled}
        />
      </div>
      <div className="flex items-center">
        <IconButton
          label={t('undo')}
          aria-keyshortcuts="Control+Z"
          disabled={disabled || !canUndo(mask.history)}
          onClick={mask.undo}
        >
          <Icon of={Undo2} className="flip" />
        </IconButton>
        <IconButton
          label={t('redo')}
          aria-keyshortcuts="Control+Shift+Z"
          disabled={disabled || !canRedo(mask.history)}
          onClick={mask.redo}
        >
          <Icon of={Redo2} className="flip" />
        </IconButton>
        <IconButton label={t('invert')} disabled={disabled} onClick={() => mask.act({ kind: 'invert' })}>
          <Icon of={SquareDashed} />
        </IconButton>
        <IconButton label={t('clear')} disabled={disabled || mask.blank} onClick={() => mask.act({ kind: 'clear' })}>
          <Icon of={Trash2} />
        </IconButton>
      </div>
      <div className="ms-auto flex items-center">
        <IconButton label={t('zoomOut')} disabled={viewing.near <= 1.001} onClick={() => viewing.zoom(1 / 1.4)}>
          <Icon of={Minus} />
        </IconButton>
        <span className="num w-12 text-center text-sm text-ink-2">
          {format.number(viewing.near, { style: 'percent' })}
        </span>
        <IconButton label={t('zoomIn')} onClick={() => viewing.zoom(1.4)}>
          <Icon of={Plus} />
        </IconButton>
        <IconButton label={t('whole')} disabled={viewing.near <= 1.001} onClick={viewing.whole}>
          <Icon of={Maximize} />
        </IconButton>
      </div>
    </div>
  );
}
