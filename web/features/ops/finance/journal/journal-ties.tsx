import { useTranslations } from 'next-intl';
import type { JournalTie, JournalView } from '@src/billing/journal/journal.shared';
import { Link } from '@/i18n/navigation';
import { Badge } from '@/ui/content/badge';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useFigures } from '../charts/use-figures';
import { useMoney } from '../revenue/revenue-money';

/** What the journal agrees with: ties of the shown currency, every tie that differs, and both sides of the credits. */
export function JournalTies({ journal: { ties, credits, currency, from, to } }: { readonly journal: JournalView }) {
  const t = useTranslations('finance.journal');
  const names = useTranslations('finance.usageTypes');
  const { number, signed } = useFigures();
  const shown = ties.filter((tie) => tie.currency === currency || tie.journal !== tie.source);
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('ties.title')}</h2>
      <p className="max-w-[72ch] text-sm text-ink-2">{t('ties.text')}</p>
      <Table label={t('ties.title')}>
        <thead>
          <tr>
            <HeadCell>{t('ties.what')}</HeadCell>
            <HeadCell>{t('ties.result')}</HeadCell>
            <HeadCell>{t('ties.unit')}</HeadCell>
            <HeadCell figure>{t('ties.journal')}</HeadCell>
            <HeadCell figure>{t('ties.source')}</HeadCell>
            <HeadCell figure>{t('ties.difference')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {shown.map((tie) => (
            <Tie key={`${tie.name} ${tie.gateway ?? ''} ${tie.currency}`} tie={tie} days={{ from, to }} />
          ))}
          {credits.map(({ usageType, debits, credits: sources }) => (
            <Row key={usageType}>
              <th scope="row" className="border-t border-line px-5 py-2.5 text-start font-medium">
                {t('ties.names.credits')}
              </th>
              <Cell className="py-2.5">
                <Result isEqual={debits === sources} />
              </Cell>
              <Cell className="py-2.5 whitespace-nowrap">{names(usageType)}</Cell>
              <Cell figure className="py-2.5">
                {number(debits)}
              </Cell>
              <Cell figure className="py-2.5">
                {number(sources)}
              </Cell>
              <Cell figure className="py-2.5">
                {signed(debits - sources)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function Tie({
  tie: { name, gateway, currency, journal, source },
  days,
}: {
  readonly tie: JournalTie;
  readonly days: Pick<JournalView, 'from' | 'to'>;
}) {
  const t = useTranslations('finance.journal.ties');
  const { text } = useMoney(currency);
  return (
    <Row>
      <th scope="row" className="border-t border-line px-5 py-2.5 text-start font-medium">
        {gateway === null ? (
          t(`names.${name}`)
        ) : (
          <Link
            href={`/finance/gateway?${new URLSearchParams({ ...days, gateway })}`}
            className="underline underline-offset-4"
          >
            {t(`names.${name}`)} · <bdi>{gateway}</bdi>
          </Link>
        )}
      </th>
      <Cell className="py-2.5">
        <Result isEqual={journal === source} />
      </Cell>
      <Cell className="py-2.5">{currency.toUpperCase()}</Cell>
      <Cell figure className="py-2.5">
        <bdi>{text(journal)}</bdi>
      </Cell>
      <Cell figure className="py-2.5">
        <bdi>{text(source)}</bdi>
      </Cell>
      <Cell figure className="py-2.5">
        <bdi>{text(journal - source)}</bdi>
      </Cell>
    </Row>
  );
}

function Result({ isEqual }: { readonly isEqual: boolean }) {
  const t = useTranslations('finance.journal.ties');
  return <Badge tone={isEqual ? 'success' : 'danger'}>{t(isEqual ? 'equal' : 'differs')}</Badge>;
}
