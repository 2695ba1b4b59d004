'use client';

import {
  ChevronDown,
  Film,
  Gift,
  Hourglass,
  ImageIcon,
  RotateCcw,
  SlidersHorizontal,
  type LucideIcon,
} from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Fragment, useId, useState } from 'react';
import type { StatementLine } from '@src/credits/credits.shared';
import { localZone } from '@/features/core/days';
import { Link } from '@/i18n/navigation';
import { useErrorWords } from '@/lib/errors/words';
import { productNow } from '@/lib/product-time';
import { Badge, CreditsBadge } from '@/ui/content/badge';
import { IconButton } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import type { StatementView } from './filter';
import { outcomeOf } from './outcome';
import { ReceiptDownload } from './receipt-download';
import { StatementStory, bySource } from './statement-story';

type Account = Pick<StatementView, 'appName' | 'usageType'>;

/** The lines as a table. On a phone each is a few lines of text. */
export function StatementLines({
  lines,
  account,
}: {
  readonly lines: readonly StatementLine[];
  readonly account: Account;
}) {
  const t = useTranslations('credits.columns');
  // With a filter, lines are missing, so there is no running balance.
  const isRunning = lines.some(({ availableAfter }) => availableAfter !== undefined);
  return (
    <table className="w-full border-collapse text-sm max-lg:block">
      <thead className="text-ink-2 max-lg:sr-only">
        <tr className="text-start">
          {(['when', 'what', 'outcome', 'paidBy'] as const).map((column) => (
            <th key={column} scope="col" className="pe-4 pb-3 text-start font-medium">
              {t(column)}
            </th>
          ))}
          <th scope="col" className="pb-3 text-end font-medium">
            {t('credits')}
          </th>
          <th scope="col" className="pb-3 ps-4 text-end font-medium">
            {isRunning ? t('available') : null}
          </th>
          <th scope="col" className="pb-3 ps-2">
            <span className="sr-only">{t('more')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {lines.map((line) => (
          <Line key={`${line.kind} ${line.id}`} line={line} account={account} />
        ))}
      </tbody>
    </table>
  );
}

const cell = 'border-t border-line py-3 align-middle max-lg:border-0 max-lg:p-0';

function Line({ line, account }: { readonly line: StatementLine; readonly account: Account }) {
  const t = useTranslations('credits');
  const format = useFormatter();
  const story = useId();
  const [isOpen, setOpen] = useState(false);
  const thisYear = new Date(productNow()).getFullYear() === new Date(line.at).getFullYear();
  const at = format.dateTime(line.at, {
    day: 'numeric',
    month: 'short',
    ...(thisYear ? {} : { year: 'numeric' as const }),
    hour: '2-digit',
    minute: '2-digit',
    timeZone: localZone(),
  });
  const amount = `${line.change > 0 ? '+' : line.change < 0 ? '−' : ''}${format.number(Math.abs(line.change))}`;
  return (
    <Fragment>
      <tr
        id={line.id}
        className="target:bg-hover max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1 max-lg:border-t max-lg:border-line max-lg:py-3"
      >
        <td
          className={cx(
            cell,
            'pe-4 max-lg:pe-0 num whitespace-nowrap text-ink-2 max-lg:order-3 max-lg:text-xs max-lg:text-ink-3',
          )}
        >
          {at}
        </td>
        <td className={cx(cell, 'pe-4 max-lg:pe-0 max-lg:order-1')}>
          <What line={line} />
        </td>
        <td className={cx(cell, 'pe-4 max-lg:pe-0 max-lg:order-5')}>
          <Outcome line={line} />
        </td>
        <td
          className={cx(
            cell,
            'pe-4 max-lg:pe-0 num text-ink-2 max-lg:order-7 max-lg:col-span-2 max-lg:text-xs max-lg:empty:hidden',
          )}
        >
          <PaidBy line={line} />
        </td>
        <td className={cx(cell, 'num text-end font-strong max-lg:order-2', line.net > 0 && 'text-success')}>
          <bdi>{amount}</bdi>
        </td>
        <td className={cx(cell, 'num ps-4 text-end text-ink-2 max-lg:order-4 max-lg:text-xs')}>
          {line.availableAfter === undefined ? null : (
            <>
              <span className="max-lg:hidden">{format.number(line.availableAfter)}</span>
              <span className="lg:hidden">{t('running', { available: format.number(line.availableAfter) })}</span>
            </>
          )}
        </td>
        <td className={cx(cell, 'ps-2 max-lg:order-6 max-lg:ps-0')}>
          <span className="flex items-center justify-end gap-0.5">
            <ReceiptDownload line={line} account={account} />
            <IconButton
              size="sm"
              label={t('story.show')}
              aria-expanded={isOpen}
              aria-controls={story}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon of={ChevronDown} size="s" className={cx('transition-transform quick', isOpen && 'rotate-180')} />
            </IconButton>
          </span>
        </td>
      </tr>
      <tr id={story} hidden={!isOpen} className="max-lg:block max-lg:[&[hidden]]:hidden">
        <td colSpan={7} className="pb-4 max-lg:block">
          {isOpen ? <StatementStory line={line} /> : null}
        </td>
      </tr>
    </Fragment>
  );
}

const ICONS: Readonly<Record<StatementLine['kind'], LucideIcon>> = {
  creation: ImageIcon,
  grant: Gift,
  expiry: Hourglass,
  revocation: RotateCcw,
  adjustment: SlidersHorizontal,
  usage: ImageIcon,
};

function What({ line }: { readonly line: StatementLine }) {
  const t = useTranslations('credits');
  const { ofIdentifier } = useErrorWords();
  const { work, kind } = line;
  const label = kind === 'creation' && work?.media === 'video' ? t('kinds.film') : t(`kinds.${kind}`);
  const words = (
    <span className="min-w-0">
      <span className="font-medium">{label}</span>
      {work === undefined || work.title === '' ? null : (
        <bdi className="line-clamp-1 break-all text-ink-3">{work.title}</bdi>
      )}
      {kind === 'grant' ? (
        <span className="num block text-xs text-ink-3">
          <Expiry line={line} />
        </span>
      ) : null}
      {work?.error === undefined ? null : (
        <span className="block text-xs text-ink-2">{ofIdentifier(work.error.identifier, work.error.params)}</span>
      )}
    </span>
  );
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="grid size-8 shrink-0 place-items-center overflow-hidden rounded-xs bg-surface-2 text-ink-2">
        {work?.picture === undefined ? (
          <Icon of={work?.media === 'video' ? Film : ICONS[kind]} size="s" />
        ) : (
          <img src={work.picture} alt="" loading="lazy" className="size-full object-cover" />
        )}
      </span>
      {work === undefined ? (
        words
      ) : (
        <Link
          href={{ pathname: '/creations', query: { task: work.taskId ?? line.id } }}
          title={t('open')}
          className="min-w-0 underline-offset-4 hover:underline"
        >
          {words}
        </Link>
      )}
    </span>
  );
}

