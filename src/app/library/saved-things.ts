import type { Character } from '../../campaign/characters.ts';
import { isSameName, listed, ok, phrase, type Refusal, type Result, refuse, worded } from '../../core/message.ts';
import { type LibraryKind, libraryKinds } from '../../library/library.ts';
import type { ParamOffer } from '../../rules/verb.ts';
import { deletedCharacters } from '../characters/save-character.ts';
import { type Asker, matchingOffers } from '../command-kit/command.ts';
import { matchName } from '../input/match-name.ts';
import type { LibraryServices, Services } from '../services.ts';
import { type LibraryEntry, type LibraryQuery, libraryEntries, refuseNothingSaved } from './libraries.ts';

/** Kinds saved as characters. A warband belongs to a rulebook where each player leads a company. */
const characterKinds = ['character', 'warband'] as const;
export type CharacterKind = (typeof characterKinds)[number];

/** All kinds of saved things. */
export const savedKinds = [...characterKinds, ...libraryKinds] as const;
export type SavedKind = (typeof savedKinds)[number];

interface ThingHead {
  readonly id: string;
  readonly name: string;
  readonly system: string | undefined;
  /** The name of its library: `your own library`. */
  readonly label: string;
}

/** A saved thing: a character of the user, or an item of a library. */
export type SavedThing = ThingHead &
  (
    | { readonly kind: CharacterKind; readonly character: Character }
    | { readonly kind: LibraryKind; readonly entry: LibraryEntry }
  );

/** Limits a search. Undefined fields mean all. */
export interface ThingQuery extends LibraryQuery {
  readonly kind?: SavedKind | undefined;
}

export const kindOfCharacter = (system: string, { rulesets }: Pick<Services, 'rulesets'>): CharacterKind =>
  rulesets.find(({ id }) => id === system)?.usesPlayerName ? 'warband' : 'character';

const ownCharacters = async (
  asker: Asker,
  { kind, shelf, system, deleted }: ThingQuery,
  services: Pick<Services, 'characters' | 'now' | 'rulesets'>,
): Promise<readonly SavedThing[]> => {
  if ((shelf ?? 'person') !== 'person' || !characterKinds.some((each) => each === (kind ?? each))) return [];
  const own = deleted
    ? await deletedCharacters(asker, services)
    : await services.characters.list(asker.user, asker.guild);
  return own
    .map((character) => ({
      ...{ id: character.id, name: character.name, system: character.system, label: 'your characters' },
      ...{ kind: kindOfCharacter(character.system, services), character },
    }))
    .filter((each) => each.kind === (kind ?? each.kind) && each.system === (system ?? each.system));
};

/** Lists all things that the asker may read here: characters first, then libraries from the nearest. */
export const savedThings = async (
  asker: Asker,
  query: ThingQuery,
  services: LibraryServices & Pick<Services, 'characters' | 'now'>,
): Promise<readonly SavedThing[]> => {
  const kinds = libraryKinds.filter((each) => each === (query.kind ?? each));
  const entries = kinds.length === 0 ? [] : await libraryEntries(asker, kinds, query, services);
  return [
    ...(await ownCharacters(asker, query, services)),
    ...entries.map((entry) => ({
      ...{ id: entry.head.id, name: entry.head.name, system: entry.head.system },
      ...{ label: entry.library.label, kind: entry.head.kind, entry },
    })),
  ];
};

/** Finds a saved thing by name. `whole` requires the whole name. */
export const findThing = async (
  asker: Asker,
  name: string,
  query: ThingQuery,
  services: LibraryServices & Pick<Services, 'characters' | 'now'>,
  { whole = false } = {},
): Promise<Result<SavedThing, Refusal>> => {
  const all = await savedThings(asker, query, services);
  const { found, suggestions } = { suggestions: [], ...matchName(name, all, (each) => [each.name]) };
  if (found === undefined) return refuseNothingSaved(query.kind, name, suggestions);
  if (whole && !isSameName(found.name, name)) return refuseNothingSaved(query.kind, name, [found.name]);
  const kinds = new Set(all.filter((each) => isSameName(each.name, found.name)).map(({ kind }) => kind));
  return kinds.size > 1
    ? refuse('several-kinds', { name: found.name, kinds: listed([...kinds].map(worded), 'or') })
    : ok(found);
};

/** Offers the names of saved things. Adds the kind if no kind is asked for. */
export const thingOffers = async (
  asker: Asker,
  typed: string,
  query: ThingQuery,
  services: LibraryServices & Pick<Services, 'characters' | 'now'>,
): Promise<readonly ParamOffer[]> => {
  const all = await savedThings(asker, query, services);
  const offers = all.map(({ name, kind }) => ({
    value: name,
    label: query.kind === undefined ? phrase`${name} (${worded(kind)})` : name,
  }));
  return matchingOffers([...new Map(offers.map((each) => [each.label, each])).values()], typed);
};
