import { priceText } from '../../../plans/price.shared.js';
import { findProduct } from '../../../plans/products.seed.shared.js';
import { METHOD_IDS, methodsIn, type MethodId } from '../methods.js';
import { nextChargeOf } from '../model.js';
import type { Sale } from '../sale.js';
import { methodChoice, methodName } from './choice.js';
import { framed } from './frame.js';
import { html, type Markup } from './html.js';
import { languageOf, PAGE_WORDS, timeText, type PageLanguage } from './words.js';

/** Results of an action that the page can show. */
export const PORTAL_NEWS = ['changed', 'paid', 'declined', 'refused'] as const;

export interface PortalView {
  /** Path of this page. */
  readonly path: string;
  readonly back: string;
  /** BCP 47. */
  readonly language: string;
  readonly said?: (typeof PORTAL_NEWS)[number] | undefined;
}

/**
 * Methods that can pay later charges. Excludes the one whose issuer asks, because issuers ask only at the first
 * payment, and the one that declines, because it also fails later.
 */
const later = new Set<MethodId>(METHOD_IDS.filter((method) => method !== 'asks' && method !== 'declines'));

/** The page for changing the payment method or paying an outstanding amount. */
export function portalPage(sale: Sale, { path, back, language: requested, said }: PortalView): string {
  const language = languageOf(requested);
  const words = PAGE_WORDS[language];
  const isOwed = sale.stage.kind === 'subscribed' && sale.stage.subscription.owed !== null;
  const methods = methodsIn(sale.order.country, true).filter((method) => later.has(method));
  return framed(
    { language, title: words.portalTitle },
    html`
    <section class="summary"><h1>${words.portalTitle}</h1>${statusOf(sale, language)}</section>
    ${said === undefined ? undefined : html`<p class="${said === 'changed' || said === 'paid' ? 'good' : 'alert'}" role="status">${words.news[said]}</p>`}
    <form method="post" action="${path}">
      <fieldset><legend>${words.payWith}</legend>
        ${methods.map((method) => methodChoice({ method, isChosen: method === (sale.method !== null && later.has(sale.method) ? sale.method : 'pays'), hint: words.later[method === 'fails-later' ? 'fails' : 'pays'] }))}
      </fieldset>
      <button class="primary" type="submit">${isOwed ? words.payOwed : words.save}</button>
    </form>
    <p class="centred"><a href="${back}">${words.back}</a></p>`,
  );
}

function statusOf({ stage, method }: Sale, language: PageLanguage): Markup {
  const words = PAGE_WORDS[language];
  if (stage.kind !== 'subscribed') return html``;
  const { subscription } = stage;
  const next = nextChargeOf(subscription, findProduct);
  const { owed, invoices, currency, priceId } = subscription;
  const invoice = invoices.find(({ invoiceId }) => invoiceId === owed?.invoiceId);
  return html`<dl class="facts">
    <div><dt>${words.plan}</dt><dd>${findProduct(priceId)?.productName ?? priceId}</dd></div>
    ${method === null ? undefined : html`<div><dt>${words.method}</dt><dd>${methodName(method)}</dd></div>`}
    ${invoice === undefined ? undefined : html`<div class="owed"><dt>${words.owed}</dt><dd><bdi>${priceText({ minor: invoice.amount, currency }, language)}</bdi></dd></div>`}
    <div><dt>${words.nextCharge}</dt><dd>${next === undefined ? words.none : html`<bdi>${priceText(next.amount, language)}</bdi> · <bdi>${timeText(next.at, language)}</bdi>`}</dd></div>
  </dl>`;
}
