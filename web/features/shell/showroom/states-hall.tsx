'use client';

import { Clock, Coins, RotateCcw, Zap } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Accordion } from '@/ui/content/accordion';
import { Avatar } from '@/ui/content/avatar';
import { Badge } from '@/ui/content/badge';
import { Breadcrumbs } from '@/ui/content/breadcrumbs';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState, LimitState, Notice, RefusedState } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { IMAGES } from './images';
import { Specimen } from './specimen';

function States() {
  const t = useTranslations('image');
  const errors = useTranslations('errors');
  return (
    <>
      <Specimen name="EmptyState">
        <EmptyState
          level={3}
          illustration={<img src={IMAGES[6]} alt="" className="h-24 w-20 rounded-card object-cover" />}
          title={t('empty.title')}
          actions={
            <Button tone="accent" size="sm" price={t('price', { count: 4 })}>
              {t('create')}
            </Button>
          }
        >
          {t('empty.text')}
        </EmptyState>
      </Specimen>
      <Specimen name="ErrorState">
        <ErrorState
          level={3}
          title={t('failedToLoad.title')}
          actions={
            <Button size="sm" icon={<Icon of={RotateCcw} size="s" />}>
              {t('failedToLoad.retry')}
            </Button>
          }
        >
          {t('failedToLoad.text')}
        </ErrorState>
      </Specimen>
      <Specimen name="LimitState">
        <LimitState
          level={3}
          title={t('short.title', { needed: 45, available: 38 })}
          ways={[
            {
              key: 'fewer',
              icon: Zap,
              label: t('short.fewer', { count: 2 }),
              note: t('price', { count: 20 }),
              onSelect: () => undefined,
            },
            { key: 'wait', icon: Clock, label: t('short.held', { held: 12 }), onSelect: () => undefined },
            { key: 'statement', icon: Coins, label: t('short.statement'), onSelect: () => undefined },
          ]}
        />
      </Specimen>
      <Specimen name="RefusedState">
        <RefusedState
          level={3}
          illustration={IMAGES[3] ?? ''}
          title={t('refused.title')}
          actions={<Button size="sm">{t('actions.edit')}</Button>}
        >
          {errors('SENSITIVE_IMAGE', { input: 'image' })}
        </RefusedState>
      </Specimen>
      <Specimen name="Notice">
        <Notice tone="warning" action={<Button size="sm">{t('short.statement')}</Button>}>
          {t('short.held', { held: 24 })}
        </Notice>
        <Notice>{t('session.text')}</Notice>
        <Notice tone="success">{t('live.succeeded', { count: 4 })}</Notice>
        <Notice tone="danger">{errors('ENGINE_FAILED')}</Notice>
      </Specimen>
    </>
  );
}

function Lists() {
  const t = useTranslations('credits');
  const image = useTranslations('image');
  const common = useTranslations('common');
  const format = useFormatter();
  return (
    <>
      <Specimen name="Table">
        <Table label={t('title')}>
          <thead>
            <tr>
              <HeadCell>{t('columns.what')}</HeadCell>
              <HeadCell>{t('columns.outcome')}</HeadCell>
              <HeadCell figure>{t('columns.credits')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            <Row>
              <Cell>{t('kinds.creation')}</Cell>
              <Cell>
                <Badge>{t('outcome.captured', { held: 12 })}</Badge>
              </Cell>
              <Cell figure>{format.number(-9, { signDisplay: 'always' })}</Cell>
            </Row>
            <Row total>
              <Cell>{t('available')}</Cell>
              <Cell />
              <Cell figure>{format.number(1284)}</Cell>
            </Row>
          </tbody>
        </Table>
      </Specimen>
      <Specimen name="Accordion">
        <Accordion
          level={3}
          open={['a']}
          parts={[
            { value: 'a', title: image('understood.title'), content: image('understood.ignoredHelp') },
            { value: 'b', title: image('advanced.seed'), content: image('advanced.seedHelp') },
          ]}
        />
      </Specimen>
      <Specimen name="Breadcrumbs, Avatar, Skeleton">
        <Breadcrumbs
          label={t('kinds.creation')}
          steps={[
            { key: 'home', node: <a href="#main">{common('areas.home')}</a> },
            { key: 'image', node: common('areas.imageLong') },
          ]}
        />
        <div className="flex items-center gap-3">
          <Avatar size="lg" name="noor.haddad@example.com" />
          <Avatar name="Noor" />
          <Avatar src={IMAGES[3] ?? ''} name="Robot" />
          <Avatar size="sm" />
        </div>
        <div className="grid grid-cols-3 gap-3">
          <Skeleton className="aspect-square rounded-card" />
          <Skeleton className="aspect-square rounded-card" />
          <Skeleton className="aspect-square rounded-card" />
        </div>
      </Specimen>
    </>
  );
}

/** Empty, limited and refused states. */
export function StatesHall() {
  return (
    <>
      <States />
      <Lists />
    </>
  );
}
