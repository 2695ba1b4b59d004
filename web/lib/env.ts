/** The only reader of the build's public settings. */

/** Whether this is a development server. Only there do the pseudo-locale and the component page exist. */
export const DEVELOPMENT = process.env.NODE_ENV !== 'production';

/** Source version of the server that this page was built with; empty for a page built alone. */
export const PAGE_BUILD = process.env.PAGE_BUILD ?? '';
