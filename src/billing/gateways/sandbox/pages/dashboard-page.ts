import type { Millis } from '../../../../kernel/clock.js';
import { money } from '../../../../kernel/money.shared.js';
import { priceNumber, priceText } from '../../../plans/price.shared.js';
import { findProduct } from '../../../plans/products.seed.shared.js';
import { isPaying } from '../methods.js';
import type { SandboxInvoice } from '../subscription.js';
import type { Sale } from '../sale.js';
import { methodName } from './choice.js';
import { DASHBOARD_WORDS, MOVES, type DashboardNews, type Deed } from './dashboard-words.js';
import { framed } from './frame.js';
import { html, type Markup } from './html.js';
import { PAGE_LANGUAGES, PAGE_WORDS, timeText, type PageLanguage } from './words.js';

export interface DashboardView {
  readonly path: string;
  readonly language: PageLanguage;
  readonly now: Millis;
  readonly ahead: Millis;
  readonly nextDueAt: Millis | undefined;
  /** Target of the current move of the clock. */
  readonly target: Millis | undefined;
  /** Number of deliveries not accepted yet. */
  readonly waiting: number;
  readonly sales: readonly Sale[];
  readonly next: string | undefined;
  readonly said: DashboardNews | undefined;
  /** Returns a new id per form, so that a double submit is one action. */
  readonly newActionId: () => string;
}

/** The page reloads itself while time is being moved. */
const AGAIN_S = 2;
const DAY = 86_400_000;
const LANGUAGE_NAMES: Readonly<Record<PageLanguage, string>> = { en: 'English', de: 'Deutsch', ar: 'العربية' };

/** The administrator's page: moves time, and makes payments fail, refunds or disputes them. */
export function dashboardPage(view: DashboardView): string {
  const { language, waiting, sales, next, path, target } = view;
  // The move of the clock has finished by now.
  const said = view.said === 'moving' && target === undefined ? 'moved' : view.said;
  const words = DASHBOARD_WORDS[language];
  return framed(
    { language, title: words.title, width: 'wide', ...(target === undefined ? {} : { againAfter: AGAIN_S }) },
    html`
    <div class="row"><h1>${words.title}</h1><nav class="row" aria-label="${words.language}">${PAGE_LANGUAGES.map((one) => html`<a href="${path}?language=${one}" lang="${one}"${one === language ? html` aria-current="true"` : undefined}>${LANGUAGE_NAMES[one]}</a>`)}</nav></div>
    ${said === undefined ? undefined : html`<p class="${said === 'done' || said === 'moved' || said === 'moving' ? 'good' : 'alert'}" role="status">${words.news[said]}</p>`}
    ${clock(view)}
    <h2>${words.sold}</h2>
    ${waiting === 0 ? undefined : html`<p class="hint">${words.waiting.replace('{count}', String(waiting))}</p>`}
    ${sales.length === 0 ? html`<p class="hint">${words.none}</p>` : sales.map((sale) => saleCard(sale, view))}
    ${next === undefined ? undefined : html`<p class="centred"><a href="${path}?language=${language}&amp;after=${encodeURIComponent(next)}">${words.older}</a></p>`}`,
  );
}

function clock({ language, now, ahead, nextDueAt, target, path }: DashboardView): Markup {
  const words = DASHBOARD_WORDS[language];
  const days = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(ahead / DAY);
  const moves = MOVES.filter((move) => move !== 'next' || nextDueAt !== undefined);
  return html`<section class="card"><h2>${words.clock}</h2>
    <p class="price"><bdi>${timeText(now, language)}</bdi> <span class="hint">UTC · ${ahead === 0 ? words.asItGoes : words.ahead.replace('{days}', days)}</span></p>
    ${target === undefined ? undefined : html`<p class="good" role="status">${words.moving.replace('{time}', timeText(target, language))}</p>`}
    <form method="post" action="${path}/clock?language=${language}" class="deeds">${moves.map((move) => html`<button name="by" value="${move}">${words.moves[move]}</button>`)}</form>
    <p class="hint">${nextDueAt === undefined ? undefined : html`<bdi>${words.next.replace('{time}', timeText(nextDueAt, language))}</bdi><br>`}${words.forGood}</p></section>`;
}

