import { randomUUID } from 'node:crypto';
import { type Asker, defineCommand, foesSide, toIssuer, wordOffers } from '../src/app/command-kit/command.ts';
import { buildFormPage, type SaveCommands } from '../src/app/forms/form-page.ts';
import {
  applyFormPress,
  firstPage,
  formOptions,
  openForm,
  presetPage,
  suggestFields,
} from '../src/app/forms/form-steps.ts';
import {
  assignSheetNames,
  createSheetsRequest,
  describeImportedSheets,
  readSheets,
  toImportText,
} from '../src/app/imports/read-file.ts';
import { findRuleset, importOptions, presetOffers, presetSheet, sheetWithChanges } from '../src/app/input/sheets.ts';
import {
  createNamer,
  findFoes,
  findNamedRuleset,
  foeOffers,
  loadFoe,
  maxFoeNameLength,
  maxFoesAtOnce,
  toSavedFoe,
} from '../src/app/library/foes.ts';
import {
  chooseLibraryForSaving,
  findLibraryItem,
  formatScope,
  itemOptions,
  type LibraryEntry,
  type LibraryQuery,
  libraryEntries,
  libraryOffers,
  loadItem,
  nameOption,
  parseScope,
  refuseNothingSaved,
  requireMayChange,
  saveToOption,
} from '../src/app/library/libraries.ts';
import { checkItemName, prepareChange, prepareItem, writeItem } from '../src/app/library/save-item.ts';
import { requireMember } from '../src/app/people/user-presence.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { createPrivateView } from '../src/app/replies/reply.ts';
import { forFoe, forLibrary, type LibraryServices, type Need } from '../src/app/services.ts';
import type { Entrant } from '../src/battle/decide/decisions.ts';
import { visibleSides } from '../src/battle/views/viewer.ts';
import { isSameName, ok, phrase, type Result, refuse, term } from '../src/core/message.ts';
import { type LibraryItem, type LibraryScope, parseContent } from '../src/library/library.ts';
import { card } from '../src/presentation/card.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { oneOfParam, textParam, userParam, wholeNumberParam } from '../src/rules/verb.ts';
import { defineBattleCommand } from './answers.ts';
import {
  completeEach,
  defaultSystemParam,
  itemOffers,
  offersOf,
  offersOfBattle,
  systemOffers,
  systemParam,
} from './completion.ts';
import { itemViews } from './library/kinds.ts';

const common = {
  count: wholeNumberParam('How many', 1, 20).default(1),
  name: textParam('The name; if you add several, each gets a number too', 28).optional(),
  side: textParam('The side they fight on; default: the foes', 32).optional(),
  player: userParam('Who controls them; default: the GM').optional(),
  hidden: oneOfParam('Start hidden: until they act, or until you reveal them', [
    'until-acts',
    'until-revealed',
  ]).optional(),
};

const add = defineBattleCommand([...forFoe, 'carryOver'], {
  path: ['npc', 'add'],
  usualReader: 'everyone',
  summary: 'GM: add presets or saved foes to the battle',
  params: {
    preset: textParam('A preset, or a saved foe or group (/library list)', 80),
    ...common,
    changes: textParam('What to change: hp=45, attack=12', 500).optional(),
  },
  complete: completeEach({
    preset: offersOfBattle((battle, asker, services) => foeOffers(asker, battle, services)),
    side: offersOfBattle((battle, { user }) => wordOffers(visibleSides(battle, user))),
  }),
  run: async (battle, asker, { preset: wanted, count, name, side: named, player, hidden, changes }, services) => {
    const here = await requireMember(asker, player, services);
    if (!here.ok) return here;
    const meant = await findFoes(asker, battle, wanted, services);
    if (!meant.ok) return meant;
    const nameAll = createNamer(battle);
    const side = named ?? foesSide(battle.ruleset);
    const entrants: Entrant[] = [];
    for (const foe of meant.value) {
      const sheet = sheetWithChanges(battle.ruleset, foe.sheet, changes);
      if (!sheet.ok) return sheet;
      const own = meant.value.length === 1 ? name : undefined;
      const ids = nameAll(own ?? foe.name, foe.count * count, hidden !== undefined, own !== undefined);
      // Only a single combatant stays linked to its saved sheet.
      const character = ids.length === 1 && changes === undefined ? foe.character : undefined;
      entrants.push(...ids.map((id) => ({ id, side, sheet: sheet.value, character, portrait: foe.portrait })));
    }
    if (entrants.length > maxFoesAtOnce) return refuse('too-many', { most: maxFoesAtOnce });
    const saved = entrants.flatMap(({ character }) => character?.id ?? []);
    const decided = await services.carryOver.requireDecided(battle, saved);
    if (!decided.ok) return decided;
    const report = await services.battles.addEntrants(toIssuer(asker), entrants, { controller: player, hidden });
    return orderAnswer(report, asker);
  },
});

