import type { OpenBattle } from '../../battle/saved/store.ts';
import { isGm } from '../../battle/views/viewer.ts';
import { cutLetters, joinKnownNames } from '../../core/letters.ts';
import {
  counted,
  isSameName,
  normalizeName,
  ok,
  phrase,
  type Result,
  refuse,
  refuseInput,
  runForEveryone,
  sideTerm,
  term,
  worded,
} from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import { type EncounterFoe, remapBackgroundHash, type SavedEncounter } from '../../library/library.ts';
import type { Placement, PresetEncounter } from '../../rules/content.ts';
import { type Line, line } from '../../rules/event.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { type Asker, foesSide } from '../command-kit/command.ts';
import { splitList, splitNames } from '../input/match-name.ts';
import { differenceLines, listSettings, withSettings } from '../input/setting-text.ts';
import type { LibraryServices, Need } from '../services.ts';
import {
  createBattleSheetLookup,
  createNamer,
  type FoeToAdd,
  findNamedRuleset,
  loadMember,
  maxFoeNameLength,
  maxFoesAtOnce,
  numberNames,
  parseGroupMembers,
  stripNumber,
} from './foes.ts';
import type { ReadableLibrary } from './libraries.ts';

const defaultHeroes = 4;
/** Maximum number of foes of one kind in an encounter. */
const maxPerKind = 20;

type EncounterMember = EncounterFoe['each'][number];

/** A combatant of a battle, as needed to save it in an encounter. */
interface BattleFoe {
  readonly name: string;
  readonly side: string;
  readonly sheet: unknown;
  readonly portrait: string | undefined;
  readonly member: EncounterMember;
}

/** Groups foes with equal names, sides, sheets and portraits, so that a group is one entry with a number. */
const groupFoes = (singles: readonly BattleFoe[]): EncounterFoe[] => {
  const keyOf = ({ name, side, sheet, portrait }: BattleFoe) =>
    JSON.stringify([normalizeName(name), side, sheet, portrait]);
  return [...Map.groupBy(singles, keyOf).values()].flatMap((alike) =>
    alike.slice(0, 1).map(({ name, side, sheet, portrait: face }) => ({
      ...{ name, side, sheet, each: alike.map(({ member }) => member) },
      ...(face !== undefined && { face }),
    })),
  );
};

const placeOf = (who: string, places: readonly Placement[]): EncounterMember['at'] =>
  places.filter((each) => isSameName(each.who, who)).map(({ field, value }) => ({ field, value }));

const shortName = (name: string): string => cutLetters(name, maxFoeNameLength);

/** Counts the combatants that players, not the GM, control. */
const countHeroes = ({ saved: { table }, game }: OpenBattle): number =>
  Math.min(20, game.roster().filter(({ actor }) => table.control[actor] !== undefined).length);

/** An encounter to save, with its rulebook. */
interface NewEncounter {
  readonly ruleset: Ruleset;
  readonly encounter: SavedEncounter;
}

/** Builds an encounter from the GM's combatants in the channel's battle, without wounds. Refuses other users. */
const fromBattle = async (asker: Asker, services: Need<'battles'>): Promise<Result<NewEncounter>> => {
  const opened = await services.battles.open(asker.channel);
  if (!opened.ok) return opened;
  const battle = opened.value;
  const { game, ruleset, saved } = battle;
  const { table } = saved;
  if (!isGm(table, asker.user)) return refuse('gm-only');
  const sheets = await createBattleSheetLookup(battle, services);
  if (!sheets.ok) return sheets;
  const { places, ground } = game.layout();
  const singles: BattleFoe[] = [];
  const seats = new Map(game.roster().map((each) => [each.actor, each]));
  for (const [actor, { side = foesSide(ruleset) }] of seats) {
    if (table.control[actor] !== undefined) continue;
    const sheet = sheets.value(actor, 'whole');
    if (!sheet.ok) return sheet;
    const hidden = table.hidden[actor];
    const member = { at: placeOf(actor, places), ...(hidden && { hidden }) };
    const portrait = table.faces?.[actor];
    singles.push({ name: shortName(stripNumber(actor)), side, sheet: sheet.value, portrait, member });
  }
  const foes = groupFoes(singles);
  if (foes.length === 0) return refuse('nobody-to-keep');
  const settings = isPlainObject(table.settings) ? table.settings : undefined;
  const heroes = countHeroes(battle) || defaultHeroes;
  return ok({ ruleset, encounter: { foes, heroes, settings, ground, backdrop: table.backdrop } });
};

