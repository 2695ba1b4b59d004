import { METHODS, type MethodId } from '../methods.js';
import { html, type Markup } from './html.js';

/** Localized name of a payment method. */
export function methodName(method: MethodId): Markup {
  const { last4 } = METHODS[method];
  return last4 === null ? html`Alipay` : html`<bdi>Visa •••• ${last4}</bdi>`;
}

/**
 * One selectable payment method.
 * @param hint what it does
 */
export function methodChoice({
  method,
  isChosen,
  hint,
}: {
  readonly method: MethodId;
  readonly isChosen: boolean;
  readonly hint: string;
}): Markup {
  return html`<label class="choice"><input type="radio" name="method" value="${method}"${isChosen ? html` checked` : undefined}>
    <span class="what"><span class="name">${methodName(method)}</span><span class="hint">${hint}</span></span></label>`;
}
