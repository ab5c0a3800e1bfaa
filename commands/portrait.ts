import { z } from 'zod';
import { type Asker, toIssuer } from '../src/app/command-kit/asker.ts';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { matchName } from '../src/app/input/match-name.ts';
import { findCharacter } from '../src/app/input/sheet-lookup.ts';
import { findLibraryItem, requireMayChange } from '../src/app/library/libraries.ts';
import { itemOptions, nameOption } from '../src/app/library/library-options.ts';
import { withPortrait } from '../src/app/pictures/portraits.ts';
import { savePicture } from '../src/app/pictures/save-picture.ts';
import { type CommandAnswer, createPrivateView } from '../src/app/replies/reply.ts';
import { forLibrary, type LibraryServices, type Services } from '../src/app/services.ts';
import { phrase } from '../src/core/message.ts';
import { ok, type Refusal, type Result, refuse } from '../src/core/result.ts';
import type { LibraryScope } from '../src/library/library.ts';
import { card } from '../src/presentation/card.ts';
import { flagParam, textParam } from '../src/rules/params.ts';
import { changeSession, openAsGm, privateCard } from './answers.ts';
import { characterOffers, completeEach, itemOffers, visibleCombatants } from './completion.ts';

/** So much of a picture is read, in bytes. */
const maxPictureLength = 4 * 1024 * 1024;

const given = {
  picture: z
    .string()
    .max(maxPictureLength)
    .optional()
    .meta({ description: 'A PNG, JPEG or WebP file; it is cropped to a square around its center', widget: 'picture' }),
  remove: flagParam('Remove the portrait').optional(),
};
type Given = z.output<z.ZodObject<typeof given>>;

/** The hash of the picture that was attached, nothing where the face is to go. */
const readPortrait = async (
  asker: Asker,
  { picture, remove }: Given,
  services: Pick<Services, 'battles' | 'characters' | 'library' | 'now' | 'pictures' | 'reencodePicture'>,
): Promise<Result<string | undefined, Refusal>> => {
  if ((picture === undefined) === (remove !== true)) return refuse('picture-or-remove');
  if (picture === undefined) return ok(undefined);
  const kept = await savePicture(asker, picture, 'face', services);
  return kept.ok ? ok(kept.value.hash) : kept;
};

/** Gives a face to something that is kept, or takes it away. */
const savePortrait = async (
  asker: Asker,
  holder: string,
  name: string,
  hash: string | undefined,
  services: Pick<Services, 'pictures'>,
): Promise<CommandAnswer> => {
  const { user: owner, guild } = asker;
  if (hash === undefined) {
    await services.pictures.removePortrait(holder);
    return ok(privateCard(phrase`${name} no longer has a portrait`));
  }
  await services.pictures.setPortrait({ holder, owner, guild, hash });
  const shown = await withPortrait(card(phrase`${name} has a portrait now`), holder, services);
  return ok(createPrivateView({ cards: [shown] }));
};

/** Those of a person's in the battle here that are a character: they have its face at once. */
const updateInBattle = async (
  asker: Asker,
  id: string,
  hash: string | undefined,
  { battles }: Pick<Services, 'battles'>,
) => {
  const battle = await battles.open(asker.channel);
  if (!battle.ok || battle.value.saved.status === 'ended') return;
  const { characters, control } = battle.value.saved.table;
  const isOwn = (actor: string) => characters[actor]?.id === id && control[actor] === asker.user;
  const actors = Object.keys(characters).filter(isOwn);
  if (actors.length === 0) return;
  await battles.changeSession(toIssuer(asker), 'command own', 'face', () =>
    ok(actors.map((who) => ({ type: 'face-set', who, ...(hash && { face: hash }) }))),
  );
};

const character = defineCommand(['battles', 'characters', 'library', 'now', 'pictures', 'reencodePicture'], {
  path: ['character', 'face'],
  summary: 'Set a character’s portrait, for boards and sheets',
  params: z.strictObject({ name: textParam('The character’s name', 80), ...given }),
  complete: completeEach({ name: characterOffers }),
  run: async (asker, input, services) => {
    const there = await findCharacter(asker, input.name, services);
    if (!there.ok) return there;
    const hash = await readPortrait(asker, input, services);
    if (!hash.ok) return hash;
    const answer = await savePortrait(asker, there.value.id, there.value.name, hash.value, services);
    await updateInBattle(asker, there.value.id, hash.value, services);
    return answer;
  },
});

/** Sets the portrait of a saved foe. */
const setFoePortrait = async (
  asker: Asker,
  { foe, shelf, ...rest }: Given & { readonly foe: string; readonly shelf?: LibraryScope | undefined },
  services: LibraryServices & Pick<Services, 'characters' | 'now' | 'pictures' | 'reencodePicture'>,
): Promise<CommandAnswer> => {
  const there = await findLibraryItem(asker, ['foe'], foe, { shelf }, services);
  if (!there.ok) return there;
  const may = requireMayChange(asker, there.value);
  if (!may.ok) return may;
  const hash = await readPortrait(asker, rest, services);
  return hash.ok ? savePortrait(asker, there.value.head.id, there.value.head.name, hash.value, services) : hash;
};

const npc = defineCommand([...forLibrary, 'characters', 'now', 'pictures', 'reencodePicture'], {
  path: ['npc', 'face'],
  usualReader: 'everyone',
  summary: 'GM: set a combatant’s portrait for this battle, or a saved foe’s',
  params: z.strictObject({
    who: textParam('A combatant of this battle', 100).optional(),
    foe: nameOption('Or one of your saved foes').optional(),
    shelf: itemOptions.shelf,
    ...given,
  }),
  complete: completeEach({ foe: itemOffers('foe'), who: visibleCombatants }),
  run: async (asker, { who: called, foe, ...input }, services) => {
    if ((called === undefined) === (foe === undefined)) return refuse('portrait-of-whom');
    if (foe !== undefined) return setFoePortrait(asker, { ...input, foe }, services);
    const battle = await openAsGm(asker, services);
    if (!battle.ok) return battle;
    const meant = matchName(called ?? '', battle.value.game.roster(), ({ id }) => [id]);
    if (meant.found === undefined) return refuse('no-such-combatant', { who: called });
    const who = meant.found.id;
    const hash = await readPortrait(asker, input, services);
    if (!hash.ok) return hash;
    return changeSession(asker, services, 'correct', 'face', () =>
      ok([{ type: 'face-set', who, ...(hash.value && { face: hash.value }) }]),
    );
  },
});

export const portraitCommands = [character, npc];
