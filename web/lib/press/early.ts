/** A form that was sent before the page's own code was there to take it. */
export interface EarlyPress {
  /** Of the form: its `data-press`. */
  readonly name: string;
  /** Of the page; a path with its language. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What stood in its `prompt`, where it has one. */
  readonly prompt?: string | undefined;
}

/** What the script in the page's head shares with the page's code. */
export interface Early {
  /** Forms that the page's code has taken over. */
  readonly live: WeakSet<EventTarget>;
  held: EarlyPress | undefined;
}

declare global {
  interface Window {
    kinoraEarly?: Early;
  }
}

/** Session storage key: a page whose code could not be fetched is loaded anew, and the press goes with it. */
export const EARLY_KEY = 'kinora.early';
/** Older ones are forgotten, milliseconds. */
const EXPECTED_MS = 600_000;

/**
 * Runs in the page's head. Until the page's code takes a form over (`data-press`), sending it is kept instead of leaving the page with what
 * was written in the address; `data-pressed` of the document says so, and `early-note.tsx` shows the words. Enter sends where it will send
 * later too (`data-enter`). Where the code could not be fetched the page is loaded anew once there is a network.
 */
export const EARLY_SCRIPT = `(function(){var d=document,e={live:new WeakSet,held:undefined},lost=false;window.kinoraEarly=e;
function show(){if(e.held)d.documentElement.dataset.pressed=navigator.onLine?'starting':'offline'}
try{var h=JSON.parse(sessionStorage.getItem('${EARLY_KEY}'));if(h&&h.path===location.pathname&&Date.now()-h.at<${EXPECTED_MS}){e.held=h;show()}}catch(x){}
addEventListener('submit',function(v){var f=v.target,p=f.elements.prompt;if(!f.dataset.press||e.live.has(f))return;v.preventDefault();
e.held={name:f.dataset.press,path:location.pathname,at:Date.now(),prompt:p&&p.value};show();
try{sessionStorage.setItem('${EARLY_KEY}',JSON.stringify(e.held))}catch(x){}},true);
addEventListener('keydown',function(v){var t=v.target;if(v.key==='Enter'&&!v.shiftKey&&!v.isComposing&&t.dataset&&t.dataset.enter!==undefined&&!e.live.has(t.form)){v.preventDefault();t.form.requestSubmit()}},true);
addEventListener('error',function(v){if(v.target&&v.target.tagName==='SCRIPT')lost=true},true);
addEventListener('offline',show);addEventListener('online',function(){show();if(e.held&&lost)location.reload()})})()`;

/** Takes over a form. @returns the press that was kept for it, once */
export function takeOver(form: HTMLFormElement, name: string): EarlyPress | undefined {
  const early = window.kinoraEarly;
  if (early === undefined) return undefined;
  early.live.add(form);
  const { held } = early;
  if (held?.name !== name) return undefined;
  early.held = undefined;
  delete document.documentElement.dataset['pressed'];
  try {
    sessionStorage.removeItem(EARLY_KEY);
  } catch {
    // Nothing was stored.
  }
  return held;
}
