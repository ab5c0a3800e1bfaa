import { randomUUID } from 'node:crypto';
import { findSheet, prepareCharacter, requireRoomForCharacters } from '../src/app/characters/save-character.ts';
import { type Asker, foesSide, playersSide, toIssuer, toOffers, wordOffers } from '../src/app/command-kit/command.ts';
import { presetEntries, presetOffers } from '../src/app/input/sheets.ts';
import { savedFoeNames } from '../src/app/library/foes.ts';
import { initialPresence } from '../src/app/people/user-presence.ts';
import { findPortrait } from '../src/app/pictures/save-picture.ts';
import { sheetNote } from '../src/app/replies/inbox-notes.ts';
import { outcomeReply, suggestedOrdersControls } from '../src/app/replies/order-outcome.ts';
import { type ControlAction, selectMenus } from '../src/app/replies/reply.ts';
import { forFoe, type Need } from '../src/app/services.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { isGm, viewerOf, visibleSides } from '../src/battle/views/viewer.ts';
import { campaignRole } from '../src/campaign/campaigns.ts';
import { cutLetters } from '../src/core/letters.ts';
import { listed, normalizeName, normalizeText, ok, phrase, refuse, term, worded } from '../src/core/message.ts';
import { ownValue } from '../src/core/plain-object.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { oneOfParam, textParam } from '../src/rules/verb.ts';
import { defineBattleCommand, privateCard } from './answers.ts';
import { completeEach, offersOfBattle } from './completion.ts';

/** Refuses users who are not invited to the battle's campaign, if the campaign requires invitations. */
export const requireInvitation = async (
  asker: Asker,
  { saved: { table } }: OpenBattle,
  { campaigns }: Need<'campaigns'>,
) => {
  const campaign = table.campaign === undefined ? undefined : await campaigns.byId(table.campaign);
  const isStranger = campaign !== undefined && campaignRole(campaign, asker.user) === 'stranger';
  return isStranger &&
    campaign.entry === 'invited' &&
    ownValue(table.seats, asker.user) === undefined &&
    table.gm !== asker.user
    ? refuse('not-invited', { campaign: campaign.name, gm: campaign.gmName })
    : ok(undefined);
};

/** The sides that a user's combatant can join: the rulebook's or the battle's, and those of visible combatants. */
const sidesToJoin = (battle: OpenBattle, { user, name }: Pick<Asker, 'user' | 'name'>): readonly string[] => {
  const { ruleset, saved } = battle;
  if (ruleset.sides.length > 0) return ruleset.sides;
  const alone = ruleset.usesPlayerName === true ? [name] : [];
  return [...new Set([...(saved.table.sides ?? ['allies', 'foes']), ...visibleSides(battle, user), ...alone])];
};

const ownCharacters = async (asker: Asker, { ruleset }: OpenBattle, { characters }: Need<'characters'>) =>
  (await characters.list(asker.user, asker.guild)).filter(({ system }) => system === ruleset.id);

/** The name for a user's new combatant: the user's name, or the sheet's title if the user's name is taken. */
const nameFor = (battle: OpenBattle, { user, name }: Asker, title: string): string => {
  const unseen = new Set(viewerOf(battle, user).unseen);
  const taken = battle.game
    .roster()
    .flatMap(({ id, actor }) => [id, actor])
    .filter((id) => !unseen.has(id))
    .map(normalizeName);
  return taken.includes(normalizeName(name)) ? cutLetters(title, 32) : name;
};

/** In a campaign, saves a preset as the user's character so that wounds stay. Undefined if that name is taken. */
const savePresetCharacter = async (
  asker: Asker,
  { ruleset, saved }: OpenBattle,
  name: string,
  sheet: unknown,
  services: Need<'characters' | 'histories' | 'now'>,
) => {
  if (saved.table.campaign === undefined) return undefined;
  const own = await services.characters.list(asker.user, asker.guild);
  const { character, isNew } = await prepareCharacter(asker, { ruleset, name, sheet, id: randomUUID() }, own, services);
  if (!isNew || !requireRoomForCharacters(own).ok) return undefined;
  await services.characters.save(character);
  return { id: character.id, savedAt: character.updatedAt };
};

/** Says whether a preset that joined a campaign's battle is saved as a character. */
const savedCard = (name: string, isSaved: boolean) =>
  card(
    isSaved
      ? phrase`${name} is saved as your character. What happens in this battle counts in the campaign.`
      : phrase`This ${name} is not saved, so wounds do not count later: you already have a character ${name}, or too many. To play yours, use character:${name}.`,
    { tone: 'quiet' },
  );

