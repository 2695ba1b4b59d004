'use client';

import { Ellipsis, Film, Image as ImageIcon, Sparkles, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Badge, CreditsBadge } from '@/ui/content/badge';
import { Button, IconButton } from '@/ui/button';
import { Kbd } from '@/ui/content/card';
import { ChipSelect } from '@/ui/form/chip-select';
import { ColourPicker, type HexColour } from '@/ui/form/colour-picker';
import { Icon } from '@/ui/icon';
import { Bar, ProgressRing, Stages } from '@/ui/content/progress';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { Slider } from '@/ui/form/slider';
import { Tabs } from '@/ui/content/tabs';
import { Specimen } from './specimen';

function Buttons() {
  const t = useTranslations('image');
  const common = useTranslations('common');
  return (
    <Specimen name="Button, IconButton">
      <div className="flex flex-wrap gap-2">
        <Button tone="accent" price={t('price', { count: 12 })}>
          {t('create')}
        </Button>
        <Button tone="invert">{t('actions.download')}</Button>
        <Button>{t('actions.remix')}</Button>
        <Button tone="quiet">{common('cancel')}</Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="danger">{t('actions.delete')}</Button>
        <Button tone="accent" disabled>
          {t('create')}
        </Button>
        <Button disabled>{t('actions.open')}</Button>
        <Button busy>{common('loading')}</Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="lg">{t('actions.open')}</Button>
        <Button>{t('actions.open')}</Button>
        <Button size="sm">{t('actions.open')}</Button>
        <IconButton label={t('actions.open')} tone="plain">
          <Icon of={Ellipsis} />
        </IconButton>
        <IconButton label={common('close')}>
          <Icon of={X} />
        </IconButton>
        <Kbd>{'⌘K'}</Kbd>
      </div>
      <Button tone="accent" size="lg" shape="block" price={t('price', { count: 4 })}>
        {t('create')}
      </Button>
    </Specimen>
  );
}

function Selection() {
  const t = useTranslations('image');
  const [kind, setKind] = useState<'natural' | 'ink' | 'neon'>('natural');
  const [strength, setStrength] = useState(0.62);
  const [colour, setColour] = useState<HexColour>('#3e7c6b');
  const choices = (['natural', 'ink', 'neon'] as const).map((value) => ({ value, label: t(`styles.${value}`) }));
  return (
    <Specimen name="Segmented, Select, ChipSelect, Slider, ColourPicker, Tabs">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented label={t('style')} value={kind} choices={choices} onChange={setKind} />
        <ChipSelect
          label={t('style')}
          icon={Sparkles}
          value={kind}
          choices={choices}
          onChange={(value) => setKind(choices.find((choice) => choice.value === value)?.value ?? kind)}
        />
      </div>
      <Select label={t('style')} value={kind} choices={choices} onChange={setKind} />
      <Slider
        label={t('advanced.seed')}
        value={strength}
        min={0}
        max={1}
        step={0.01}
        onChange={setStrength}
        shown={strength.toFixed(2)}
        ends={[t('styles.natural'), t('styles.neon')]}
      />
      <Slider label={t('advanced.seed')} value={40} min={0} max={100} step={1} onChange={() => undefined} disabled />
      <ColourPicker
        label={t('kinds.colour')}
        value={colour}
        onChange={setColour}
        swatches={[
          { value: '#ffffff', name: t('styles.line') },
          { value: '#111111', name: t('styles.ink') },
          { value: '#3e7c6b', name: t('styles.watercolour') },
          { value: '#e8a24a', name: t('styles.clay') },
        ]}
      />
      <Tabs
        label={t('model')}
        tabs={[
          {
            value: 'a',
            label: t('prompt.label'),
            panel: <p className="text-sm text-ink-2">{t('prompt.placeholder')}</p>,
          },
          {
            value: 'b',
            label: t('advanced.label'),
            panel: <p className="text-sm text-ink-2">{t('advanced.seedHelp')}</p>,
          },
          {
            value: 'c',
            label: t('understood.title'),
            panel: <p className="text-sm text-ink-2">{t('understood.ignoredHelp')}</p>,
          },
        ]}
      />
    </Specimen>
  );
}

function Progress() {
  const t = useTranslations('image');
  return (
    <Specimen name="Stages, Bar, ProgressRing">
      <Stages
        label={t('stagesLabel')}
        stages={[
          { key: 'a', label: t('stage.waiting'), note: '0:04', state: 'done' },
          { key: 'b', label: t('stage.drawing'), note: '62%', state: 'now', percent: 62, weight: 2 },
          { key: 'c', label: t('stage.encoding'), state: 'ahead' },
        ]}
      />
      <Bar percent={38} label={t('stage.drawing')} />
      <div className="flex items-center gap-4">
        <ProgressRing percent={62} label={t('stage.drawing')} size={44}>
          {62}
        </ProgressRing>
        <ProgressRing label={t('stage.waiting')} />
      </div>
    </Specimen>
  );
}

function Badges() {
  const t = useTranslations('image');
  const common = useTranslations('common');
  return (
    <Specimen name="Badge, CreditsBadge">
      <div className="flex flex-wrap gap-2">
        <CreditsBadge state="held">{t('heldBadge', { count: 12 })}</CreditsBadge>
        <CreditsBadge state="captured">{t('costBadge', { count: 12 })}</CreditsBadge>
        <CreditsBadge state="released">{t('backBadge', { count: 3 })}</CreditsBadge>
        <Badge>{t('modelTier.pro')}</Badge>
        <Badge tone="info">{t('stage.checking')}</Badge>
        <Badge tone="warning">{t('almost')}</Badge>
        <Badge tone="danger">{t('status.failed')}</Badge>
        <Badge tone="success">{t('ready')}</Badge>
      </div>
      <div className="flex gap-3 text-ink-2">
        <Icon of={ImageIcon} size="s" />
        <Icon of={Film} />
        <Icon of={Sparkles} size="l" />
        <span className="text-sm">{common('time.about', { unit: 'seconds', time: 4 })}</span>
      </div>
    </Specimen>
  );
}

/** Buttons, selection, progress and badges. */
export function ControlsHall() {
  return (
    <>
      <Buttons />
      <Selection />
      <Progress />
      <Badges />
    </>
  );
}
