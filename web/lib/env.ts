/** The only reader of the build's public settings. */

/** Whether this is a development server: the pseudo-locale and the page of all components exist there alone. */
export const DEVELOPMENT = process.env.NODE_ENV !== 'production';
