'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { AdjustmentState, AdjustmentView } from '@src/credits/adjustments/adjustment.shared';
import { Link } from '@/i18n/navigation';
import { useErrorWords } from '@/lib/errors/words';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Badge } from '@/ui/content/badge';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { accountHref } from '../account/account-ref';
import { useFigures } from '../charts/use-figures';
import { IN_BOOKS } from '../query-result';
import { accountOf, type Act, type Pending } from './pending';

/** Most people whose names are asked for at once. */
const MAX_PEOPLE = 200;

const TONES = {
  'awaiting-approval': 'warning',
  approved: 'info',
  applied: 'success',
  rejected: 'plain',
  refused: 'danger',
} as const satisfies Readonly<Record<AdjustmentState, string>>;

/** The actions that a request allows in its state. */
function actsOn({ state, reverses, reversal, amount }: AdjustmentView): readonly Act[] {
  if (state === 'awaiting-approval') return ['approve', 'reject'];
  const isReversible =
    state === 'applied' &&
    reverses === null &&
    amount !== 0 &&
    (reversal === null || reversal === 'rejected' || reversal === 'refused');
  return isReversible ? ['reverse'] : [];
}

/** The register of adjustments as a table. */
export function AdjustmentRows({
  adjustments,
  onAct,
}: {
  readonly adjustments: readonly AdjustmentView[];
  readonly onAct: (pending: Pending) => void;
}) {
  const t = useTranslations('finance.adjust');
  const nameOf = useNames(adjustments);
  return (
    <Table label={t('table')}>
      <thead>
        <tr>
          <HeadCell className="px-3">{t('columns.when')}</HeadCell>
          <HeadCell className="px-3">{t('columns.account')}</HeadCell>
          <HeadCell figure className="px-3">
            {t('columns.amount')}
          </HeadCell>
          <HeadCell className="px-3">{t('columns.reason')}</HeadCell>
          <HeadCell className="px-3">{t('columns.state')}</HeadCell>
          <HeadCell className="px-3">{t('columns.actions')}</HeadCell>
          <HeadCell className="px-3">{t('columns.case')}</HeadCell>
          <HeadCell className="px-3">{t('columns.actor')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {adjustments.map((one) => (
          <AdjustmentRow key={one.requestId} adjustment={one} nameOf={nameOf} onAct={onAct} />
        ))}
      </tbody>
    </Table>
  );
}

/** Names of those who requested and approved; the id while a name is unknown. */
function useNames(adjustments: readonly AdjustmentView[]): (id: string) => string {
  const ids = [
    ...new Set(adjustments.flatMap(({ actor, approver }) => (approver === null ? [actor] : [actor, approver]))),
  ]
    .sort()
    .slice(0, MAX_PEOPLE);
  const { data } = useQuery(trpc.finance.people.queryOptions({ ids }, IN_BOOKS));
  const names = new Map(data?.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

function AdjustmentRow({
  adjustment,
  nameOf,
  onAct,
}: {
  readonly adjustment: AdjustmentView;
  readonly nameOf: (id: string) => string;
  readonly onAct: (pending: Pending) => void;
}) {
  const t = useTranslations('finance.adjust');
  const { signed, moment, number } = useFigures();
  const session = useVisitor();
  const self = session.status === 'ready' ? session.user.id : undefined;
  const { amount, settles, reason, reference, state, requestedAt, actor, approver, reverses, reversal, validAt } =
    adjustment;
  const account = accountOf(adjustment);
  const acts = actsOn(adjustment);
  const isOwn = state === 'awaiting-approval' && (actor === self || adjustment.userId === self);
  return (
    <Row>
      <Cell className="px-3 num py-2.5 whitespace-nowrap text-ink-2">
        {moment(requestedAt)}
        {validAt === null ? null : (
          <span className="block text-xs text-ink-3">{t('validAt', { at: moment(validAt) })}</span>
        )}
      </Cell>
      <Cell className="px-3 py-2.5">
        <Link href={accountHref(account)}>
          <bdi title={account} className="inline-block max-w-36 truncate align-bottom underline underline-offset-4">
            {account}
          </bdi>
        </Link>
      </Cell>
      <Cell figure className="px-3 py-2.5">
        {signed(amount)}
        {settles === 0 ? null : (
          <span className="block text-xs text-ink-3">
            {t(settles > 0 ? 'settles' : 'owesAgain', { amount: number(Math.abs(settles)) })}
          </span>
        )}
      </Cell>
      <Cell className="px-3 py-2.5">
        <span className="whitespace-nowrap">{t(`reasons.${reason}`)}</span>
        {reverses === null ? null : (
          <bdi title={reverses} className="block max-w-36 truncate text-xs text-ink-3">
            {t('reversalOf', { id: reverses })}
          </bdi>
        )}
      </Cell>
      <Cell className="px-3 py-2.5">
        <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
        <Reversal state={reversal} />
        <Refusal adjustment={adjustment} />
      </Cell>
      <Cell className="px-3 py-2.5">
        {isOwn ? (
          <span className="block min-w-36 text-xs text-ink-3">{t('dialog.own')}</span>
        ) : (
          <span className="flex flex-wrap gap-1.5">
            {acts.map((act) => (
              <Button
                key={act}
                size="sm"
                aria-label={t('actOn', { act: t(act), amount: signed(amount), account })}
                onClick={() => onAct({ act, adjustment })}
              >
                {t(act)}
              </Button>
            ))}
          </span>
        )}
      </Cell>
      <Cell className="px-3 py-2.5 text-ink-2">
        <bdi title={reference} className="block max-w-28 truncate">
          {reference}
        </bdi>
      </Cell>
      <Cell className="px-3 py-2.5 text-ink-2">
        <Person id={actor} name={nameOf(actor)} />
        {approver === null ? null : (
          <span className="block pt-1 text-xs text-ink-3">
            {t('columns.approver')} <Person id={approver} name={nameOf(approver)} />
          </span>
        )}
      </Cell>
    </Row>
  );
}

/** Who it was, shortened so that the register fits a screen. The title and the dialog have the whole id. */
const Person = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <bdi title={id} className="block max-w-28 truncate">
    {name}
  </bdi>
);

function Reversal({ state }: { readonly state: AdjustmentView['reversal'] }) {
  const t = useTranslations('finance.adjust');
  if (state === 'applied') return <span className="block pt-1 text-xs text-ink-3">{t('reversed')}</span>;
  return state === 'awaiting-approval' || state === 'approved' ? (
    <span className="block pt-1 text-xs text-ink-3">{t('reversalPending')}</span>
  ) : null;
}

function Refusal({ adjustment: { state, steps } }: { readonly adjustment: AdjustmentView }) {
  const { ofIdentifier } = useErrorWords();
  const error = state === 'refused' ? steps.at(-1)?.error : undefined;
  return error == null ? null : (
    <span className="block max-w-56 pt-1 text-xs text-ink-3">{ofIdentifier(error.identifier, error.params)}</span>
  );
}
