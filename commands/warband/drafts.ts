import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { refuseUnknownCharacter, softDeleteCharacter } from '../../src/app/characters/save-character.ts';
import type { Asker } from '../../src/app/command-kit/asker.ts';
import { findActiveBattle } from '../../src/app/input/battle-names.ts';
import { findPreset } from '../../src/app/input/sheets.ts';
import type { Services } from '../../src/app/services.ts';
import { normalizeName, normalizeText, ok, type Refusal, type Result, refuse } from '../../src/core/message.ts';
import {
  dskull,
  emptyWarband,
  hindrances,
  problemText,
  type Settings,
  settingsSchema,
  validated,
  type Warband,
  writtenWarband,
} from '../../src/systems/dskull/index.ts';

/**
 * A person's warbands in one server, and the draft on their workbench: a character like the others, under a name that is
 * kept for it, so it outlives restarts, is private to its owner and goes when they ask for their data to be erased.
 */
export const draftName = 'draft';
const longestName = 32;

const saved = z.looseObject({ settings: settingsSchema });

/** The rulings by which warbands are checked here: those of the battle in this channel, else the server's, else the usual ones. */
export const findWarbandSettings = async (
  asker: Asker,
  services: Pick<Services, 'battles' | 'servers'>,
): Promise<Settings> => {
  const battle = await findActiveBattle(asker, services);
  if (battle?.ruleset === dskull) return saved.parse(battle.game.save()).settings;
  const server = asker.guild === undefined ? undefined : await services.servers.settings(asker.guild);
  const house = settingsSchema.safeParse(server?.houseRules[dskull.id] ?? {});
  return house.success ? house.data : settingsSchema.parse({});
};

const loadWarband = async (
  { user, guild }: Asker,
  name: string,
  { characters }: Pick<Services, 'characters'>,
): Promise<Warband | undefined> => {
  const found = await characters.find(user, guild, name, dskull.id);
  const warband = found && writtenWarband(found.sheet);
  return warband?.ok ? warband.value : undefined;
};

const save = async (
  { user, guild }: Asker,
  name: string,
  sheet: Warband,
  services: Pick<Services, 'characters' | 'now'>,
): Promise<void> => {
  const { characters, now } = services;
  const there = await characters.find(user, guild, name, dskull.id);
  const id = there?.id ?? randomUUID();
  const { id: system, editions } = dskull;
  const updatedAt = now();
  await characters.save({ id, owner: user, guild, system, name, sheet, edition: editions.present, updatedAt });
};

/** The names of the warbands a person keeps here. */
export const warbandNames = async (
  { user, guild }: Asker,
  { characters }: Pick<Services, 'characters'>,
): Promise<readonly string[]> =>
  (await characters.list(user, guild))
    .filter(({ system, name }) => system === dskull.id && normalizeName(name) !== draftName)
    .map(({ name }) => name);

/** The draft as it lies there; an empty one where there is none. */
export const loadDraft = async (asker: Asker, services: Pick<Services, 'characters'>): Promise<Warband> =>
  (await loadWarband(asker, draftName, services)) ?? emptyWarband('Warband');

export const saveDraft = (
  asker: Asker,
  draft: Warband,
  services: Pick<Services, 'characters' | 'now'>,
): Promise<void> => save(asker, draftName, draft, services);

export const dropDraft = async (
  { user, guild }: Asker,
  services: Pick<Services, 'characters' | 'histories' | 'now' | 'pictures'>,
): Promise<void> => {
  const there = await services.characters.find(user, guild, draftName, dskull.id);
  if (there !== undefined) await softDeleteCharacter(there, services);
};

/** A name a warband may be kept under. */
export const checkWarbandName = (text: string): Result<string, Refusal> => {
  const name = normalizeText(text);
  if (name === '' || [...name].length > longestName) return refuse('bad-name');
  return normalizeName(name) === draftName ? refuse('reserved-name', { name }) : ok(name);
};

/** Keeps a warband under its name, over one of the same name; refuses one that could not join, with all that is wrong. */
export const saveWarband = async (
  asker: Asker,
  warband: Warband,
  services: Pick<Services, 'battles' | 'characters' | 'now' | 'servers'>,
): Promise<Result<Warband, Refusal>> => {
  const name = checkWarbandName(warband.name);
  if (!name.ok) return name;
  const settings = await findWarbandSettings(asker, services);
  const wrong = hindrances(validated(warband, settings), settings);
  if (wrong.length > 0) return refuse('E_WARBAND_INVALID', { problems: wrong.map(problemText).join('; ') });
  const sheet = { ...warband, name: name.value };
  await save(asker, name.value, sheet, services);
  return ok(sheet);
};

/** A warband by name: one the person keeps, the draft, or an example. */
export const findWarband = async (
  asker: Asker,
  name: string,
  services: Pick<Services, 'characters'>,
): Promise<Result<Warband, Refusal>> => {
  const own = await loadWarband(asker, name, services);
  if (own !== undefined) return ok(own);
  const example = findPreset(dskull, name);
  if (!example.ok) return refuseUnknownCharacter(name);
  const warband = writtenWarband(example.value.sheet);
  return warband.ok ? warband : refuseUnknownCharacter(name);
};
