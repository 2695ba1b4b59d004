import { money } from '../../../../kernel/money.shared.js';
import { periodOf } from '../../../plans/product.shared.js';
import { findProduct } from '../../../plans/products.seed.shared.js';
import { priceText } from '../../../plans/price.shared.js';
import { methodsIn } from '../methods.js';
import type { Sale } from '../sale.js';
import { methodChoice } from './choice.js';
import { framed } from './frame.js';
import { html, type Markup } from './html.js';
import { languageOf, PAGE_WORDS } from './words.js';

/**
 * The payment page.
 * @param path target of its forms
 */
export function checkoutPage(sale: Sale, path: string): string {
  const {
    order: { kind, language: requested, country, cancelUrl },
    stage,
  } = sale;
  const language = languageOf(requested);
  const words = PAGE_WORDS[language];
  const wasDeclined = stage.kind === 'open' && stage.wasDeclined;
  const methods = methodsIn(country, kind === 'plan');
  return framed(
    { language, title: words.checkoutTitle },
    html`
    ${summary(sale)}
    ${wasDeclined ? html`<p class="alert" role="alert">${words.declined}</p>` : undefined}
    <form method="post" action="${path}">
      <fieldset><legend>${words.payWith}</legend>
        ${methods.map((method, index) => methodChoice({ method, isChosen: index === 0, hint: words.methods[method] }))}
      </fieldset>
      <button class="primary" type="submit">${words.pay.replace('{price}', priceOf(sale, language))}</button>
    </form>
    <p class="centred"><a href="${cancelUrl}">${words.cancel}</a></p>`,
  );
}

/**
 * The card issuer's confirmation page.
 * @param path target of the answer
 */
export function bankPage(sale: Sale, path: string): string {
  const language = languageOf(sale.order.language);
  const words = PAGE_WORDS[language];
  return framed(
    { language, title: words.bankTitle },
    html`
    ${summary(sale)}
    <h2>${words.bankTitle}</h2>
    <p>${words.bankText.replace('{price}', priceOf(sale, language))}</p>
    <form method="post" action="${path}/bank" class="pair">
      <button class="primary" type="submit" name="answer" value="approve">${words.approve}</button>
      <button type="submit" name="answer" value="refuse">${words.refuse}</button>
    </form>`,
  );
}

/** Page of a closed checkout. */
export function expiredPage(sale: Sale): string {
  const language = languageOf(sale.order.language);
  const words = PAGE_WORDS[language];
  return framed(
    { language, title: words.expiredTitle },
    html`<h1>${words.expiredTitle}</h1><p>${words.expiredText}</p><p><a class="button" href="${sale.order.cancelUrl}">${words.back}</a></p>`,
  );
}

const priceOf = ({ order: { minor, currency } }: Sale, language: string): string =>
  priceText(money(minor, currency), language);

function summary(sale: Sale): Markup {
  const {
    order: { priceId, language: requested },
  } = sale;
  const language = languageOf(requested);
  const words = PAGE_WORDS[language];
  const product = findProduct(priceId);
  return html`<section class="summary"><h1>${product?.productName ?? priceId}</h1>
    <p class="price"><bdi>${priceOf(sale, language)}</bdi> <span class="hint">${words.periods[product === undefined ? 'forever' : periodOf(product)]}</span></p></section>`;
}
