import { findCharacter } from '../src/app/characters/save-character.ts';
import { type Asker, defineCommand, toIssuer } from '../src/app/command-kit/command.ts';
import { matchName } from '../src/app/input/match-name.ts';
import {
  findContent,
  findLibraryItem,
  itemOptions,
  nameOption,
  requireMayChange,
} from '../src/app/library/libraries.ts';
import { cutMap, describeSavedMap, mapToGround, maxMapBytes } from '../src/app/maps/map-source.ts';
import {
  maxPictureBytes,
  preparePicture,
  savePicture,
  setBackgroundPicture,
  withPortrait,
} from '../src/app/pictures/save-picture.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { type CommandAnswer, createPrivateView } from '../src/app/replies/reply.ts';
import { forLibrary, type LibraryServices, type Need } from '../src/app/services.ts';
import type { Issuer } from '../src/battle/decide/decisions.ts';
import type { Backdrop } from '../src/battle/saved/session.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import type { OrderReport } from '../src/battle/views/report.ts';
import { hasBattleRight } from '../src/battle/views/viewer.ts';
import { ok, phrase, type Result, refuse, refuseInput, term, worded } from '../src/core/message.ts';
import { isPlainObject } from '../src/core/plain-object.ts';
import type { LibraryScope, SavedMap } from '../src/library/library.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import type { MapGround, WallSquareChoice } from '../src/rules/grid/map-plan.ts';
import { parseMap } from '../src/rules/grid/map-text.ts';
import { gmViewer } from '../src/rules/reader.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { parseDecimal } from '../src/rules/value-parsers.ts';
import { fileParam, flagParam, type InputOf, textParam } from '../src/rules/verb.ts';
import { changeSession, defineBattleCommand, defineGmCommand, openAsGm, privateCard } from './answers.ts';
import { characterOffers, completeEach, itemOffers, visibleCombatants } from './completion.ts';
import { wallsParam } from './library/save.ts';

/** Converts a saved map, or a part of it, to a rulebook's board. Refuses maps that do not fit. */
const keptGround = (
  ruleset: Ruleset,
  { head: { name }, content }: { readonly head: { readonly name: string }; readonly content: SavedMap },
  { walls, part }: { readonly walls: WallSquareChoice; readonly part?: string | undefined },
) => {
  const plan = parseMap(content.map);
  if (!plan.ok) return refuse('thing-unreadable', { name });
  const cut = cutMap({ plan: plan.value, leftOut: [], format: describeSavedMap(name) }, part);
  if (!cut.ok) return cut;
  const ground = mapToGround(ruleset, cut.value, walls);
  return ground.ok ? ok({ ...cut.value, ground: ground.value }) : ground;
};

/** Where a saved map's picture belongs if only a part of the map is used. */
const moveBackdrop = (backdrop: Backdrop, { left, top }: Pick<Backdrop, 'left' | 'top'>): Backdrop => ({
  ...backdrop,
  left: backdrop.left + left,
  top: backdrop.top + top,
});

/** Gives the order that loads a map: changed settings, or the rulebook's verb for drawing. */
const orderGround = (
  issuer: Issuer,
  { by }: MapGround,
  chosen: unknown,
  { battles }: Need<'battles'>,
): Promise<Result<OrderReport>> =>
  'verb' in by
    ? battles.order(issuer, () => ok({ verb: by.verb, params: by.params }))
    : battles.changeSetting(issuer, { ...(isPlainObject(chosen) ? chosen : {}), ...by.settings }, by.key, by.says);

