import { z } from 'zod';
import { type Asker, issuerOf } from '../src/app/commands/asker.ts';
import { matchingOffers, offersOf, otherCombatants } from '../src/app/commands/autocomplete.ts';
import { command } from '../src/app/commands/command.ts';
import { matchName } from '../src/app/input/match-name.ts';
import { findCharacter } from '../src/app/input/sheet-lookup.ts';
import { withFace } from '../src/app/pictures/faces.ts';
import { savePicture } from '../src/app/pictures/save-picture.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { type Answer, privateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import { findLibraryItem, mayChange } from '../src/app/shelf/libraries.ts';
import { nameOption, shelfOffers, shelfOption } from '../src/app/shelf/shelf-options.ts';
import { isGm } from '../src/battle/views/permissions.ts';
import { phrase } from '../src/core/language.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { card } from '../src/presentation/card.ts';
import { flag, text } from '../src/rules/params.ts';

/** So much of a picture is read, in bytes. */
const longestPicture = 4 * 1024 * 1024;

const given = {
  picture: z
    .string()
    .max(longestPicture)
    .optional()
    .meta({ description: 'A PNG, JPEG or WebP file: the middle of it is cut out as a square', widget: 'picture' }),
  remove: flag('Take the face away').optional(),
};

interface Given {
  readonly picture?: string | undefined;
  readonly remove?: boolean | undefined;
}

/** The hash of the picture that was attached, nothing where the face is to go. */
const wanted = async (
  asker: Asker,
  { picture, remove }: Given,
  services: Services,
): Promise<Result<string | undefined, Refusal>> => {
  if ((picture === undefined) === (remove !== true)) return refuse('picture-or-remove');
  if (picture === undefined) return ok(undefined);
  const kept = await savePicture(asker, picture, 'face', services);
  return kept.ok ? ok(kept.value.hash) : kept;
};

/** Gives a face to something that is kept, or takes it away. */
const kept = async (
  asker: Asker,
  holder: string,
  name: string,
  hash: string | undefined,
  services: Services,
): Promise<Answer> => {
  const { user: owner, guild } = asker;
  if (hash === undefined) {
    await services.pictures.takeFace(holder);
    return ok(privateView({ cards: [card(phrase`${name} no longer has a face`)] }));
  }
  await services.pictures.giveFace({ holder, owner, guild, hash });
  return ok(privateView({ cards: [await withFace(card(phrase`${name} has a face`), holder, services)] }));
};

/** Those of a person's in the battle here that are a character: they have its face at once. */
const inBattleHere = async (asker: Asker, id: string, hash: string | undefined, { battles }: Services) => {
  const battle = await battles.open(asker.channel);
  if (!battle.ok || battle.value.saved.status === 'ended') return;
  const { characters, control } = battle.value.saved.table;
  const actors = Object.keys(characters).filter(
    (actor) => characters[actor]?.id === id && control[actor] === asker.user,
  );
  if (actors.length === 0) return;
  await battles.table(issuerOf(asker), 'command own', 'face', () =>
    ok(actors.map((who) => ({ type: 'face-set', who, ...(hash && { face: hash }) }))),
  );
};

const character = command({
  path: ['character', 'face'],
  summary: 'Give a character of yours a face: a picture on boards and sheets',
  params: z.strictObject({ name: text('The character’s name', 80), ...given }),
  complete: async (asker, option, typed, _soFar, { characters }) =>
    option === 'name'
      ? matchingOffers(offersOf((await characters.list(asker.user, asker.guild)).map((each) => each.name)), typed)
      : [],
  run: async (asker, input, services) => {
    const there = await findCharacter(asker, input.name, services);
    if (!there.ok) return there;
    const hash = await wanted(asker, input, services);
    if (!hash.ok) return hash;
    const answer = await kept(asker, there.value.id, there.value.name, hash.value, services);
    await inBattleHere(asker, there.value.id, hash.value, services);
    return answer;
  },
});

const foe = command({
  path: ['foe', 'face'],
  summary: 'Give a foe that is kept a face: a picture on boards and sheets',
  params: z.strictObject({
    name: nameOption('What it is called'),
    shelf: shelfOption('Whose shelf; by default the nearest that has it'),
    ...given,
  }),
  complete: async (asker, option, typed, soFar, services) =>
    option === 'name' ? shelfOffers(asker, ['foe'], typed, soFar, services) : [],
  run: async (asker, input, services) => {
    const there = await findLibraryItem(asker, ['foe'], input.name, input, services);
    if (!there.ok) return there;
    const may = mayChange(asker, there.value);
    if (!may.ok) return may;
    const hash = await wanted(asker, input, services);
    return hash.ok ? kept(asker, there.value.head.id, there.value.head.name, hash.value, services) : hash;
  },
});

const npc = command({
  path: ['npc', 'face'],
  answers: 'everyone',
  summary: 'GM: give somebody in the battle here a face, for this battle only',
  params: z.strictObject({ who: text('Whose face', 100), ...given }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'who' ? otherCombatants(asker, typed, services, 'all') : [],
  run: async (asker, input, services) => {
    const { battles } = services;
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const { game, saved } = battle.value;
    if (!isGm(saved.table, asker.user)) return refuse('gm-only');
    const meant = matchName(input.who, game.roster(), ({ id }) => [id]);
    if (meant.found === undefined) return refuse('no-such-combatant', { who: input.who });
    const who = meant.found.id;
    const hash = await wanted(asker, input, services);
    if (!hash.ok) return hash;
    const report = await battles.table(issuerOf(asker), 'correct', 'face', () =>
      ok([{ type: 'face-set', who, ...(hash.value && { face: hash.value }) }]),
    );
    return orderAnswer(report, asker);
  },
});

export const faceCommands = [character, foe, npc];
