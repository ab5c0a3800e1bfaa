import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { listRoster } from '../src/app/campaigns/campaign-roster.ts';
import { findRunningCampaign } from '../src/app/campaigns/channel-campaign.ts';
import type { Asker } from '../src/app/commands/asker.ts';
import { combatantOffers, matchingOffers, toOffers } from '../src/app/commands/autocomplete.ts';
import { type Command, defineCommand } from '../src/app/commands/command.ts';
import { sheetCard } from '../src/app/forms/sheet-chart.ts';
import { assignSheetNames, describeImportedSheets, toImportText } from '../src/app/imports/import-lines.ts';
import { importOptions } from '../src/app/imports/import-options.ts';
import { createSheetsRequest, readSheets } from '../src/app/imports/read-file.ts';
import {
  findFieldTitleSource,
  findRuleset,
  presetOffers,
  sheetLines,
  sheetWithChanges,
} from '../src/app/input/sheets.ts';
import {
  findFoeToSave,
  findNamedRuleset,
  formatMembers,
  parseGroupMembers,
  systemTitle,
  toSavedFoe,
} from '../src/app/library/foe-sources.ts';
import { maxFoeNameLength } from '../src/app/library/foes.ts';
import { chooseLibraryForSaving, findLibraryItem, loadItem } from '../src/app/library/libraries.ts';
import {
  defineCopyCommand,
  defineDeleteCommand,
  defineRenameCommand,
  defineRestoreCommand,
  libraryListReply,
} from '../src/app/library/library-commands.ts';
import {
  formatScope,
  libraryOffers,
  nameOption,
  saveToOption,
  scopeOption,
} from '../src/app/library/library-options.ts';
import { prepareChange, prepareItem, prepareItems, writeItem, writeItems } from '../src/app/library/save-item.ts';
import { button } from '../src/app/outbox/notifications.ts';
import { findPortrait, withPortrait } from '../src/app/pictures/portraits.ts';
import { createPrivateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import { isLeader } from '../src/campaign/campaigns.ts';
import type { LibraryItem } from '../src/campaign/library.ts';
import { parseSavedFoe, parseSavedGroup } from '../src/campaign/library-content.ts';
import { phrase } from '../src/core/language.ts';
import type { Refusal } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { type Card, card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { flagParam, textParam } from '../src/rules/params.ts';
import { openFoeForm } from './foe-form.ts';

const kinds = ['foe', 'group'] as const;
const name = nameOption('The name');
const system = textParam('The rulebook; default: the rulebook of the battle or campaign here', 40).optional();
const note = textParam('A note for the GM', 500).optional();
const over = flagParam('Overwrite what is already saved under that name').default(false);
const shelf = scopeOption('Which library; default: the first with that name: the campaign’s, yours, the server’s');

const complete: Command['complete'] = async (asker, option, typed, soFar, services) => {
  if (option === 'system') return matchingOffers(toOffers(services.rulesets.map(({ id }) => id)), typed);
  if (option === 'who') return combatantOffers(asker, typed, services, 'all');
  if (option === 'preset') {
    const ruleset = await findNamedRuleset(
      asker,
      soFar.system === undefined ? undefined : String(soFar.system),
      services,
    );
    return matchingOffers(presetOffers(ruleset.ok ? [ruleset.value] : services.rulesets), typed);
  }
  return option === 'name' ? libraryOffers(asker, kinds, typed, soFar, services) : [];
};

const deleteButton = ({ name: called, shelf: { scope } }: LibraryItem) =>
  button('Delete it', ['foe', 'delete'], { name: called, shelf: formatScope(scope) });

const keep = defineCommand({
  path: ['foe', 'keep'],
  summary: 'Save a foe: a combatant of this battle, or a preset with changes',
  params: z.strictObject({
    who: textParam('A combatant of this battle (GM only)', 100).optional(),
    preset: textParam('The preset to start from', 80).optional(),
    name: textParam('The name to save the foe under; default: its name in the battle', 80).optional(),
    changes: textParam('What to change: hp=45, attack=12', 500).optional(),
    ...{ note, system, shelf: saveToOption(), over },
  }),
  complete: async (asker, option, ...rest) => (option === 'name' ? [] : complete(asker, option, ...rest)),
  run: async (asker, input, services) => {
    const source = await findFoeToSave(asker, input, services);
    if (!source.ok) return source;
    const on = await chooseLibraryForSaving(asker, input.shelf, services);
    if (!on.ok) return on;
    const { ruleset, sheet } = source.value;
    const item = await prepareItem(
      asker,
      on.value,
      {
        ...{ kind: 'foe', name: input.name ?? source.value.name.slice(0, maxFoeNameLength), system: ruleset.id },
        ...{
          thing: toSavedFoe(sheet, input.note),
          edition: ruleset.editions.present,
          id: randomUUID(),
          replaces: input.over,
        },
      },
      services,
    );
    if (!item.ok) return item;
    const title = phrase`${item.value.name} saved to ${on.value.label} (${ruleset.title})`;
    const told = createPrivateView({
      cards: [card(title, { lines: sheetLines(ruleset, sheet), footer: 'Add it to a battle with /npc add' })],
      controls: item.value.version === 1 ? [[deleteButton(item.value)]] : [],
    });
    return writeItem(asker, item.value, told, services);
  },
});

const importing = defineCommand({
  path: ['foe', 'import'],
  summary: 'Import foes from JSON, another tool or a table',
  params: z.strictObject({
    system: textParam('The rulebook; default: the one named in the text', 40).optional(),
    name: textParam('The foe’s name; default: the name in the text', 80).optional(),
    ...{ note, shelf: saveToOption(), over },
    ...importOptions(),
  }),
  complete: async (asker, option, ...rest) => (option === 'name' ? [] : complete(asker, option, ...rest)),
  run: async (asker, input, services) => {
    const wanted = input.system === undefined ? ok(undefined) : findRuleset(services.rulesets, input.system);
    if (!wanted.ok) return wanted;
    const taken = await readSheets(
      asker,
      createSheetsRequest(toImportText(input), wanted.value && [wanted.value]),
      services,
    );
    if (!taken.ok) return taken;
    const named = assignSheetNames(taken.value, input.name, maxFoeNameLength);
    if (!named.ok) return named;
    const on = await chooseLibraryForSaving(asker, input.shelf, services);
    if (!on.ok) return on;
    const { ruleset } = taken.value;
    const kept = await prepareItems(
      asker,
      on.value,
      named.value.map((each) => ({
        ...{ kind: 'foe', name: each.name, system: ruleset.id, thing: toSavedFoe(each.sheet, input.note) },
        ...{ edition: ruleset.editions.present, id: randomUUID(), replaces: input.over },
      })),
      services,
    );
    if (!kept.ok) return kept;
    const items = kept.value;
    const [only, ...more] = items;
    const title =
      more.length === 0
        ? phrase`${only?.name} saved to ${on.value.label} (${ruleset.title})`
        : phrase`${items.length} foes saved to ${on.value.label} (${ruleset.title})`;
    return writeItems(
      asker,
      items,
      createPrivateView({ cards: [card(title, { lines: describeImportedSheets(taken.value) })] }),
      services,
    );
  },
});

/** The foes on the roster of the campaign here, which can be brought like those on shelves. */
const rosterLines = async (asker: Asker, services: Services) => {
  const campaign = await findRunningCampaign(asker, services);
  if (campaign === undefined || !isLeader(campaign, asker.user)) return [];
  const foes = (await listRoster(campaign, services)).filter((each) => each.kind === 'foe');
  return foes.length === 0
    ? []
    : [line(phrase`On the roster (/campaign roster): ${foes.map((each) => each.name).join(', ')}.`)];
};

const list = defineCommand({
  path: ['foe', 'list'],
  summary: 'List the foes and groups you can use here',
  params: z.strictObject({
    shelf: scopeOption('Which library; default: all'),
    system: textParam('The rulebook', 40).optional(),
  }),
  complete,
  run: async (asker, input, services) => {
    const more = await rosterLines(asker, services);
    return libraryListReply(
      asker,
      kinds,
      input,
      { title: 'Foes and groups', none: 'No saved foes here', first: '/foe keep', more },
      services,
    );
  },
});

/** What is kept under a name, in lines for a card. */
const describeItem = (item: LibraryItem, services: Services) => {
  if (item.kind === 'group') {
    const group = parseSavedGroup(item, services.rulesets);
    return group.ok ? ok({ lines: [line(formatMembers(group.value.members))], note: group.value.note }) : group;
  }
  const foe = parseSavedFoe(item, services.rulesets);
  if (!foe.ok) return foe;
  const book = findFieldTitleSource(services.rulesets, item.system);
  return ok({ lines: [...sheetLines(book, foe.value.sheet)], note: foe.value.note });
};

/** A foe with its note, its sheet as a picture and in words. */
const foeCard = async (item: LibraryItem, title: string, services: Services): Promise<Result<Card, Refusal>> => {
  const foe = parseSavedFoe(item, services.rulesets);
  if (!foe.ok) return foe;
  const book = services.rulesets.find(({ id }) => id === item.system) ?? { title: systemTitle(item, services) };
  const { sheet, note: said } = foe.value;
  const pictured = { name: item.name, sheet, portrait: await findPortrait(item.id, services) };
  return ok(sheetCard(book, title, pictured, said ? [line(said)] : []));
};

const show = defineCommand({
  path: ['foe', 'show'],
  summary: 'Show a saved foe’s sheet, or a group',
  params: z.strictObject({ name, shelf }),
  complete,
  run: async (asker, input, services) => {
    const there = await findLibraryItem(asker, kinds, input.name, input, services);
    if (!there.ok) return there;
    const item = await loadItem(there.value, services);
    if (!item.ok) return item;
    const title = phrase`${item.value.name} (${systemTitle(item.value, services)}), in ${there.value.library.label}`;
    if (item.value.kind === 'foe') {
      const told = await foeCard(item.value, title, services);
      return told.ok ? ok(createPrivateView({ cards: [told.value] })) : told;
    }
    const parts = describeItem(item.value, services);
    if (!parts.ok) return parts;
    const { lines, note: said } = parts.value;
    const told = card(title, { lines: [...(said ? [line(said)] : []), ...lines] });
    return ok(createPrivateView({ cards: [await withPortrait(told, item.value.id, services)] }));
  },
});

const change = defineCommand({
  path: ['foe', 'change'],
  summary: 'Edit a saved foe or its note, with a form or field by field',
  params: z.strictObject({
    name,
    changes: textParam('What to change: hp=45, attack=12; default: open the form', 1000).optional(),
    ...{ note, shelf },
  }),
  complete: async (asker, option, typed, soFar, services) =>
    option === 'name' ? libraryOffers(asker, ['foe'], typed, soFar, services) : [],
  run: async (asker, input, services) => {
    const there = await findLibraryItem(asker, ['foe'], input.name, input, services);
    if (!there.ok) return there;
    if (input.changes === undefined && input.note === undefined) return openFoeForm(asker, there.value, services);
    const ruleset = findRuleset(services.rulesets, there.value.head.system ?? '');
    if (!ruleset.ok) return ruleset;
    const changed = await prepareChange(
      asker,
      there.value,
      (item) => {
        const foe = parseSavedFoe(item, services.rulesets);
        if (!foe.ok) return foe;
        const sheet = sheetWithChanges(ruleset.value, foe.value.sheet, input.changes);
        return sheet.ok ? ok({ thing: toSavedFoe(sheet.value, input.note ?? foe.value.note) }) : sheet;
      },
      services,
    );
    if (!changed.ok) return changed;
    const parts = describeItem(changed.value, services);
    if (!parts.ok) return parts;
    const title = phrase`${changed.value.name} is changed (${ruleset.value.title})`;
    return writeItem(
      asker,
      changed.value,
      createPrivateView({ cards: [card(title, { lines: parts.value.lines })] }),
      services,
    );
  },
});

const group = defineCommand({
  path: ['foe', 'group'],
  summary: 'Save several foes as a group, to add them all at once',
  params: z.strictObject({
    name: textParam('The name of the group', 80),
    members: textParam('Who is in it: Zombie 3, Ogre', 500),
    ...{ note, system, shelf: saveToOption(), over },
  }),
  complete: async (asker, option, ...rest) => (option === 'name' ? [] : complete(asker, option, ...rest)),
  run: async (asker, input, services) => {
    const ruleset = await findNamedRuleset(asker, input.system, services);
    if (!ruleset.ok) return ruleset;
    const on = await chooseLibraryForSaving(asker, input.shelf, services);
    if (!on.ok) return on;
    const members = await parseGroupMembers(on.value, ruleset.value, input.members, services);
    if (!members.ok) return members;
    const item = await prepareItem(
      asker,
      on.value,
      {
        ...{ kind: 'group', name: input.name, system: ruleset.value.id, edition: ruleset.value.editions.present },
        ...{
          thing: { members: members.value, ...(input.note && { note: input.note }) },
          id: randomUUID(),
          replaces: input.over,
        },
      },
      services,
    );
    if (!item.ok) return item;
    const title = phrase`${item.value.name} saved to ${on.value.label} (${ruleset.value.title})`;
    const told = createPrivateView({
      cards: [card(title, { lines: [line(formatMembers(members.value))], footer: 'Add all of them with /npc add' })],
      controls: item.value.version === 1 ? [[deleteButton(item.value)]] : [],
    });
    return writeItem(asker, item.value, told, services);
  },
});

const at = (what: string) => ['foe', what] as const;

export const foeCommands = [
  keep,
  importing,
  list,
  show,
  change,
  group,
  defineRenameCommand(at, kinds, 'Rename a saved foe or group'),
  defineCopyCommand(at, kinds, 'Copy a saved foe or group under another name or to another library', randomUUID),
  defineDeleteCommand(at, kinds, 'Delete a saved foe or group; battles are not affected'),
  defineRestoreCommand(at, kinds, 'Restore a deleted foe or group'),
];