/** Loads a map into a battle in setup: as settings, or through the rulebook's verb for drawing. */
export const battleMap = defineBattleCommand(
  [...forLibrary, 'characters', 'now', 'pictures', 'readFile', 'reencodePicture'],
  {
    path: ['battle', 'map'],
    usualReader: 'everyone',
    summary: 'GM: load a map’s walls, doors and size into this battle, before it begins',
    params: {
      file: fileParam(
        'The map file: Universal VTT, a Foundry scene or pack, Tiled (.tmj), or a map written as text',
        maxMapBytes,
      ).optional(),
      json: textParam('The map as text, pasted here', 6000).optional(),
      kept: textParam('One of your saved maps (/library list)', 80).optional(),
      scene: textParam('The name or number of a scene, if the file has several', 80).optional(),
      part: textParam('Only this part of the map, like C5-AB40; default: the whole map', 20).optional(),
      walls: wallsParam,
      picture: flagParam('Also use the map’s picture, if it has one').default(true),
      look: flagParam('Preview only; nothing is changed').optional(),
    },
    complete: completeEach({ kept: itemOffers('map') }),
    run: async (battle, asker, { file, json, kept, scene, part, walls, look, picture: wantsPicture }, services) => {
      const { ruleset, saved } = battle;
      const there = kept === undefined ? undefined : await findContent(asker, 'map', kept, {}, services);
      if (there?.ok === false) return there;
      const text = file ?? json ?? '';
      const map =
        there === undefined
          ? await services.readFile('ground', { text, system: ruleset.id, walls, scene, part }, asker)
          : keptGround(ruleset, there.value, { walls, part });
      if (!map.ok) return map;
      const { ground, pictureArea, format } = map.value;
      const { settings } = saved.table;
      const checked = await orderGround({ ...toIssuer(asker), isRehearsal: true }, ground, settings, services);
      if (!checked.ok) return checked;
      const behind = wantsPicture ? there?.value.content.backdrop : undefined;
      const hasBehind = behind !== undefined && (await services.pictures.images([behind.picture])).size > 0;
      const image = wantsPicture ? map.value.picture : undefined;
      const isSaved = !look && hasBattleRight(saved.table, asker.user, 'correct');
      const readPicture = isSaved ? savePicture : preparePicture;
      const made = image === undefined ? undefined : await readPicture(asker, image, 'backdrop', services);
      const unfit =
        made?.ok === false ? [worded('the map’s picture (to see why, attach it to /battle background)')] : [];
      const left = [...ground.leftOut, ...map.value.leftOut, ...unfit];
      const found = [...ground.imported, ...(made?.ok || hasBehind ? [worded('the picture')] : [])];
      const told = card(phrase`From ${term(format)}`, {
        lines: [
          line(phrase`Imported: ${found.join('; ')}.`, 'quiet'),
          ...(left.length === 0 ? [] : [line(phrase`Skipped: ${left.join('; ')}.`, 'quiet')]),
        ],
      });
      if (look) return ok(createPrivateView({ cards: [told] }));
      const report = await orderGround(toIssuer(asker), ground, settings, services);
      const fresh = isSaved && made?.ok ? { picture: made.value.hash, ...pictureArea } : undefined;
      const backdrop = fresh ?? (behind && hasBehind ? moveBackdrop(behind, pictureArea) : undefined);
      if (report.ok && backdrop !== undefined) {
        const laid = await setBackgroundPicture(asker, backdrop, 'beside', services);
        if (!laid.ok) return laid;
      }
      return orderAnswer(report, asker, '', [told]);
    },
  },
);

/** Maximum width, height and offset of a picture (squares). */
const maxSquares = 400;
const minWidth = 0.5;

const params = {
  picture: fileParam(
    'The new picture, a PNG, JPEG or WebP file; default: the current picture',
    maxPictureBytes,
    'picture',
  ).optional(),
  at: textParam(
    'Position of the picture’s top left corner, in squares from the left and top, like 0,0 or -1.5,2',
    20,
  ).optional(),
  across: textParam('The picture’s width in squares, like 20; default: the width of the board', 10).optional(),
  remove: flagParam('Remove the picture').optional(),
};

const parseNumbers = (typed: string): readonly number[] =>
  typed.split(/[;,\s]+/).map((each) => parseDecimal(each) ?? Number.NaN);

const parseCorner = (typed: string): Result<Pick<Backdrop, 'left' | 'top'>> => {
  const [left = Number.NaN, top = Number.NaN, more] = parseNumbers(typed);
  return more === undefined && Math.abs(left) <= maxSquares && Math.abs(top) <= maxSquares
    ? ok({ left, top })
    : refuseInput('at', 'write the squares from the left and top, like 0,0 or -1.5,2');
};

const parseWidth = (typed: string): Result<number> => {
  const [across = Number.NaN, more] = parseNumbers(typed);
  return more === undefined && across >= minWidth && across <= maxSquares
    ? ok(across)
    : refuseInput('across', 'write the width in squares, like 20 or 17.5');
};

/** Width of the board (squares). 1 if the board has no grid, so that the whole picture is shown. */
const boardWidth = ({ game }: OpenBattle): number => {
  const { board } = game.view(gmViewer);
  return board?.kind === 'grid' ? board.width : 1;
};

/** Finds the background picture that the user gave, else the current one, with its height divided by its width. */
const findPicture = async (
  asker: Asker,
  given: string | undefined,
  { saved }: OpenBattle,
  services: Need<'battles' | 'characters' | 'library' | 'now' | 'pictures' | 'reencodePicture'>,
) => {
  const was = saved.table.backdrop;
  if (given === undefined)
    return was === undefined ? refuse('no-backdrop') : ok({ picture: was.picture, form: was.down / was.across, was });
  const kept = await savePicture(asker, given, 'backdrop', services);
  if (!kept.ok) return kept;
  return ok({ picture: kept.value.hash, form: kept.value.height / kept.value.width, was: undefined });
};