function Outcome({ line }: { readonly line: StatementLine }) {
  const t = useTranslations('credits.outcome');
  const format = useFormatter();
  switch (line.kind) {
    case 'creation': {
      const { state, held, captured, released } = outcomeOf(line);
      return (
        <CreditsBadge state={state === 'held' ? 'held' : captured === 0 ? 'released' : 'captured'}>
          {t(state, {
            held: format.number(held),
            captured: format.number(captured),
            released: format.number(released),
          })}
        </CreditsBadge>
      );
    }
    case 'grant':
      return (
        <Badge tone="success">
          <Icon of={Gift} size="s" />
          {t('granted')}
        </Badge>
      );
    case 'expiry':
      return <Badge>{t('expired')}</Badge>;
    case 'revocation': {
      const spent = line.steps[0]?.spent ?? 0;
      return (
        <Badge tone="danger">{spent > 0 ? t('revokedSpent', { spent: format.number(spent) }) : t('revoked')}</Badge>
      );
    }
    case 'adjustment':
      return <Badge>{t('adjusted')}</Badge>;
    case 'usage':
      return <Badge>{t('used', { amount: format.number(line.steps[0]?.amount ?? 0) })}</Badge>;
    default:
      return line.kind satisfies never;
  }
}

function Expiry({ line }: { readonly line: StatementLine }) {
  const t = useTranslations('credits');
  const format = useFormatter();
  const expiresAt = line.paidBy[0]?.expiresAt;
  return expiresAt === undefined
    ? t('expiries.never')
    : t('expiresOn', { date: format.dateTime(expiresAt, { day: 'numeric', month: 'short', timeZone: localZone() }) });
}

function PaidBy({ line }: { readonly line: StatementLine }) {
  const t = useTranslations('credits');
  const format = useFormatter();
  if (line.kind === 'grant') return line.paidBy[0] === undefined ? null : t(`sources.${line.paidBy[0].source}`);
  return bySource(line.paidBy)
    .map(([source, amount]) => `${t(`sources.${source}`)} ${format.number(amount)}`)
    .join(' · ');
}
