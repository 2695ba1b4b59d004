import { METHODS, type MethodId } from '../methods.js';
import { html, type Markup } from './html.js';

/** What one pays with, as it is called in every language. */
export function methodName(method: MethodId): Markup {
  const { last4 } = METHODS[method];
  return last4 === null ? html`Alipay` : html`<bdi>Visa •••• ${last4}</bdi>`;
}

/** One way to pay among those that may be chosen. @param hint what it does */
export function methodChoice({ method, isChosen, hint }: { readonly method: MethodId; readonly isChosen: boolean; readonly hint: string }): Markup {
  return html`<label class="choice"><input type="radio" name="method" value="${method}"${isChosen ? html` checked` : undefined}>
    <span class="what"><span class="name">${methodName(method)}</span><span class="hint">${hint}</span></span></label>`;
}