/** Parses the positions of foes: `Zombie 1=D4, Ogre=F6`. */
const parsePlacements = (text: string, { placeField, title }: Ruleset): Result<readonly Placement[]> => {
  const written = splitList(text);
  const wrong = (problem: string) => refuseInput('places', problem);
  if (written.length === 0) return ok([]);
  if (placeField === undefined)
    return wrong(phrase`in ${term(title)}, no one is placed before the battle starts; leave this option out`);
  const places: Placement[] = [];
  for (const part of written) {
    const [who, value, ...more] = part.split('=').map((each) => each.trim());
    if (!who || !value || more.length > 0) return wrong(phrase`write who=where, like Zombie 1=D4, not ${part}`);
    places.push({ who, field: placeField, value });
  }
  return ok(places);
};

interface EncounterInput {
  readonly foes?: string | undefined;
  readonly side?: string | undefined;
  readonly places?: string | undefined;
  readonly hidden?: string | undefined;
  readonly settings?: string | undefined;
  readonly system?: string | undefined;
}

/** Builds an encounter from typed names of foes, their positions, and names of foes that are hidden. */
const fromWords = async (
  asker: Asker,
  shelf: ReadableLibrary,
  { foes: names = '', places: where = '', hidden: unseen = '', settings: chosen, ...input }: EncounterInput,
  services: LibraryServices & Need<'pictures'>,
): Promise<Result<NewEncounter>> => {
  const ruleset = await findNamedRuleset(asker, input.system, services);
  if (!ruleset.ok) return ruleset;
  const { side = foesSide(ruleset.value) } = input;
  const members = await parseGroupMembers(shelf, ruleset.value, names, services);
  if (!members.ok) return members;
  const settings = chosen === undefined ? ok(undefined) : withSettings(ruleset.value, {}, chosen);
  if (!settings.ok) return settings;
  const named: string[] = [];
  const loaded: (FoeToAdd & { readonly id: string })[] = [];
  for (const member of members.value) {
    const foe = await loadMember('the encounter', member, ruleset.value, services);
    if (!foe.ok) return foe;
    const ids = numberNames(foe.value.name, foe.value.count, named);
    named.push(...ids);
    loaded.push(...ids.map((id) => ({ ...foe.value, id })));
  }
  const known = [...named, ...loaded.map(({ name }) => name)];
  const places = parsePlacements(joinKnownNames(where, known), ruleset.value);
  if (!places.ok) return places;
  const hidden = splitNames(unseen, known);
  const singles = loaded.map(({ id, name, sheet, portrait }): BattleFoe => {
    const isHidden = hidden.some((each) => isSameName(each, id) || isSameName(each, name));
    const placed = { at: placeOf(id, places.value), ...(isHidden && { hidden: 'until-revealed' as const }) };
    return { name: shortName(name), side, sheet, portrait, member: placed };
  });
  const isKnown = (who: string): boolean => named.some((each) => isSameName(each, who));
  const stranger =
    hidden.find((who) => !isKnown(who) && !singles.some(({ name }) => isSameName(name, who))) ??
    places.value.find(({ who }) => !isKnown(who))?.who;
  if (stranger !== undefined) return refuse('not-in-encounter', { name: stranger, there: named.join(', ') });
  const chosenSettings = isPlainObject(settings.value) ? settings.value : undefined;
  const encounter = { foes: groupFoes(singles), heroes: defaultHeroes, settings: chosenSettings };
  return ok({ ruleset: ruleset.value, encounter });
};

