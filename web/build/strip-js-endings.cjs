/**
 * Turbopack does not look for `x.ts` behind `./x.js`, the ending that Node asks for in the server's sources. The few
 * files of `src/` that the browser shares are read through this loader, which takes the ending off relative imports.
 */
module.exports = function stripJsEndings(source) {
  return source.replace(/(\bfrom\s+['"]\.{1,2}\/[^'"\n]+)\.js(?=['"])/g, '$1');
};
