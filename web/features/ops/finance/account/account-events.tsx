'use client';

import { useTranslations } from 'next-intl';
import type { AccountHistory } from '@src/credits/books/finance.shared';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useFigures } from '../charts/use-figures';

type Event = AccountHistory['events'][number];
const MOVED = ['granted', 'adjusted', 'held', 'spent', 'released', 'expired', 'revoked'] as const;

/** The events of an account, newest first. Those of `subject` are marked. */
export function AccountEvents({
  events,
  subject,
}: {
  readonly events: readonly Event[];
  readonly subject?: string | undefined;
}) {
  const t = useTranslations('finance');
  return (
    <Table label={t('account.events')}>
      <thead>
        <tr>
          <HeadCell figure>#</HeadCell>
          <HeadCell>{t('columns.when')}</HeadCell>
          <HeadCell>{t('columns.event')}</HeadCell>
          <HeadCell>{t('columns.moved')}</HeadCell>
          <HeadCell figure>{t('columns.after')}</HeadCell>
          <HeadCell>{t('columns.note')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventRow key={event.revision} event={event} isMarked={subject !== undefined && event.subject === subject} />
        ))}
      </tbody>
    </Table>
  );
}

function EventRow({
  event: { revision, at, type, subject, source, moved, available, reason, reference, validAt },
  isMarked,
}: {
  readonly event: Event;
  readonly isMarked: boolean;
}) {
  const t = useTranslations('finance');
  const sources = useTranslations('credits.sources');
  const { number, moment } = useFigures();
  // Events and sources come from the server as text, so the key may not exist. Check before translating.
  const name = `events.${type}` as 'events.CreditsGranted';
  const origin = (source ?? '') as 'purchase';
  const words = MOVED.flatMap((column) =>
    moved[column] === 0 ? [] : [t(`movement.${column}`, { amount: number(moved[column]) })],
  );
  // The reference of a hold repeats the id of its task.
  const notes = [
    subject,
    reason,
    reference === `task:${subject}` ? null : reference,
    validAt === null ? null : t('basis.validAt', { at: moment(validAt) }),
  ].filter((one) => one !== null);
  return (
    <Row total={isMarked} aria-current={isMarked ? 'true' : undefined}>
      <Cell figure className="py-2.5 text-ink-3">
        {number(revision)}
      </Cell>
      <Cell className="num py-2.5 whitespace-nowrap text-ink-2">{moment(at)}</Cell>
      <Cell className="py-2.5 font-medium whitespace-nowrap">
        {t.has(name) ? t(name) : <bdi>{type}</bdi>}
        {sources.has(origin) ? <span className="font-body text-ink-2"> · {sources(origin)}</span> : null}
      </Cell>
      <Cell className="num py-2.5 whitespace-nowrap">{words.join(' · ')}</Cell>
      <Cell figure className="py-2.5">
        {available === null ? '' : number(available)}
      </Cell>
      <Cell className="py-2.5 text-ink-2">
        {notes.map((note, index) => (
          <bdi key={index} className="whitespace-nowrap not-last:after:content-['_·_']">
            {note}
          </bdi>
        ))}
      </Cell>
    </Row>
  );
}
