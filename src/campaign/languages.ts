import { LRUCache } from 'lru-cache';
import {
  type CurrentLanguages,
  type Dictionary,
  type FindDictionary,
  languageName,
  normalizeName,
  ok,
  phrase,
  type Result,
  refuseInput,
  runInLanguages,
} from '../core/message.ts';
import type { PeopleStore, PersonalSettings } from './people.ts';
import type { ServerStore } from './servers.ts';

/** What Discord, a browser or a terminal says about the languages of a user and a server. */
export interface SeenLocales {
  readonly locale?: string | undefined;
  /** The locale of the server. Undefined outside of Community servers, where Discord always sends `en-US`. */
  readonly communityLocale?: string | undefined;
}

/** The user of a command, and the server. */
interface Place extends SeenLocales {
  readonly user: string;
  readonly guild: string | undefined;
}

export interface Languages {
  readonly installed: readonly Dictionary[];
  /** The dictionary of a locale: its own, or that of its language without a region. */
  readonly find: FindDictionary;
  /** The language of a user: as set, else as last seen. */
  readonly ofPerson: (person: PersonalSettings) => Dictionary | undefined;
  /** Finds the language of a user: as set, else as seen now, else as last seen. Saves a new locale. */
  readonly forPerson: (user: string, locale?: string) => Promise<Dictionary | undefined>;
  /** Finds the language of new battles and of public texts: of the server, the community, or the user. */
  readonly forServer: (place: Place) => Promise<Dictionary | undefined>;
  /** Finds the languages for the user of a command. Undefined if none are installed. */
  readonly listFor: (place: Place) => Promise<CurrentLanguages | undefined>;
  /** The languages for the user of a command, by locales alone. */
  readonly guess: (seen: SeenLocales) => CurrentLanguages;
  /** Runs a function for the user of a command: private texts in the user's language, public texts in the server's. */
  readonly runFor: <T>(place: Place, work: () => Promise<T>) => Promise<T>;
  /** Runs a function without a user, which finds the language of each text. */
  readonly runForAll: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What a setting contains for English, to tell it apart from no setting. */
const english = 'en';

/** Creates the function that finds a dictionary by locale. Also takes values of `LANG`, such as `ja_JP.UTF-8`. */
export const createDictionaryFinder = (installed: readonly Dictionary[]): FindDictionary => {
  const byTag = new Map(installed.map((dictionary) => [dictionary.language.toLowerCase(), dictionary]));
  return (locale) => {
    if (byTag.size === 0 || locale === undefined) return undefined;
    const [tag = ''] = locale.toLowerCase().replaceAll('_', '-').split(/[.@]/);
    return byTag.get(tag) ?? byTag.get(tag.replace(/-.*/, ''));
  };
};

/** Cached languages of users, and the time after which they are read again (milliseconds). */
const cached = { max: 10_000, ttl: 60_000 };

/** Without installed languages, nothing is read or saved. */
export const createLanguages = (
  installed: readonly Dictionary[],
  { people, servers }: { readonly people: PeopleStore; readonly servers: Pick<ServerStore, 'presentation'> },
) => {
  const find = createDictionaryFinder(installed);
  const ofPerson = ({ language, locale }: PersonalSettings) => find(language ?? locale);
  const known = new LRUCache<string, Pick<PersonalSettings, 'language' | 'locale'>>(cached);
  const languages: Languages = {
    installed,
    find,
    ofPerson,
    forPerson: async (user, locale) => {
      if (installed.length === 0) return undefined;
      const { language, locale: last } = known.get(user) ?? (await people.findMany([user])).get(user) ?? {};
      known.set(user, { language, locale: last });
      // English users without a saved locale leave no data.
      const isNew = locale !== undefined && locale !== last && (last !== undefined || find(locale) !== undefined);
      if (isNew) {
        await people.saveLocale(user, locale);
        known.set(user, { language, locale });
      }
      return find(language ?? locale ?? last);
    },
    forServer: async ({ user, guild, locale, communityLocale }) => {
      if (installed.length === 0) return undefined;
      const { language } = guild === undefined ? {} : await servers.presentation(guild);
      return language === undefined && communityLocale === undefined
        ? languages.forPerson(user, locale)
        : find(language ?? communityLocale);
    },
    listFor: async (place) => {
      if (installed.length === 0) return undefined;
      const reader = await languages.forPerson(place.user, place.locale);
      return { reader, everyone: await languages.forServer(place), lookup: languages };
    },
    guess: ({ locale, communityLocale }) => ({
      ...{ reader: find(locale), everyone: find(communityLocale ?? locale), lookup: languages },
    }),
    runFor: async (place, work) => {
      const found = await languages.listFor(place);
      return found === undefined ? work() : runInLanguages(found, work);
    },
    runForAll: (work) =>
      installed.length === 0 ? work() : runInLanguages({ reader: undefined, lookup: languages }, work),
  };
  return {
    languages,
    /** The store of users, which drops cached languages. */
    people: {
      ...people,
      save: async (...saved: Parameters<PeopleStore['save']>) => {
        await people.save(...saved);
        known.delete(saved[0].user);
      },
      remove: async (user: string) => {
        await people.remove(user);
        known.delete(user);
      },
    },
  };
};

/** The tags of all languages that a setting can name. */
const tagsOf = (installed: readonly Dictionary[]) => [english, ...installed.map(({ language }) => language)];

/** Parses the value of a setting of languages: a tag or a name. Undefined for the default. Refuses other languages. */
export const parseLanguage = (
  { installed }: Pick<Languages, 'installed'>,
  typed: string,
  option = 'language',
): Result<string | undefined> => {
  const wanted = normalizeName(typed);
  if (wanted === 'default') return ok(undefined);
  const all = tagsOf(installed);
  const language = all.find((each) => [each, languageName(each)].some((name) => normalizeName(name) === wanted));
  return language === undefined
    ? refuseInput(option, phrase`write default or one of these: ${all.map(languageName).join(', ')}`)
    : ok(language);
};

/** The values of a setting of languages, each with its own name. */
export const languageOffers = ({ installed }: Pick<Languages, 'installed'>) => [
  { value: 'default', label: 'default' },
  ...tagsOf(installed).map((value) => ({ value, label: languageName(value) })),
];
