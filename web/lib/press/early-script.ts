import { EARLY_KEY } from './early';

/** Maximum age of a kept submission, milliseconds. */
const EXPECTED_MS = 600_000;

/**
 * Runs in the page's head. A form with `data-press` that is submitted before the page's code is loaded is not submitted
 * by the browser: the submission is kept, `data-pressed` is set on the document, and `early-note.tsx` shows a note.
 * Enter submits where it does later too (`data-enter`). If the code could not be loaded, the page is reloaded once
 * online.
 */
export const EARLY_SCRIPT = `(function(){var d=document,e={live:new WeakSet,held:undefined},lost=false;window.kinoraEarly=e;
function show(){if(e.held)d.documentElement.dataset.pressed=navigator.onLine?'starting':'offline'}
try{var h=JSON.parse(sessionStorage.getItem('${EARLY_KEY}'));if(h&&h.path===location.pathname&&Date.now()-h.at<${EXPECTED_MS}){e.held=h;show()}}catch(x){}
addEventListener('submit',function(v){var f=v.target,p=f.elements.prompt;if(!f.dataset.press||e.live.has(f))return;v.preventDefault();v.stopPropagation();
e.held={name:f.dataset.press,path:location.pathname,at:Date.now(),prompt:p&&p.value};show();
try{sessionStorage.setItem('${EARLY_KEY}',JSON.stringify(e.held))}catch(x){}},true);
addEventListener('keydown',function(v){var t=v.target;if(v.key==='Enter'&&!v.shiftKey&&!v.isComposing&&t.dataset&&t.dataset.enter!==undefined&&!e.live.has(t.form)){v.preventDefault();t.form.requestSubmit()}},true);
addEventListener('error',function(v){if(v.target&&v.target.tagName==='SCRIPT')lost=true},true);
addEventListener('offline',show);addEventListener('online',function(){show();if(e.held&&lost)location.reload()})})()`;