const chooseBackground = async (
  asker: Asker,
  { picture: given, at, across: wide, remove }: InputOf<typeof params>,
  battle: OpenBattle,
  services: Need<'battles' | 'characters' | 'library' | 'now' | 'pictures' | 'reencodePicture'>,
): Promise<Result<Backdrop | undefined>> => {
  if (remove) return battle.saved.table.backdrop === undefined ? refuse('no-backdrop') : ok(undefined);
  if (given === undefined && at === undefined && wide === undefined)
    return refuseInput('picture', 'attach a picture, or use at:, across: or remove:true');
  const corner = at === undefined ? undefined : parseCorner(at);
  if (corner?.ok === false) return corner;
  const width = wide === undefined ? undefined : parseWidth(wide);
  if (width?.ok === false) return width;
  const found = await findPicture(asker, given, battle, services);
  if (!found.ok) return found;
  const { picture, form, was } = found.value;
  const across = width?.value ?? was?.across ?? boardWidth(battle);
  return ok({ picture, left: was?.left ?? 0, top: was?.top ?? 0, ...corner?.value, across, down: across * form });
};

/** Sets, moves or removes the picture behind the board. */
const backdropCommand = defineGmCommand(['characters', 'library', 'now', 'pictures', 'reencodePicture'], {
  path: ['battle', 'background'],
  usualReader: 'everyone',
  summary: 'GM: set, move or remove the picture behind the board',
  params,
  run: async (battle, asker, input, services) => {
    const laid = await chooseBackground(asker, input, battle, services);
    return laid.ok ? orderAnswer(await setBackgroundPicture(asker, laid.value, 'alone', services), asker) : laid;
  },
});

/** Maximum size of an uploaded portrait (bytes). */
const maxPictureLength = 4 * 1024 * 1024;

const given = {
  picture: fileParam(
    'A PNG, JPEG or WebP file; it is cropped to a square around its center',
    maxPictureLength,
    'picture',
  ).optional(),
  remove: flagParam('Remove the portrait').optional(),
};
type Given = InputOf<typeof given>;

/** Saves the uploaded picture and returns its hash. Undefined if the user wants to remove the portrait. */
const readPortrait = async (
  asker: Asker,
  { picture, remove }: Given,
  services: Need<'battles' | 'characters' | 'library' | 'now' | 'pictures' | 'reencodePicture'>,
): Promise<Result<string | undefined>> => {
  if ((picture === undefined) === (remove !== true)) return refuse('picture-or-remove');
  if (picture === undefined) return ok(undefined);
  const kept = await savePicture(asker, picture, 'face', services);
  return kept.ok ? ok(kept.value.hash) : kept;
};

/** Sets or removes the portrait of a saved sheet. */
const savePortrait = async (
  asker: Asker,
  holder: string,
  name: string,
  hash: string | undefined,
  services: Need<'pictures'>,
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

/** Updates this character's portrait in the channel's battle, for the user's combatants. */
const updateInBattle = async (asker: Asker, id: string, hash: string | undefined, { battles }: Need<'battles'>) => {
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
  path: ['character', 'portrait'],
  summary: 'Set a character’s portrait, for boards and sheets',
  params: { name: textParam('The character’s name', 80), ...given },
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

const setFoePortrait = async (
  asker: Asker,
  { foe, shelf, ...rest }: Given & { readonly foe: string; readonly shelf?: LibraryScope | undefined },
  services: LibraryServices & Need<'characters' | 'now' | 'pictures' | 'reencodePicture'>,
): Promise<CommandAnswer> => {
  const there = await findLibraryItem(asker, ['foe'], foe, { shelf }, services);
  if (!there.ok) return there;
  const may = requireMayChange(asker, there.value);
  if (!may.ok) return may;
  const hash = await readPortrait(asker, rest, services);
  return hash.ok ? savePortrait(asker, there.value.head.id, there.value.head.name, hash.value, services) : hash;
};

const npc = defineCommand([...forLibrary, 'characters', 'now', 'pictures', 'reencodePicture'], {
  path: ['npc', 'portrait'],
  usualReader: 'everyone',
  summary: 'GM: set a combatant’s portrait for this battle, or a saved foe’s',
  params: {
    who: textParam('A combatant of this battle', 100).optional(),
    foe: nameOption('Or one of your saved foes').optional(),
    shelf: itemOptions.shelf,
    ...given,
  },
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

export const pictureCommands = [character, npc, backdropCommand];
