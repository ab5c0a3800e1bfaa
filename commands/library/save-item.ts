import { randomUUID } from 'node:crypto';
import { hasCharacter, prepareCharacter, requireRoomForCharacters } from '../../src/app/characters/save-character.ts';
import type { Asker } from '../../src/app/command-kit/command.ts';
import { checkName } from '../../src/app/forms/form-steps.ts';
import { lacksSpells, parseSheet, sheetLines } from '../../src/app/input/sheets.ts';
import { formatScope, type ReadableLibrary } from '../../src/app/library/libraries.ts';
import { prepareItem, saveBatch, writeItem } from '../../src/app/library/save-item.ts';
import { copyPicturesToUser } from '../../src/app/pictures/save-picture.ts';
import { button, type CommandAnswer, createPrivateView } from '../../src/app/replies/reply.ts';
import type { FoeServices, Need } from '../../src/app/services.ts';
import type { SavedPicture } from '../../src/campaign/pictures.ts';
import type { SaveBatch } from '../../src/campaign/save-batch.ts';
import { counted, ok, phrase, present, term } from '../../src/core/message.ts';
import { type LibraryKind, pictureHashes } from '../../src/library/library.ts';
import type { Line } from '../../src/rules/event.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { lineIf, privateCard } from '../answers.ts';
import { itemViews } from './kinds.ts';

/** A library item to save. */
export interface ItemToSave {
  readonly kind: LibraryKind;
  readonly name: string;
  /** The item's rulebook. Undefined for kinds without a rulebook. */
  readonly ruleset?: Ruleset | undefined;
  readonly thing: unknown;
  /** True if the item may overwrite a saved item of the same name. */
  readonly replaces: boolean;
  /** Pictures to save with the item. */
  readonly pictures?: readonly SavedPicture[];
  /** Additional lines of the answer. */
  readonly lines?: readonly Line[];
}

/** Saves an item in a library and shows it with its controls. */
export const saveItem = async (
  asker: Asker,
  library: ReadableLibrary,
  { kind, name, ruleset, thing, replaces, pictures = [], lines = [] }: ItemToSave,
  services: FoeServices & Need<'batches' | 'now' | 'outbox' | 'servers'>,
): Promise<CommandAnswer> => {
  const [system, edition] = [ruleset?.id, ruleset?.editions.present ?? 1];
  const wanted = { kind, name, system, thing, edition, id: randomUUID(), replaces };
  const item = await prepareItem(asker, library, wanted, services);
  if (!item.ok) return item;
  const place = phrase`${item.value.name} saved to ${term(library.label)}`;
  const title = ruleset === undefined ? place : phrase`${place} (${term(ruleset.title)})`;
  const shown = await itemViews[kind].show(item.value, title, asker, services);
  if (!shown.ok) return shown;
  const input = { kind, name: item.value.name, shelf: formatScope(library.scope) };
  const remove = item.value.version === 1 ? [[button('Delete it', { path: ['library', 'delete'], input })]] : [];
  const told = createPrivateView({
    cards: [{ ...shown.value.card, lines: [...shown.value.card.lines, ...lines] }],
    controls: [...shown.value.controls, ...remove],
  });
  const written = await (pictures.length === 0
    ? writeItem(asker, item.value, told, services)
    : saveBatch(asker, { items: [item.value], pictures }, told, services));
  if (written.ok) await copyPicturesToUser(asker, pictureHashes(thing), services);
  return written;
};

/** Saves a character, replacing one of the same name. Refuses bad names and sheets. */
export const saveCharacter = async (
  asker: Asker,
  ruleset: Ruleset,
  called: string,
  sheet: unknown,
  services: Need<'batches' | 'characters' | 'histories' | 'now' | 'outbox'>,
  origin: readonly Line[] = [],
) => {
  const named = checkName(called);
  if (!named.ok) return named;
  const shown = named.value;
  const checked = parseSheet(ruleset, sheet);
  if (!checked.ok) return checked;
  const toKeep = { ruleset, name: shown, sheet: checked.value, id: randomUUID() };
  const own = await services.characters.list(asker.user, asker.guild);
  const room = hasCharacter(own, toKeep) ? ok(undefined) : requireRoomForCharacters(own);
  if (!room.ok) return room;
  const { isNew, ...prepared } = await prepareCharacter(asker, toKeep, own, services);
  const title = isNew
    ? phrase`${shown} is saved (${term(ruleset.title)})`
    : phrase`${shown} is changed (${term(ruleset.title)})`;
  const remove = button('Delete it', { path: ['library', 'delete'], input: { kind: 'character', name: shown } });
  const lacks = lacksSpells(ruleset, checked.value);
  const input = { who: shown, of: ruleset.id, at: 'spells' };
  const empty = phrase`${shown} has no spells yet. Choose some, or type your own.`;
  const lines = [...origin, ...lineIf(lacks, empty), ...sheetLines(ruleset, checked.value)];
  const add = button('Add spells', { path: ['character', 'form'], input }, 'primary');
  const row = present([lacks && add, origin.length > 0 && isNew && remove]);
  const told = privateCard(title, { lines }, { controls: row.length > 0 ? [row] : [] });
  return saveBatch(asker, { characters: [prepared] }, told, services);
};

/** Saves several checked sheets as characters: all of them, or none. */
export const saveCharacters = async (
  asker: Asker,
  ruleset: Ruleset,
  sheets: readonly { readonly name: string; readonly sheet: unknown }[],
  services: Need<'batches' | 'characters' | 'histories' | 'now' | 'outbox'>,
  origin: readonly Line[],
) => {
  const title = phrase`${counted(sheets.length, 'character')} saved (${term(ruleset.title)})`;
  const told = privateCard(title, { lines: origin, footer: 'See each with /library show' });
  const own = await services.characters.list(asker.user, asker.guild);
  const room = requireRoomForCharacters(own, sheets.filter((each) => !hasCharacter(own, { ...each, ruleset })).length);
  if (!room.ok) return room;
  const characters: SaveBatch['characters'][number][] = [];
  for (const [at, each] of sheets.entries()) {
    characters.push(await prepareCharacter(asker, { ...each, ruleset, id: randomUUID() }, own, services, at + 1));
  }
  return saveBatch(asker, { characters }, told, services);
};