const importing = defineBattleCommand(['channels', 'readFile', 'rulesets'], {
  path: ['npc', 'import'],
  usualReader: 'everyone',
  summary: 'GM: import combatants from JSON, another tool or a table',
  params: {
    ...common,
    name: textParam(
      'The name; if you add several, each gets a number too; default: the name in the text',
      28,
    ).optional(),
    ...importOptions(),
  },
  run: async (battle, asker, { count, name, side: at, player, hidden, json, file }, services) => {
    const here = await requireMember(asker, player, services);
    if (!here.ok) return here;
    const wanted = createSheetsRequest(toImportText({ json, file, name }), [battle.ruleset]);
    const sheets = await readSheets(asker, wanted, services);
    if (!sheets.ok) return sheets;
    const named = assignSheetNames(sheets.value, name, maxFoeNameLength);
    if (!named.ok) return named;
    if (named.value.length * count > maxFoesAtOnce) return refuse('too-many', { most: maxFoesAtOnce });
    const nameAll = createNamer(battle);
    const side = at ?? foesSide(battle.ruleset);
    const entrants = named.value.flatMap((each) => {
      const ids = nameAll(each.name, count, hidden !== undefined);
      return ids.map((id) => ({ id, side, sheet: each.sheet }));
    });
    const report = await services.battles.addEntrants(toIssuer(asker), entrants, { controller: player, hidden });
    const lines = describeImportedSheets(sheets.value);
    // Only the GM may see what the imported file contains.
    return orderAnswer(report, asker, '', lines.length === 0 ? [] : [card('Imported', { lines })]);
  },
});

const saveCommandsFor = (scope: LibraryScope): SaveCommands => ({ group: 'npc', shelf: formatScope(scope) });

/** Loads the sheet of a saved foe. Refuses foes that the user may use but not change. */
const loadOwnFoe = async (asker: Asker, there: LibraryEntry, services: Need<'library' | 'rulesets'>) => {
  const may = requireMayChange(asker, there);
  if (!may.ok) return may;
  const item = await loadItem(there, services);
  if (!item.ok) return item;
  const foe = parseContent('foe', item.value, services.rulesets);
  const { id, name, system = '' } = item.value;
  return foe.ok ? ok({ id, name, system, ...foe.value }) : foe;
};

const openFoeForm = async (asker: Asker, there: LibraryEntry, services: Need<'library' | 'rulesets'>) => {
  const foe = await loadOwnFoe(asker, there, services);
  return foe.ok ? firstPage(foe.value, saveCommandsFor(there.library.scope), services.rulesets) : foe;
};

/** Finds the sheet to copy: a saved foe's sheet, else a preset. */
const findStartSheet = async (
  asker: Asker,
  ruleset: Ruleset,
  called: string,
  services: LibraryServices,
): Promise<Result<unknown>> => {
  const kept = await libraryEntries(asker, ['foe'], { system: ruleset.id }, services);
  const like = kept.find(({ head }) => isSameName(head.name, called));
  if (like !== undefined) return loadFoe(like, ruleset, services);
  return presetSheet(ruleset, called);
};

const make = defineCommand([...forLibrary, 'now', 'outbox'], {
  path: ['npc', 'create'],
  summary: 'Create or edit a foe with a form that checks as you go',
  params: {
    name: nameOption('The foe’s name; if you have already saved that foe, you edit it'),
    system: defaultSystemParam,
    preset: textParam('The preset or saved foe to start from; default: you are asked', 80).optional(),
    shelf: saveToOption(),
  },
  complete: completeEach({
    system: systemOffers,
    name: itemOffers('foe'),
    preset: offersOf(async (asker, services, soFar) => {
      const named = soFar.system === undefined ? undefined : String(soFar.system);
      const ruleset = await findNamedRuleset(asker, named, services);
      const wanted = ruleset.ok ? [ruleset.value] : services.rulesets;
      const kept = await libraryEntries(asker, ['foe'], ruleset.ok ? { system: ruleset.value.id } : {}, services);
      const names = [...new Set(kept.map(({ head }) => head.name))];
      return [...names, ...presetOffers(wanted)];
    }),
  }),
  run: async (asker, input, services) => {
    const found = await findNamedRuleset(asker, input.system, services);
    if (!found.ok) return found;
    const ruleset = found.value;
    const name = checkItemName(input.name, 'foe');
    if (!name.ok) return name;
    const on = await chooseLibraryForSaving(asker, input.shelf, services);
    if (!on.ok) return on;
    const shelf = on.value;
    const all = await libraryEntries(asker, ['foe'], { shelf: shelf.scope, system: ruleset.id }, services);
    const there = all.find(({ head }) => isSameName(head.name, name.value));
    if (there !== undefined) return openFoeForm(asker, there, services);
    const again = { name: name.value, system: ruleset.id, shelf: formatScope(shelf.scope) };
    if (input.preset === undefined) return ok(presetPage(ruleset, name.value, ['npc', 'create'], again));
    const like = await findStartSheet(asker, ruleset, input.preset, services);
    if (!like.ok) return like;
    const id = randomUUID();
    const begun = openForm({ id, name: name.value, sheet: like.value }, ruleset, saveCommandsFor(shelf.scope));
    if (!begun.ok) return begun;
    const { sheet } = begun.value;
    const wanted = {
      ...({ kind: 'foe', name: name.value, system: ruleset.id, edition: ruleset.editions.present } as const),
      ...{ thing: toSavedFoe(sheet, undefined), id, replaces: false },
    };
    const item = await prepareItem(asker, shelf, wanted, services);
    return item.ok ? writeItem(asker, item.value, buildFormPage(begun.value, ''), services) : item;
  },
});

