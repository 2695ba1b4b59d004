import type { ENGLISH } from './messages';

declare module 'next-intl' {
  interface AppConfig {
    Messages: typeof ENGLISH;
  }
}
