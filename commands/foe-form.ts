import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Asker } from '../src/app/commands/asker.ts';
import { matchingOffers, offersOf } from '../src/app/commands/autocomplete.ts';
import { command } from '../src/app/commands/command.ts';
import { formPage, type SaveCommands } from '../src/app/forms/form-page.ts';
import { firstPage, formOptions, formStep, openForm, presetPage, suggestFields } from '../src/app/forms/form-steps.ts';
import { presetOffers, presetSheet } from '../src/app/input/sheets.ts';
import type { Services } from '../src/app/services.ts';
import { findRulebook, foeThing } from '../src/app/shelf/foe-sources.ts';
import { savedFoe } from '../src/app/shelf/foes.ts';
import { type LibraryEntry, libraryEntries, libraryToSaveTo, loadItem, mayChange } from '../src/app/shelf/libraries.ts';
import { changedItem, itemToWrite, shelfName, writeItem } from '../src/app/shelf/save-item.ts';
import {
  keepOption,
  nameOption,
  shelfNamed,
  shelfOffers,
  shelfOption,
  shelfWord,
} from '../src/app/shelf/shelf-options.ts';
import type { ShelfHead, ShelfItem, ShelfScope } from '../src/campaign/shelf.ts';
import { foeOf } from '../src/campaign/shelf-things.ts';
import { phrase } from '../src/core/language.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { nameKey } from '../src/core/text.ts';
import { text } from '../src/rules/params.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';

const byShelf = (scope: ShelfScope): SaveCommands => ({ group: 'foe', shelf: shelfWord(scope) });

const isCalled = ({ name }: ShelfHead, wanted: string): boolean => nameKey(name) === nameKey(wanted);

/** A foe with its sheet. Refuses one that the asker may use but not change. */
const foeThere = async (asker: Asker, there: LibraryEntry, services: Services) => {
  const may = mayChange(asker, there);
  if (!may.ok) return may;
  const item = await loadItem(there, services);
  if (!item.ok) return item;
  const foe = foeOf(item.value, services.rulesets);
  const { id, name, system = '' } = item.value;
  return foe.ok ? ok({ id, name, system, ...foe.value }) : foe;
};

/** The form of a foe that is kept. */
export const foeForm = async (asker: Asker, there: LibraryEntry, services: Services) => {
  const foe = await foeThere(asker, there, services);
  return foe.ok ? firstPage(foe.value, byShelf(there.shelf.scope), services.rulesets) : foe;
};

/** A ready-made sheet by its title, or that of a foe that is kept: a copy begins so. */
const sheetToBeginWith = async (
  asker: Asker,
  ruleset: Ruleset,
  called: string,
  services: Services,
): Promise<Result<unknown, Refusal>> => {
  const kept = await libraryEntries(asker, ['foe'], { system: ruleset.id }, services);
  const like = kept.find(({ head }) => isCalled(head, called));
  if (like !== undefined) return savedFoe(like, ruleset, services);
  return presetSheet(ruleset, called);
};

