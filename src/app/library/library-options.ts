import type { LibraryKind, LibraryScope } from '../../library/library.ts';
import { oneOfParam, type ParamOffer, textParam } from '../../rules/verb.ts';
import type { Asker } from '../command-kit/asker.ts';
import { type Command, matchingOffers, toOffers } from '../command-kit/command.ts';
import { findRuleset } from '../input/sheets.ts';
import type { LibraryServices, Services } from '../services.ts';
import { libraryEntries } from './libraries.ts';

const words = ['mine', 'campaign', 'server'] as const;
const scopes: Readonly<Record<(typeof words)[number], LibraryScope>> = {
  mine: 'person',
  campaign: 'campaign',
  server: 'server',
};

/** The word of a shelf. */
export const formatScope = (scope: LibraryScope): (typeof words)[number] => (scope === 'person' ? 'mine' : scope);

/** The shelf that a word means, where it is one. */
export const parseScope = (word: unknown): LibraryScope | undefined => {
  const known = words.find((each) => each === word);
  return known && scopes[known];
};

/** Whose shelf, as a command takes it. */
export const scopeOption = (says: string) =>
  oneOfParam(says, words)
    .transform((word) => scopes[word])
    .optional();

/** Where something is to be kept. */
export const saveToOption = () =>
  scopeOption('Which library to save in; default: the library of the campaign you lead here, or else yours');

export const nameOption = (says: string) => textParam(says, 80);

/** Which of the things that are kept: its name, and whose shelf it stands on. */
export const itemOptions = {
  name: nameOption('The name'),
  shelf: scopeOption('Which library; default: the first with that name: the campaign’s, yours, the server’s'),
};

/** The rulebook that is named, if one is. */
const wantedSystem = (given: unknown, { rulesets }: Pick<Services, 'rulesets'>): string | undefined => {
  const named = typeof given === 'string' ? findRuleset(rulesets, given) : undefined;
  return named?.ok ? named.value.id : undefined;
};

/** The names of what somebody may read of these kinds, for a list to choose from. */
export const libraryOffers = async (
  asker: Asker,
  kinds: readonly LibraryKind[],
  typed: string,
  soFar: Readonly<Record<string, unknown>>,
  services: LibraryServices,
  deleted = false,
): Promise<readonly ParamOffer[]> => {
  const wanted = { shelf: parseScope(soFar.shelf), system: wantedSystem(soFar.system, services), deleted };
  const names = (await libraryEntries(asker, kinds, wanted, services)).map(({ head }) => head.name);
  return matchingOffers(toOffers([...new Set(names)]), typed);
};

/** Completes the name of something of these kinds that is kept, or that was deleted. */
export const createItemCompleter =
  (kinds: readonly LibraryKind[], deleted = false): Command<LibraryServices>['complete'] =>
  async (asker, option, typed, soFar, services) =>
    option === 'name' ? libraryOffers(asker, kinds, typed, soFar, services, deleted) : [];