function saleCard(sale: Sale, view: DashboardView): Markup {
  const { language, path } = view;
  const words = DASHBOARD_WORDS[language];
  const { stage, order, owner, method, externalId, dueAt } = sale;
  const subscription = stage.kind === 'subscribed' ? stage.subscription : undefined;
  const priceId = subscription?.priceId ?? order.priceId;
  const isEnding = subscription?.cancelAtPeriodEnd === true && subscription.status !== 'canceled';
  return html`<section class="card">
    <div class="row"><h3>${findProduct(priceId)?.productName ?? priceId}</h3><span class="badge">${words.statuses[subscription?.status ?? (stage.kind === 'subscribed' ? 'active' : stage.kind)]}${isEnding ? html` · ${words.endsAtPeriod}` : undefined}</span></div>
    <dl class="facts">
      <div><dt>${words.user}</dt><dd><code>${owner.userId}</code></dd></div>
      ${method === null ? undefined : html`<div><dt>${PAGE_WORDS[language].method}</dt><dd>${methodName(method)}</dd></div>`}
      ${dueAt === null ? undefined : html`<div><dt>${words.due}</dt><dd><bdi>${timeText(dueAt, language)}</bdi></dd></div>`}
    </dl>
    ${deedsOf(sale).length === 0 ? undefined : html`<form method="post" action="${path}/sales/${externalId}?language=${language}" class="deeds"><input type="hidden" name="wish" value="${view.newActionId()}">${deedsOf(sale).map((deed) => html`<button name="deed" value="${deed}">${words.deeds[deed]}</button>`)}</form>`}
    ${invoicesOf(sale).map((invoice) => invoiceRow(sale, invoice, view))}
  </section>`;
}

/** Actions available for a plan in its current state. */
function deedsOf({ stage, method }: Sale): readonly Deed[] {
  if (stage.kind !== 'subscribed') return [];
  const { status, cancelAtPeriodEnd, owed } = stage.subscription;
  if (status === 'canceled' || status === 'incomplete_expired') return [];
  const isRunning = status === 'active' || status === 'trialing';
  return [
    method !== null && isPaying(method, 'later') ? 'card-declines' : 'card-pays',
    ...(owed === null ? [] : ['charge' as const]),
    ...(!isRunning ? [] : [cancelAtPeriodEnd ? ('reactivate' as const) : ('cancel' as const)]),
    ...(status === 'active' ? ['pause' as const] : status === 'paused' ? ['resume' as const] : []),
    'end',
  ];
}

type Shown = Pick<SandboxInvoice, 'invoiceId' | 'amount' | 'refunded' | 'dispute' | 'isPaid'> & {
  readonly reason: SandboxInvoice['reason'] | 'once';
  readonly at: Millis;
  readonly currency: string;
};

/** Newest first. */
function invoicesOf({ stage }: Sale): readonly Shown[] {
  if (stage.kind === 'bought') return [{ ...stage.purchase, reason: 'once', at: stage.purchase.paidAt, isPaid: true }];
  if (stage.kind !== 'subscribed') return [];
  const { invoices, currency } = stage.subscription;
  return invoices.map((invoice) => ({ ...invoice, at: invoice.periodStart, currency })).reverse();
}

function invoiceRow(
  { externalId }: Sale,
  { invoiceId, amount, refunded, dispute, isPaid, reason, at, currency }: Shown,
  { language, path, newActionId }: DashboardView,
): Markup {
  const words = DASHBOARD_WORDS[language];
  const text = (minor: number): string => priceText(money(minor, currency), language);
  const left = amount - refunded;
  const canRefund = isPaid && dispute === 'none' && left > 0;
  return html`<form method="post" action="${path}/invoices/${externalId}?language=${language}" class="invoice">
    <input type="hidden" name="wish" value="${newActionId()}"><input type="hidden" name="invoiceId" value="${invoiceId}">
    <span class="what"><span><b><bdi>${text(amount)}</bdi></b> · ${words.invoice[reason]}</span>
    <span class="hint"><bdi>${timeText(at, language)}</bdi> · ${isPaid ? words.paid : words.unpaid}${refunded === 0 ? undefined : html` · ${words.refunded.replace('{amount}', text(refunded))}`}${dispute === 'none' ? undefined : html` · ${words.disputes[dispute]}`}</span></span>
    <span class="deeds">${canRefund ? html`<input name="amount" inputmode="decimal" dir="ltr" size="8" aria-label="${words.amount}" value="${priceNumber(money(left, currency))}"><button name="deed" value="refund">${words.refund}</button>` : undefined}
    ${canRefund && refunded === 0 ? html`<button name="deed" value="dispute">${words.dispute}</button>` : undefined}
    ${dispute === 'open' ? html`<button name="deed" value="won">${words.win}</button><button name="deed" value="lost">${words.lose}</button>` : undefined}</span></form>`;
}
