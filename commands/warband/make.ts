import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { refuseUnknownCharacter, softDeleteCharacter } from '../../src/app/characters/save-character.ts';
import { type Asker, defineCommand } from '../../src/app/command-kit/command.ts';
import { findActiveBattle } from '../../src/app/input/battle-names.ts';
import { findPreset, refuseSheet } from '../../src/app/input/sheets.ts';
import type { CommandAnswer, Reply } from '../../src/app/replies/reply.ts';
import type { Need } from '../../src/app/services.ts';
import { normalizeName, normalizeText, ok, phrase, type Result, refuse, refuseInput } from '../../src/core/message.ts';
import { type Line, line } from '../../src/rules/event.ts';
import { oneOfParam, textParam, wholeNumberParam } from '../../src/rules/verb.ts';
import {
  blockingErrors,
  describeProblem,
  dskull,
  emptyWarband,
  findSheetWarrior,
  parseWarband,
  parseWeapons,
  type Settings,
  type SheetWarrior,
  settingsSchema,
  toggleEntry,
  validateWarband,
  type Warband,
  withCopy,
  withoutWarrior,
  withPrimaryRace,
  withSkillLevel,
  withWarrior,
  withWarriorChanged,
} from '../../src/systems/dskull/index.ts';
import { privateCard } from '../answers.ts';
import { completeEach, offersOf } from '../completion.ts';
import { buildEditorPage, type EditorPage, editorPages } from './editor-page.ts';

/** The reserved name of a user's warband draft, which is saved like a character. */
const draftName = 'draft';
const longestName = 32;

const saved = z.looseObject({ settings: settingsSchema });

/** The settings for checking warbands: those of the channel's battle, else of the server, else the defaults. */
export const findWarbandSettings = async (asker: Asker, services: Need<'battles' | 'servers'>): Promise<Settings> => {
  const battle = await findActiveBattle(asker, services);
  if (battle?.ruleset === dskull) return saved.parse(battle.game.save()).settings;
  const server = asker.guild === undefined ? undefined : await services.servers.settings(asker.guild);
  const house = settingsSchema.safeParse(server?.houseRules[dskull.id] ?? {});
  return house.success ? house.data : settingsSchema.parse({});
};

const loadWarband = async (
  { user, guild }: Asker,
  name: string,
  { characters }: Need<'characters'>,
): Promise<Warband | undefined> => {
  const found = await characters.find(user, guild, name, dskull.id);
  const warband = found && parseWarband(found.sheet);
  return warband?.ok ? warband.value : undefined;
};

const save = async (
  { user, guild }: Asker,
  name: string,
  sheet: Warband,
  services: Need<'characters' | 'now'>,
): Promise<void> => {
  const { characters, now } = services;
  const there = await characters.find(user, guild, name, dskull.id);
  const id = there?.id ?? randomUUID();
  const { id: system, editions } = dskull;
  const updatedAt = now();
  await characters.save({ id, owner: user, guild, system, name, sheet, edition: editions.present, updatedAt });
};

/** Loads the user's warband draft. Returns an empty warband if the user has no draft. */
const loadDraft = async (asker: Asker, services: Need<'characters'>): Promise<Warband> =>
  (await loadWarband(asker, draftName, services)) ?? emptyWarband('Warband');

const saveDraft = (asker: Asker, draft: Warband, services: Need<'characters' | 'now'>): Promise<void> =>
  save(asker, draftName, draft, services);

const dropDraft = async (
  { user, guild }: Asker,
  services: Need<'characters' | 'histories' | 'now' | 'pictures'>,
): Promise<void> => {
  const there = await services.characters.find(user, guild, draftName, dskull.id);
  if (there !== undefined) await softDeleteCharacter(there, services);
};

/** Checks the name of a warband. Refuses with `bad-name` or `reserved-name`. */
const checkWarbandName = (text: string): Result<string> => {
  const name = normalizeText(text);
  if (name === '' || [...name].length > longestName) return refuse('bad-name');
  return normalizeName(name) === draftName ? refuse('reserved-name', { name }) : ok(name);
};