const make = command({
  path: ['foe', 'make'],
  summary: 'Make a foe with a form, or change one: menus and fields, checked as you go',
  params: z.strictObject({
    name: nameOption('What it is called; a foe of that name on the shelf is changed'),
    system: text('The rulebook; by default that of the battle or campaign here', 40).optional(),
    preset: text(
      'The ready-made sheet to begin with, or a foe that is kept to copy; by default you are asked',
      80,
    ).optional(),
    shelf: keepOption(),
  }),
  complete: async (asker, option, typed, soFar, services) => {
    if (option === 'system') return matchingOffers(offersOf(services.rulesets.map(({ id }) => id)), typed);
    if (option === 'name') return shelfOffers(asker, ['foe'], typed, soFar, services);
    if (option !== 'preset') return [];
    const named = soFar.system === undefined ? undefined : String(soFar.system);
    const ruleset = await findRulebook(asker, named, services);
    const wanted = ruleset.ok ? [ruleset.value] : services.rulesets;
    const kept = await libraryEntries(asker, ['foe'], ruleset.ok ? { system: ruleset.value.id } : {}, services);
    const names = [...new Set(kept.map(({ head }) => head.name))];
    return matchingOffers([...offersOf(names), ...presetOffers(wanted)], typed);
  },
  run: async (asker, input, services) => {
    const found = await findRulebook(asker, input.system, services);
    if (!found.ok) return found;
    const ruleset = found.value;
    const name = shelfName(input.name, 'foe');
    if (!name.ok) return name;
    const on = await libraryToSaveTo(asker, input.shelf, services);
    if (!on.ok) return on;
    const shelf = on.value;
    const all = await libraryEntries(asker, ['foe'], { shelf: shelf.scope, system: ruleset.id }, services);
    const there = all.find(({ head }) => isCalled(head, name.value));
    if (there !== undefined) return foeForm(asker, there, services);
    const again = { name: name.value, system: ruleset.id, shelf: shelfWord(shelf.scope) };
    if (input.preset === undefined) return ok(presetPage(ruleset, name.value, ['foe', 'make'], again));
    const like = await sheetToBeginWith(asker, ruleset, input.preset, services);
    if (!like.ok) return like;
    const id = randomUUID();
    const begun = openForm({ id, name: name.value, sheet: like.value }, ruleset, byShelf(shelf.scope));
    if (!begun.ok) return begun;
    const item = await itemToWrite(
      asker,
      shelf,
      {
        ...{ kind: 'foe', name: name.value, system: ruleset.id, edition: ruleset.editions.present },
        ...{ thing: foeThing(begun.value.sheet, undefined), id, over: false },
      },
      services,
    );
    return item.ok ? writeItem(asker, item.value, formPage(begun.value, ''), services) : item;
  },
});

/** The foe that a press of the form names, by its whole name: another one like it is not changed in its place. */
const foeNamed = async (
  asker: Asker,
  {
    who,
    of,
    shelf,
  }: { readonly who: string; readonly of?: string | undefined; readonly shelf?: ShelfScope | undefined },
  services: Services,
): Promise<Result<LibraryEntry, Refusal>> => {
  const all = await libraryEntries(asker, ['foe'], { shelf, system: of }, services);
  const there = all.find(({ head }) => isCalled(head, who));
  return there === undefined
    ? refuse('nothing-on-shelf', { kind: 'foe', name: who, hint: phrase`${'/foe list'} shows what there is.` })
    : ok(there);
};

/** One page of the form, or one field of it filled in. */
const form = command({
  path: ['foe', 'form'],
  summary: 'Open a page of a foe’s form, or fill in one of its fields',
  params: z.strictObject({
    who: nameOption('Which foe'),
    of: text('Of which rulebook', 40).optional(),
    shelf: shelfOption('Whose shelf; by default the nearest that has it'),
    ...formOptions(),
  }),
  complete: async (asker, option, typed, soFar, services) => {
    if (option === 'who') return shelfOffers(asker, ['foe'], typed, { ...soFar, system: soFar.of }, services);
    if (option === 'of') return matchingOffers(offersOf(services.rulesets.map(({ id }) => id)), typed);
    if (option !== 'at') return [];
    const of = soFar.of === undefined ? undefined : String(soFar.of);
    const named = { who: String(soFar.who ?? ''), of, shelf: shelfNamed(soFar.shelf) };
    const there = await foeNamed(asker, named, services);
    const foe = there.ok ? await foeThere(asker, there.value, services) : there;
    return foe.ok ? suggestFields(foe.value, typed, services.rulesets) : [];
  },
  run: async (asker, { who, of, shelf, ...pressed }, services) => {
    const there = await foeNamed(asker, { who, of, shelf }, services);
    if (!there.ok) return there;
    const foe = await foeThere(asker, there.value, services);
    if (!foe.ok) return foe;
    const by = byShelf(there.value.shelf.scope);
    const step = formStep(foe.value, by, pressed, services.rulesets, (typed) => shelfName(typed, 'foe'));
    if (!step.ok) return step;
    const { does, filled } = step.value;
    if (does === 'show') return ok(formPage(filled, step.value.page));
    const page = does === 'keep' ? step.value.page : '';
    const change: Partial<Pick<ShelfItem, 'name' | 'thing'>> =
      does === 'keep' ? { thing: foeThing(filled.sheet, foe.value.note) } : { name: filled.name };
    const changed = await changedItem(asker, there.value, () => ok(change), services);
    return changed.ok ? writeItem(asker, changed.value, formPage(filled, page), services) : changed;
  },
});

export const foeFormCommands = [make, form];
