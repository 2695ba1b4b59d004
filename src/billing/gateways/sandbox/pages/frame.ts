import { directionOf } from '../../../../kernel/locales.shared.js';
import { html, Markup } from './html.js';
import { PAGE_WORDS, type PageLanguage } from './words.js';

const STYLE = new Markup(`
:root{color-scheme:light dark;--ground:#f6f5f3;--surface:#fff;--text:#1b1a18;--soft:#5d5a54;--line:#dcd9d2;--accent:#4338ca;--on-accent:#fff;--warn:#fff4d6;--warn-text:#5c4300;--bad:#fde8e6;--bad-text:#8f1d14}
@media (prefers-color-scheme:dark){:root{--ground:#131211;--surface:#1d1c1a;--text:#f3f1ec;--soft:#aaa69d;--line:#38352f;--accent:#a5a0ff;--on-accent:#14122b;--warn:#372c0c;--warn-text:#f4d98a;--bad:#421a16;--bad-text:#ffb9b1}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
.banner{margin:0;padding:12px 20px;background:var(--warn);color:var(--warn-text);text-align:center;font-weight:600}
main{max-width:30rem;margin:32px auto;padding:24px;background:var(--surface);border:1px solid var(--line);border-radius:16px}
main.wide{max-width:72rem}
@media (max-width:34rem){main{margin:0;border:0;border-radius:0;min-height:100dvh}}
h1{margin:0;font-size:1.25rem;line-height:1.3}h2{margin:24px 0 8px;font-size:1.125rem}
.price{margin:4px 0 0;font-size:2rem;font-weight:700;line-height:1.2;font-variant-numeric:tabular-nums}
.hint{color:var(--soft);font-size:.9375rem;font-weight:400}
.summary{padding-block-end:20px;border-block-end:1px solid var(--line)}
fieldset{margin:20px 0 0;padding:0;border:0}legend{padding:0;margin-block-end:8px;font-weight:600}
.choice{display:flex;gap:12px;align-items:center;padding:12px 14px;border:1px solid var(--line);border-block-end-width:0;cursor:pointer;min-height:56px}
.choice:first-of-type{border-start-start-radius:12px;border-start-end-radius:12px}
.choice:last-of-type{border-block-end-width:1px;border-end-start-radius:12px;border-end-end-radius:12px}
.choice:has(:checked){background:color-mix(in srgb,var(--accent) 10%,transparent)}
.choice input{inline-size:20px;block-size:20px;margin:0;accent-color:var(--accent);flex:none}
.what{display:flex;flex-direction:column}.name{font-weight:600}
button,.button{display:inline-block;min-height:48px;padding:11px 18px;border:1px solid var(--line);border-radius:12px;background:var(--surface);color:var(--text);font:inherit;font-weight:600;cursor:pointer;text-decoration:none;text-align:center}
button.primary,.button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
form>button.primary{inline-size:100%;margin-block-start:20px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-block-start:20px}form.pair>button{inline-size:100%;margin:0}.card>p:last-child{margin-block-end:0}
.alert{margin:20px 0 0;padding:12px 14px;border-radius:12px;background:var(--bad);color:var(--bad-text)}
.good{margin:20px 0 0;padding:12px 14px;border-radius:12px;background:color-mix(in srgb,var(--accent) 12%,transparent)}
.facts{display:grid;gap:10px;margin:16px 0 0}.facts div{display:flex;justify-content:space-between;gap:16px}dt{color:var(--soft)}dd{margin:0;text-align:end;font-weight:600}.owed dd{color:var(--bad-text)}
.row{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:8px 16px}nav.row{gap:12px}nav [aria-current]{color:var(--text);text-decoration:none;font-weight:700}
.card{margin:16px 0;padding:16px;border:1px solid var(--line);border-radius:14px}.card h2,.card h3{margin:0;font-size:1.0625rem}.card .price{font-size:1.5rem}
.badge{padding:2px 10px;border-radius:999px;background:color-mix(in srgb,var(--text) 9%,transparent);font-size:.875rem;font-weight:600}
.deeds{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin-block-start:12px}.deeds button{min-height:44px;padding:8px 14px;font-size:.9375rem}
.invoice{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px;margin-block-start:12px;padding-block-start:12px;border-block-start:1px solid var(--line)}.invoice .deeds{margin:0}
input[name=amount]{min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:12px;background:var(--surface);color:var(--text);font:inherit}
code{font-size:.875rem;overflow-wrap:anywhere}
.centred{text-align:center;margin:16px 0 0}a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`);

/** A complete sandbox page, labelled as such. It loads nothing external and runs no script. */
export function framed(
  {
    language,
    title,
    width,
    againAfter,
  }: { readonly language: PageLanguage; readonly title: string; readonly width?: 'wide'; readonly againAfter?: number },
  body: Markup,
): string {
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/icon.svg">${againAfter === undefined ? undefined : html`<meta http-equiv="refresh" content="${againAfter}">`}
<title>${title} – Kinora</title><style>${STYLE}</style></head>
<body><header class="banner">${PAGE_WORDS[language].noMoney}</header><main${width === 'wide' ? html` class="wide"` : undefined}>${body}</main></body></html>`
    .text;
}