/** Saves a warband, replacing one of the same name. Refuses with E_WARBAND_INVALID. */
const saveWarband = async (
  asker: Asker,
  warband: Warband,
  services: Need<'battles' | 'characters' | 'now' | 'servers'>,
): Promise<Result<Warband>> => {
  const name = checkWarbandName(warband.name);
  if (!name.ok) return name;
  const settings = await findWarbandSettings(asker, services);
  const wrong = blockingErrors(validateWarband(warband, settings), settings);
  if (wrong.length > 0) return refuse('E_WARBAND_INVALID', { problems: wrong.map(describeProblem).join('; ') });
  const sheet = { ...warband, name: name.value };
  await save(asker, name.value, sheet, services);
  return ok(sheet);
};

/** Finds a warband by name: a saved warband, the draft, or a preset. */
const findWarband = async (asker: Asker, name: string, services: Need<'characters'>): Promise<Result<Warband>> => {
  const own = await loadWarband(asker, name, services);
  if (own !== undefined) return ok(own);
  const example = findPreset(dskull, name);
  if (!example.ok) return refuseUnknownCharacter(name);
  const warband = parseWarband(example.value.sheet);
  return warband.ok ? warband : refuseUnknownCharacter(name);
};

const acts = [
  ...['open', 'back', 'looks', 'weapon', 'add', 'primary', 'keep', 'drop', 'guard', 'arm'],
  ...['trait', 'copy', 'remove', 'name', 'race', 'body', 'shape', 'charges', 'disarm'],
] as const;

type Making = Result<{ readonly warband: Warband; readonly place: EditorPage }>;

const making = (built: Result<Warband>, place: EditorPage): Making =>
  built.ok ? ok({ warband: built.value, place }) : built;

type Weapons = SheetWarrior['weapons'];

/** Replaces the type of one weapon of a warrior. The weapon's name stays. */
const replaceWeapon = (weapons: Weapons, at: number, words: string): Weapons => {
  const name = weapons[at]?.name ?? '';
  const read = parseWeapons(words);
  const [shape] = read.ok ? read.value : [];
  return shape === undefined ? weapons : weapons.map((each, index) => (index === at ? { ...shape, name } : each));
};

const changeCharges = (weapons: Weapons, at: number, charges: string): Weapons =>
  weapons.map((each, index) => {
    if (index !== at) return each;
    const { charges: _, ...rest } = each;
    return charges === 'none' ? rest : { ...rest, charges: Number(charges) };
  });

/** Applies a press of a control in the editor to the draft. Returns the draft and the next page. */
const applyPress = (warband: Warband, place: EditorPage, act: string, value: string): Making => {
  const { who = '', weapon = 0 } = place;
  const here: EditorPage = { page: 'warrior', who };
  switch (act) {
    case 'open':
      return ok({ warband, place: { page: 'warrior', who: place.page === 'all' ? value : who } });
    case 'back':
      return ok({ warband, place: { page: 'all' } });
    case 'add': {
      const grown = withWarrior(warband, { race: value });
      return ok({ warband: grown, place: { page: 'warrior', who: grown.warriors.at(-1)?.name } });
    }
    case 'primary':
      return ok({ warband: withPrimaryRace(warband, value), place: { page: 'all' } });
  }
  const warrior = findSheetWarrior(warband, who);
  if (warrior === undefined) return refuse('E_WARRIOR_UNKNOWN', { warrior: who });
  const { weapons, traits } = warrior;
  const change = (part: Parameters<typeof withWarriorChanged>[2], next = here): Making =>
    making(withWarriorChanged(warband, who, part), next);
  switch (act) {
    case 'looks':
      return ok({ warband, place: { page: 'looks', who } });
    case 'weapon':
      return ok({ warband, place: { page: 'weapon', who, weapon: Number(value) } });
    case 'guard': {
      const [armour, shield] = value.split('+');
      return change({ armour, shield: shield !== undefined });
    }
    case 'arm': {
      const read = parseWeapons(value);
      return read.ok ? change({ weapons: [...weapons, ...read.value] }) : refuseInput('weapons', read.error);
    }
    case 'trait': {
      const [bought = '', level] = value.split(' ');
      if (level !== undefined) {
        const skills = withSkillLevel(warrior, bought, level === 'none' ? undefined : Number(level));
        return change({ skills });
      }
      return change({ traits: toggleEntry(traits, value) });
    }
    case 'name':
      return change({ name: value }, { page: 'looks', who: value });
    case 'race':
      return change({ race: value }, { page: 'looks', who });
    case 'body':
      return change({ body: value }, { page: 'looks', who });
    case 'copy':
      return making(withCopy(warband, who), { page: 'all' });
    case 'remove':
      return making(withoutWarrior(warband, who), { page: 'all' });
    case 'disarm':
      return change({ weapons: weapons.filter((_, index) => index !== weapon) });
    case 'shape':
      return change({ weapons: replaceWeapon(weapons, weapon, `x ${value}`) }, place);
    case 'charges':
      return change({ weapons: changeCharges(weapons, weapon, value) }, place);
  }
  return refuse('nothing-to-choose', { option: act });
};

