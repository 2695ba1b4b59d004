import account from '../messages/en/account.json';
import admin from '../messages/en/admin.json';
import analytics from '../messages/en/analytics.json';
import api from '../messages/en/api.json';
import avatar from '../messages/en/avatar.json';
import billing from '../messages/en/billing.json';
import canvas from '../messages/en/canvas.json';
import cases from '../messages/en/cases.json';
import catalogue from '../messages/en/catalogue.json';
import common from '../messages/en/common.json';
import consent from '../messages/en/consent.json';
import contact from '../messages/en/contact.json';
import creations from '../messages/en/creations.json';
import credits from '../messages/en/credits.json';
import effects from '../messages/en/effects.json';
import errors from '../messages/en/errors.json';
import explore from '../messages/en/explore.json';
import faults from '../messages/en/faults.json';
import finance from '../messages/en/finance.json';
import home from '../messages/en/home.json';
import image from '../messages/en/image.json';
import instruments from '../messages/en/instruments.json';
import invites from '../messages/en/invites.json';
import legal from '../messages/en/legal.json';
import loras from '../messages/en/loras.json';
import models from '../messages/en/models.json';
import notices from '../messages/en/notices.json';
import policy from '../messages/en/policy.json';
import popups from '../messages/en/popups.json';
import options from '../messages/en/options.json';
import pricing from '../messages/en/pricing.json';
import profile from '../messages/en/profile.json';
import reports from '../messages/en/reports.json';
import rewards from '../messages/en/rewards.json';
import projects from '../messages/en/projects.json';
import tools from '../messages/en/tools.json';
import ui from '../messages/en/ui.json';
import trust from '../messages/en/trust.json';
import uploads from '../messages/en/uploads.json';
import video from '../messages/en/video.json';
import ways from '../messages/en/ways.json';
import works from '../messages/en/works.json';
import { PSEUDO_LOCALE, TRANSLATED } from './locales';
import { CLAIMED_AREAS, FRAME_AREAS } from './page-areas';
import type { ProcedureMessages } from './procedure-messages';
import { pseudo } from './pseudo';

const FILES = {
  account,
  admin,
  analytics,
  api,
  avatar,
  billing,
  canvas,
  cases,
  catalogue,
  common,
  consent,
  contact,
  creations,
  credits,
  effects,
  errors,
  explore,
  faults,
  finance,
  home,
  image,
  instruments,
  invites,
  legal,
  loras,
  models,
  notices,
  options,
  policy,
  popups,
  pricing,
  profile,
  reports,
  rewards,
  projects,
  tools,
  ui,
  trust,
  uploads,
  video,
  ways,
  works,
};

/** Type of all messages: the areas' files, and those that the build adds from the procedures' folders. */
type Words = typeof FILES & ProcedureMessages;

// The types of the files lack the messages that the build adds.
/** English messages by area, the fallback of every language. Register a new area here, once for all languages. */
export const ENGLISH = FILES as Words;

const among = (words: Words, isWanted: (area: string) => boolean): Partial<Words> =>
  Object.fromEntries(Object.entries(words).filter(([area]) => isWanted(area)));

/** The messages of some areas. */
export const promptUseOf = (words: Words, areas: readonly string[]): Partial<Words> =>
  among(words, (area) => areas.includes(area));

/** The messages of every page: the shell's, and areas that no page claims. */
export const wordsOfEveryPage = (words: Words): Partial<Words> =>
  among(words, (area) => FRAME_AREAS.includes(area) || !CLAIMED_AREAS.has(area));

/** An area's file: strings, or messages compiled by the build. */
type Tree = { readonly [key: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The messages of `own`, completed from `fallback`. Only keys of `fallback` are kept. */
function completed(fallback: Tree, own: Tree): Tree {
  return Object.fromEntries(
    Object.entries(fallback).map(([key, words]) => {
      const said = own[key];
      if (isTree(words)) return [key, completed(words, isTree(said) ? said : {})];
      return [key, said ?? words];
    }),
  );
}

/** A language's messages of an area; empty without a translation. */
async function ownWords(locale: string, area: string): Promise<Tree> {
  try {
    const file: unknown = await import(`../messages/${locale}/${area}.json`);
    return isTree(file) && isTree(file['default']) ? file['default'] : {};
  } catch {
    return {};
  }
}

/** All messages in a language, completed from English. Server only. */
export async function messagesOf(locale: string): Promise<Words> {
  if (locale === PSEUDO_LOCALE) return alike(pseudo(ENGLISH));
  if (locale === 'en' || !TRANSLATED.includes(locale)) return ENGLISH;
  const areas = await Promise.all(
    Object.keys(ENGLISH).map(async (area) => [area, await ownWords(locale, area)] as const),
  );
  return alike(completed(ENGLISH, Object.fromEntries(areas)));
}

// The object has the keys of ENGLISH by construction. The texts themselves are not part of the type.
const alike = (words: unknown): Words => words as Words;
