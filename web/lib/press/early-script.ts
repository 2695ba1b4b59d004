import { EARLY_KEY } from './early';

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
addEventListener('submit',function(v){var f=v.target,p=f.elements.prompt;if(!f.dataset.press||e.live.has(f))return;v.preventDefault();v.stopPropagation();
e.held={name:f.dataset.press,path:location.pathname,at:Date.now(),prompt:p&&p.value};show();
try{sessionStorage.setItem('${EARLY_KEY}',JSON.stringify(e.held))}catch(x){}},true);
addEventListener('keydown',function(v){var t=v.target;if(v.key==='Enter'&&!v.shiftKey&&!v.isComposing&&t.dataset&&t.dataset.enter!==undefined&&!e.live.has(t.form)){v.preventDefault();t.form.requestSubmit()}},true);
addEventListener('error',function(v){if(v.target&&v.target.tagName==='SCRIPT')lost=true},true);
addEventListener('offline',show);addEventListener('online',function(){show();if(e.held&&lost)location.reload()})})()`;