/** The reply after a warband was saved. */
const savedReply = ({ name }: Warband, origin: readonly Line[] = []): Reply => {
  const lines = [...origin, line(phrase`Fight with it: /battle join character:${name}`)];
  return privateCard(phrase`${name} saved`, { tone: 'good', lines }, { replaces: true });
};

/** Opens the warband editor with the draft, or with a copy of another warband or preset. */
export const buildWarband = async (
  asker: Asker,
  { name, preset }: { readonly name?: string | undefined; readonly preset?: string | undefined },
  services: Need<'battles' | 'characters' | 'now' | 'servers'>,
): Promise<CommandAnswer> => {
  const begun =
    preset === undefined ? ok(await loadDraft(asker, services)) : await findWarband(asker, preset, services);
  if (!begun.ok) return begun;
  const named = name === undefined ? ok(begun.value.name) : checkWarbandName(name);
  if (!named.ok) return named;
  const warband = { ...begun.value, name: named.value };
  await saveDraft(asker, warband, services);
  return ok(buildEditorPage(warband, { page: 'all' }, await findWarbandSettings(asker, services)));
};

/** The command behind the lists and buttons of the warband editor. */
export const warbandEditorCommand = {
  ...defineCommand(['battles', 'characters', 'histories', 'now', 'pictures', 'servers'], {
    path: ['warband', 'make'],
    summary: 'Continue editing',
    params: {
      page: oneOfParam('The page', editorPages),
      act: oneOfParam('What to do', acts),
      who: textParam('Which warrior', 60).optional(),
      weapon: wholeNumberParam('Which weapon', 0, 20).optional(),
      value: textParam('The choice', 100).default(''),
    },
    complete: completeEach({
      who: offersOf(async (asker, services) => (await loadDraft(asker, services)).warriors.map(({ name }) => name)),
    }),
    run: async (asker, { page: from, act, who, weapon, value }, services) => {
      const warband = await loadDraft(asker, services);
      if (act === 'drop') {
        await dropDraft(asker, services);
        return ok(privateCard('Draft discarded', {}, { replaces: true }));
      }
      if (act === 'keep') {
        const kept = await saveWarband(asker, warband, services);
        if (!kept.ok) return kept;
        await dropDraft(asker, services);
        return ok(savedReply(kept.value));
      }
      const next = applyPress(warband, { page: from, who, weapon }, act, value);
      if (!next.ok) return next;
      await saveDraft(asker, next.value.warband, services);
      return ok(buildEditorPage(next.value.warband, next.value.place, await findWarbandSettings(asker, services)));
    },
  }),
  systems: [dskull.id],
  hidden: true,
};

/** Imports a warband. A warband with errors becomes the user's draft, if there is no draft yet. */
export const importWarband = async (
  asker: Asker,
  { name, sheet }: { readonly name: string; readonly sheet: unknown },
  origin: readonly Line[],
  services: Need<'battles' | 'characters' | 'now' | 'servers'>,
): Promise<CommandAnswer> => {
  const read = parseWarband(sheet);
  if (!read.ok) return refuseSheet(dskull, read.error);
  const named = checkWarbandName(name);
  if (!named.ok) return named;
  const warband = { ...read.value, name: named.value };
  const settings = await findWarbandSettings(asker, services);
  const isWrong = blockingErrors(validateWarband(warband, settings), settings).length > 0;
  if (isWrong && (await loadDraft(asker, services)).warriors.length === 0) {
    await saveDraft(asker, warband, services);
    const said = 'The warband is your draft now. Fix the errors, then save it';
    return ok(buildEditorPage(warband, { page: 'all' }, settings, said));
  }
  const saved = await saveWarband(asker, warband, services);
  return saved.ok ? ok(savedReply(saved.value, origin)) : saved;
};