/** Finds a saved foe by its full name, so that a button never changes a foe with a similar name. */
const findNamedFoe = async (
  asker: Asker,
  who: string,
  query: LibraryQuery,
  services: LibraryServices,
): Promise<Result<LibraryEntry>> => {
  const all = await libraryEntries(asker, ['foe'], query, services);
  const there = all.find(({ head }) => isSameName(head.name, who));
  return there === undefined ? refuseNothingSaved('foe', who) : ok(there);
};

/** Opens a page of a foe's form, or fills in one of its fields. */
const form = defineCommand([...forLibrary, 'now', 'outbox'], {
  path: ['npc', 'form'],
  hidden: true,
  summary: 'Open a page of a foe’s form, or fill in one of its fields',
  params: {
    who: nameOption('Which foe'),
    of: systemParam.optional(),
    shelf: itemOptions.shelf,
    ...formOptions(),
  },
  complete: completeEach({
    who: (asker, typed, services, soFar) =>
      libraryOffers(asker, ['foe'], typed, { ...soFar, system: soFar.of }, services),
    of: systemOffers,
    at: async (asker, typed, services, soFar) => {
      const query = { system: soFar.of === undefined ? undefined : String(soFar.of), shelf: parseScope(soFar.shelf) };
      const there = await findNamedFoe(asker, String(soFar.who ?? ''), query, services);
      const foe = there.ok ? await loadOwnFoe(asker, there.value, services) : there;
      return foe.ok ? suggestFields(foe.value, typed, services.rulesets) : [];
    },
  }),
  run: async (asker, { who, of, shelf, ...pressed }, services) => {
    const there = await findNamedFoe(asker, who, { system: of, shelf }, services);
    if (!there.ok) return there;
    const foe = await loadOwnFoe(asker, there.value, services);
    if (!foe.ok) return foe;
    const by = saveCommandsFor(there.value.library.scope);
    const step = applyFormPress(foe.value, by, pressed, services.rulesets, (typed) => checkItemName(typed, 'foe'));
    if (!step.ok) return step;
    const { action, subject } = step.value;
    if (action === 'show') return ok(buildFormPage(subject, step.value.page));
    const page = action === 'keep' ? step.value.page : '';
    const change: Partial<Pick<LibraryItem, 'name' | 'thing'>> =
      action === 'keep' ? { thing: toSavedFoe(subject.sheet, foe.value.note) } : { name: subject.name };
    const changed = await prepareChange(asker, there.value, () => ok(change), services);
    return changed.ok ? writeItem(asker, changed.value, buildFormPage(subject, page), services) : changed;
  },
});

const change = defineCommand([...forFoe, 'now', 'outbox', 'servers'], {
  path: ['npc', 'edit'],
  summary: 'Edit a saved foe or its note, with a form or field by field',
  params: {
    name: itemOptions.name,
    changes: textParam('What to change: hp=45, attack=12; default: open the form', 1000).optional(),
    note: textParam('A note for the GM', 500).optional(),
    shelf: itemOptions.shelf,
  },
  complete: completeEach({ name: itemOffers('foe') }),
  run: async (asker, input, services) => {
    const there = await findLibraryItem(asker, ['foe'], input.name, input, services);
    if (!there.ok) return there;
    if (input.changes === undefined && input.note === undefined) return openFoeForm(asker, there.value, services);
    const ruleset = findRuleset(services.rulesets, there.value.head.system ?? '');
    if (!ruleset.ok) return ruleset;
    const withInput = (item: LibraryItem) => {
      const foe = parseContent('foe', item, services.rulesets);
      if (!foe.ok) return foe;
      const sheet = sheetWithChanges(ruleset.value, foe.value.sheet, input.changes);
      return sheet.ok ? ok({ thing: toSavedFoe(sheet.value, input.note ?? foe.value.note) }) : sheet;
    };
    const changed = await prepareChange(asker, there.value, withInput, services);
    if (!changed.ok) return changed;
    const title = phrase`${changed.value.name} is changed (${term(ruleset.value.title)})`;
    const shown = await itemViews.foe.show(changed.value, title, asker, services);
    return shown.ok
      ? writeItem(asker, changed.value, createPrivateView({ cards: [shown.value.card] }), services)
      : shown;
  },
});

export const npcCommands = [add, importing, make, form, change];
