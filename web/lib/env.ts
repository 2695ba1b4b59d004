/** The only reader of the build's public settings. */

/** Where a visitor writes when something does not work. */
export const SUPPORT_ADDRESS = process.env.NEXT_PUBLIC_SUPPORT_ADDRESS ?? 'support@kinora.example';

/** Whether this is a development server: the pseudo-locale and the page of all components exist there alone. */
export const DEVELOPMENT = process.env.NODE_ENV !== 'production';
