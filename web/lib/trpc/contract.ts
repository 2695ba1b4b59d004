/** The server's calls, as a type alone: nothing of the server comes into the browser. */
export type { AppRouter } from '@src/app-router';