/** Builds an encounter from the foes that the user names. Default: the foes in the channel's battle. */
export const buildEncounter = async (
  asker: Asker,
  shelf: ReadableLibrary,
  written: EncounterInput,
  services: LibraryServices & Need<'pictures'>,
): Promise<Result<NewEncounter>> => {
  const { foes, places, hidden, settings } = written;
  const further = [places, hidden, settings].some((each) => each !== undefined);
  if (foes === undefined && further) return refuseInput('content', 'name the foes too, like Zombie 3, Ogre');
  const made = await (foes === undefined ? fromBattle(asker, services) : fromWords(asker, shelf, written, services));
  if (!made.ok) return made;
  const counts = made.value.encounter.foes.map(({ each }) => each.length);
  if (counts.some((count) => count > maxPerKind)) return refuse('too-many', { most: maxPerKind });
  return counts.length > 20 || counts.reduce((sum, count) => sum + count, 0) > maxFoesAtOnce
    ? refuse('too-many', { most: maxFoesAtOnce })
    : made;
};

/** Scales the number of foes of one kind from `made` heroes to the current number. A single foe stays single. */
export const scaleCount = (many: number, made: number, heroes: number): number =>
  many === 1 ? 1 : Math.min(maxPerKind, Math.max(1, Math.round((many * heroes) / made)));

/** Converts an encounter's foes to entrants of a battle, with names and positions that are free there. */
export const prepareEntrants = ({ foes, heroes: made }: SavedEncounter, battle: OpenBattle, wanted?: number) => {
  const heroes = wanted ?? (countHeroes(battle) || made);
  const nameAll = createNamer(battle);
  const kinds = foes.map(({ name, side, sheet, face, each }) => {
    const count = scaleCount(each.length, made, heroes);
    // More foes than were saved are hidden if the last saved one is.
    const hides = Array.from({ length: count }, (_, at) => (each[at] ?? each.at(-1))?.hidden);
    const hiddenCount = hides.filter((hidden) => hidden !== undefined).length;
    const open = nameAll(name, count - hiddenCount).values();
    const secret = nameAll(name, hiddenCount, true, each.length === 1).values();
    return {
      name,
      was: each.length,
      ...{ side, sheet, face },
      ones: hides.map((hidden, at) => ({
        ...{ id: (hidden === undefined ? open : secret).next().value ?? name, one: each[at], hidden },
      })),
    };
  });
  const all = kinds.flatMap(({ side, sheet, face, ones }) =>
    ones.map((each) => ({ ...each, side, sheet, portrait: face })),
  );
  return {
    heroes,
    kinds,
    entrants: all.map(({ one: _, ...entrant }) => entrant),
    places: all.flatMap(({ id, one }) => (one?.at ?? []).map((each) => ({ who: id, ...each }))),
    unplaced: all.filter(({ one }) => one === undefined || one.at.length === 0).map(({ id }) => id),
  };
};

/** Replaces hashes of pictures by hashes of the pictures saved in this server. Removes unknown hashes. */
export const withPictures = (encounter: SavedEncounter, hashes: ReadonlyMap<string, string>): SavedEncounter => ({
  ...remapBackgroundHash(encounter, hashes),
  foes: encounter.foes.map(({ face, ...foe }) => {
    const hash = face === undefined ? undefined : hashes.get(face);
    return hash === undefined ? foe : { ...foe, face: hash };
  }),
});

/** Describes the foes in one entry of an encounter: `Zombie ×3 (foes): D4; D5, hidden; no place`. */
const foeLine = ({ name, side, each }: EncounterFoe): Line => {
  const many = each.length === 1 ? name : `${name} ×${each.length}`;
  const stands = each.map(({ at, hidden }) => {
    const where = at.map(({ value }) => value).join(' ');
    const place = where === '' ? worded('no position') : where;
    return hidden === undefined ? place : phrase`${place}, hidden`;
  });
  const anywhere = each.every(({ at, hidden }) => at.length === 0 && hidden === undefined);
  const foe = phrase`${many} (${sideTerm(side)})`;
  return line(anywhere ? foe : phrase`${foe}: ${stands.join('; ')}`);
};

