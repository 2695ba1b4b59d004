/** The only reader of the build's public settings. */

/** Whether this is a development server: the pseudo-locale and the page of all components exist there alone. */
export const DEVELOPMENT = process.env.NODE_ENV !== 'production';

/** Of what sources the server was that this page was built beside; empty where it was built alone. */
export const PAGE_BUILD = process.env.PAGE_BUILD ?? '';