const join = defineBattleCommand([...forFoe, 'carryOver', 'now', 'people'], {
  path: ['battle', 'join'],
  usualReader: 'everyone',
  summary: 'Join the battle here with one of your characters or a preset',
  params: {
    character: textParam('One of your characters', 80).optional(),
    preset: textParam('A preset', 80).optional(),
    name: textParam('The character’s name in this battle', 32).optional(),
    side: textParam('The side the character fights on', 32).optional(),
  },
  complete: completeEach({
    preset: offersOfBattle(({ ruleset }) => presetOffers([ruleset])),
    side: offersOfBattle((battle, asker) => wordOffers(sidesToJoin(battle, asker))),
    character: offersOfBattle(async (battle, asker, services) =>
      (await ownCharacters(asker, battle, services)).map((each) => each.name),
    ),
  }),
  run: async (battle, asker, { character, preset, name, side: named }, services) => {
    if (battle.saved.status === 'ended') return refuse('already-ended');
    const welcome = await requireInvitation(asker, battle, services);
    if (!welcome.ok) return welcome;
    const { ruleset } = battle;
    const side = named ?? playersSide(battle, asker.user);
    if (side === undefined && ruleset.usesPlayerName !== true)
      return refuse('choose-side', { sides: listed(sidesToJoin(battle, asker).map(worded), 'or') });
    const meant = await findSheet(asker, ruleset, { character, preset }, services);
    if (!meant.ok) return meant;
    const byPerson = character === undefined || ruleset.usesPlayerName === true;
    const id = name ?? (byPerson ? nameFor(battle, asker, meant.value.name) : meant.value.name);
    const { sheet, character: bound } = meant.value;
    const decided = await services.carryOver.requireDecided(battle, bound === undefined ? [] : [bound.id]);
    if (!decided.ok) return decided;
    const said = await initialPresence(asker.user, services);
    const face = bound && (await findPortrait(bound.id, services));
    const called = ruleset.usesPlayerName === true ? meant.value.name : id;
    const saved = bound ?? (await savePresetCharacter(asker, battle, called, sheet, services));
    const entrant = { id, side, sheet, character: saved, portrait: face };
    const report = await services.battles.join(toIssuer(asker), entrant, said);
    if (!report.ok) {
      if (saved !== undefined && bound === undefined) await services.characters.remove(saved.id);
      return report;
    }
    const { campaign, characters } = report.value.after.saved.table;
    const outcome = outcomeReply(report.value, asker.user);
    // Mention the matched name only if the user typed something other than its beginning.
    const typed = normalizeName(character ?? preset ?? '');
    const plainly =
      normalizeName(meant.value.name).startsWith(typed) ||
      Object.keys(ruleset.presets).some((key) => normalizeName(key) === typed);
    const taken = plainly ? [] : [card(phrase`${id} joins as ${term(meant.value.name)}`, { tone: 'quiet' })];
    // An order that is repeated after a crash finds the character that it saved the first time.
    const isSaved = ownValue(characters, normalizeText(id)) !== undefined;
    const kept = bound !== undefined || campaign === undefined ? [] : [savedCard(called, isSaved)];
    const controls = [...outcome.controls, ...suggestedOrdersControls(report.value.after)];
    const told = { ...outcome, aside: [...outcome.aside, ...taken, ...kept], controls };
    const isOwn = bound !== undefined && !isGm(report.value.after.saved.table, asker.user);
    return ok(isOwn ? { ...told, gmNotes: () => [...told.gmNotes(), sheetNote(report.value.after, id, sheet)] } : told);
  },
});

/** Maximum number of saved characters or foes to choose from. */
const maxSaved = 25;

/** Maximum number of select lists in a message, not counting the list of sides. */
const maxLists = 4;

/** Shows lists of characters to join with, or of foes to add, before a battle starts. */
const entering = defineBattleCommand([...forFoe], {
  path: ['battle', 'enter'],
  hidden: true,
  summary: 'Choose a character to join with, or foes to add',
  params: {
    as: oneOfParam('What to add: a player’s character or foes', ['player', 'foes']),
    side: textParam('The side', 32).optional(),
  },
  complete: completeEach({
    side: offersOfBattle((battle, asker) => wordOffers(sidesToJoin(battle, asker))),
  }),
  run: async (battle, asker, { as, side }, services) => {
    const { ruleset, saved } = battle;
    if (saved.status === 'ended') return refuse('already-ended');
    const brings = as === 'foes';
    if (brings && !isGm(saved.table, asker.user)) return refuse('gm-only');
    const welcome = await requireInvitation(asker, battle, services);
    if (!welcome.ok) return welcome;
    const chosen = side ?? (brings ? foesSide(ruleset) : playersSide(battle, asker.user));
    const within = { battle: saved.id, view: 'next' } as const;
    const again = { path: ['battle', 'enter'], input: { as }, ...within };
    const sides = wordOffers(sidesToJoin(battle, asker).filter((each) => each !== chosen));
    const replaces = asker.view !== undefined;
    if (chosen === undefined) {
      const controls = selectMenus('Your side', 'side', sides, again).map((each) => [each]);
      return ok(privateCard('Which side?', { lines: [line('Sides fight each other.')] }, { controls, replaces }));
    }
    const input = { side: chosen };
    const press: ControlAction = { path: brings ? ['npc', 'add'] : ['battle', 'join'], input, ...within };
    const kept = brings
      ? await savedFoeNames(asker, battle, services)
      : (await ownCharacters(asker, battle, services)).map(({ name }) => name);
    const own = toOffers(kept.slice(0, maxSaved));
    const lists = [
      ...(brings
        ? selectMenus('One of your saved foes', 'preset', own, press)
        : selectMenus('One of your characters', 'character', own, press)),
      ...selectMenus(phrase`A preset ${term(ruleset.entrantNoun)}`, 'preset', presetEntries(ruleset), press),
    ].slice(0, maxLists);
    const other = selectMenus('Another side', 'side', sides, again);
    const lines = [line(phrase`On the side: ${term(chosen)}.`, 'quiet')];
    return ok(
      privateCard(
        brings ? 'Which foes?' : 'Join as which character?',
        { lines },
        { controls: [...lists, ...other].map((each) => [each]), replaces },
      ),
    );
  },
});

export const joinCommands = [join, entering];