/** The names by which people find a preset encounter: in English and in their language. */
export const encounterNames = ({ name }: PresetEncounter): readonly string[] => [name, worded(name)];

/** Lines that describe an encounter to its GM. */
export const encounterLines = (ruleset: Ruleset, encounter: SavedEncounter): readonly Line[] => {
  const { foes, heroes, note, settings, ground, backdrop } = encounter;
  return [
    ...(note === undefined ? [] : [line(note)]),
    ...foes.map(foeLine),
    line(phrase`Made for ${counted(heroes, 'hero', 'heroes')}.`, 'quiet'),
    ...(ground === undefined ? [] : [line('With its own map.', 'quiet')]),
    ...(backdrop === undefined ? [] : [line('With a background picture.', 'quiet')]),
    ...(settings === undefined ? [] : differenceLines(ruleset, settings)),
  ];
};

const maxValueLength = 60;

const saidValue = (value: unknown): unknown => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : value;
};

/** Merges an encounter's settings into a battle's settings, and lists the changes. Undefined if nothing changes. */
export const mergeEncounterSettings = ({ ruleset, saved }: OpenBattle, { settings }: SavedEncounter) => {
  const { settings: chosen } = saved.table;
  const next = { ...(isPlainObject(chosen) ? chosen : {}), ...settings };
  const before = new Map(listSettings(ruleset, chosen).map(({ key, value }) => [key, JSON.stringify(value)]));
  const [first, ...others] = listSettings(ruleset, next)
    .filter(({ key, value }) => before.get(key) !== JSON.stringify(value))
    .map(({ key, value }) => ({ key, value: saidValue(value) }));
  return first && { settings: next, changed: [first, ...others] as const };
};

/** The name of a combatant of a preset encounter, in the language of the battle. */
const fighterName = (name: string, saved: OpenBattle['saved'] | undefined): string =>
  runForEveryone(() => worded(term(name, 'combatant')), saved);

/** Converts a preset encounter to a saved one. */
export const toSavedEncounter = (
  { ruleset: { presets }, saved }: Pick<OpenBattle, 'ruleset'> & Partial<OpenBattle>,
  { foes, heroes, settings, ground, description }: PresetEncounter,
): SavedEncounter => ({
  foes: groupFoes(
    foes.map(({ name, side, preset, at = [], hidden }) => ({
      ...{ name: fighterName(name, saved), side, sheet: presets[preset]?.sheet, portrait: undefined },
      member: { at: [...at], ...(hidden && { hidden }) },
    })),
  ),
  heroes: heroes.length,
  ...(isPlainObject(settings) && { settings }),
  ...(ground && { ground: { verb: ground.verb, params: ground.params } }),
  note: description,
});

/** Converts the heroes of a preset encounter to entrants, with free names and positions. */
export const presetHeroes = ({ ruleset, saved }: OpenBattle, { heroes }: PresetEncounter, taken: readonly string[]) => {
  const all = [...taken];
  const come = heroes.map((hero) => {
    const name = fighterName(hero.name, saved);
    const [id = name] = numberNames(name, 1, all);
    all.push(id);
    return { ...hero, id };
  });
  return {
    entrants: come.map(({ id, side, preset }) => ({
      ...{ id, hidden: undefined, portrait: undefined },
      ...{ side, sheet: ruleset.presets[preset]?.sheet },
    })),
    places: come.flatMap(({ id, at = [] }) => at.map((each) => ({ who: id, ...each }))),
  };
};

/** Describes the number and kinds of heroes for which a preset encounter is made. */
export const describeHeroes = ({ presets }: Ruleset, { heroes }: PresetEncounter): string =>
  heroes.map(({ preset }) => worded(presets[preset]?.title ?? preset)).join('; ');
