import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { toIssuer } from '../src/app/commands/asker.ts';
import { matchingOffers, toOffers } from '../src/app/commands/autocomplete.ts';
import { defineCommand } from '../src/app/commands/command.ts';
import { findTable, libraryToSaveTo } from '../src/app/library/libraries.ts';
import {
  defineCopyCommand,
  defineDeleteCommand,
  defineRenameCommand,
  defineRestoreCommand,
  libraryListReply,
} from '../src/app/library/library-commands.ts';
import {
  createItemCompleter,
  itemOptions,
  saveToOption,
  scopeOption,
  scopeWord,
} from '../src/app/library/library-options.ts';
import { prepareItem, writeItem } from '../src/app/library/save-item.ts';
import { isForTable } from '../src/app/library/table-suggestion.ts';
import { formatRow, formatTable, parseTable, toRulesetRows } from '../src/app/library/tables.ts';
import { button } from '../src/app/outbox/notifications.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { privateView } from '../src/app/replies/reply.ts';
import { isGm } from '../src/battle/views/permissions.ts';
import type { SavedTable } from '../src/campaign/library-content.ts';
import { phrase } from '../src/core/language.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { isSameName, listed } from '../src/core/text.ts';
import { card } from '../src/presentation/card.ts';
import { type Line, line } from '../src/rules/lines.ts';
import { flagParam, textParam } from '../src/rules/params.ts';

/** Tables stand among what is one’s own: a name of their own would be one too many. */
const at = (what: string) => ['my', `table-${what}`] as const;

const kinds = ['table'] as const;
const maxFileBytes = 32_768;

const complete = createItemCompleter(kinds);

const linesOf = ({ dice, rows, note }: SavedTable): readonly Line[] => [
  ...(note === undefined ? [] : [line(note)]),
  line(phrase`Rolled by ${dice}.`, 'quiet'),
  ...rows.map((row) => line(formatRow(row))),
];

const save = defineCommand({
  path: at('save'),
  summary: 'Keep a table of rows: wounds, loot, encounters, weather; /roll table: rolls on it',
  params: z.strictObject({
    name: textParam('What the table is called', 80),
    rows: textParam('Its rows: 1-50 nothing; 51-100 a troll', 4000).optional(),
    file: z
      .string()
      .max(maxFileBytes)
      .optional()
      .meta({ description: 'Its rows as a file, one a line', widget: 'file' }),
    dice: textParam('What is rolled; by default one die as large as its highest number', 40).optional(),
    note: textParam('A note of yours', 500).optional(),
    shelf: saveToOption(),
    over: flagParam('Replace what already has that name').default(false),
  }),
  run: async (asker, input, services) => {
    const read = parseTable(input.file ?? input.rows ?? '', input.dice);
    if (!read.ok)
      return refuse('bad-input', { option: input.file === undefined ? 'rows' : 'file', problem: read.error });
    const on = await libraryToSaveTo(asker, input.shelf, services);
    if (!on.ok) return on;
    const table: SavedTable = { ...read.value, ...(input.note && { note: input.note }) };
    const item = await prepareItem(
      asker,
      on.value,
      {
        ...{ kind: 'table', name: input.name, system: undefined, edition: 1, thing: table },
        ...{ id: randomUUID(), replaces: input.over },
      },
      services,
    );
    if (!item.ok) return item;
    const { name, version } = item.value;
    const press = button('Roll on it', ['roll'], { table: name });
    const deleteIt = button('Delete it again', at('delete'), { name, shelf: scopeWord(on.value.scope) });
    const told = privateView({
      cards: [card(phrase`${name} is kept on ${on.value.label}`, { lines: linesOf(table) })],
      controls: [version === 1 ? [press, deleteIt] : [press]],
    });
    return writeItem(asker, item.value, told, services);
  },
});

const list = defineCommand({
  path: ['my', 'tables'],
  summary: 'The tables you can roll on here',
  params: z.strictObject({ shelf: scopeOption('Whose shelf; by default all') }),
  run: async (asker, input, services) =>
    libraryListReply(
      asker,
      kinds,
      input,
      { title: 'Tables', none: 'No tables are kept here', first: '/my table-save' },
      services,
    ),
});

const show = defineCommand({
  path: at('show'),
  summary: 'Show a table that is kept',
  params: z.strictObject(itemOptions),
  complete,
  run: async (asker, input, services) => {
    const there = await findTable(asker, input.name, input, services);
    if (!there.ok) return there;
    const { name, table, shelf } = there.value;
    return ok(privateView({ cards: [card(phrase`${name}, on ${shelf.label}`, { lines: linesOf(table) })] }));
  },
});

/** Which of the rulebook's own tables a table is for: the one that is named, else the one that is called like it. */
const chooseRulesetTable = (
  names: readonly string[],
  wanted: string | undefined,
  name: string,
): Result<string, Refusal> => {
  const found =
    wanted === undefined
      ? names.find((each) => isForTable(name, each))
      : names.find((each) => isSameName(each, wanted));
  return found === undefined
    ? refuse('bad-input', {
        option: 'as',
        problem: phrase`say which table of the rulebook it is: ${listed(names, 'or')}`,
      })
    : ok(found);
};

const use = defineCommand({
  path: at('use'),
  usualReader: 'everyone',
  summary: 'GM: let the battle here roll on a table you keep wherever its rulebook names one that it does not hold',
  params: z.strictObject({
    ...itemOptions,
    as: textParam('Which table of the rulebook; by default the one that is called like it', 40).optional(),
  }),
  complete: async (asker, option, typed, soFar, services) => {
    if (option !== 'as') return complete(asker, option, typed, soFar, services);
    const battle = await services.battles.open(asker.channel);
    return matchingOffers(toOffers(battle.ok ? (battle.value.ruleset.gmTables?.names ?? []) : []), typed);
  },
  run: async (asker, input, services) => {
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return battle;
    const { ruleset, saved } = battle.value;
    if (!isGm(saved.table, asker.user)) return refuse('gm-only');
    if (ruleset.gmTables === undefined) return refuse('no-tables-of-book', { system: ruleset.title });
    const there = await findTable(asker, input.name, input, services);
    if (!there.ok) return there;
    const { verb, names } = ruleset.gmTables;
    const meant = chooseRulesetTable(names, input.as, there.value.name);
    if (!meant.ok) return meant;
    const rows = toRulesetRows(there.value.table);
    if (!rows.ok) return refuse('bad-input', { option: 'name', problem: rows.error });
    const params = { name: meant.value, rows: rows.value };
    return orderAnswer(await services.battles.order(toIssuer(asker), () => ok({ verb, params })), asker);
  },
});

const exporting = defineCommand({
  path: at('export'),
  summary: 'Get a table as a file, to share or to give to /my table-save',
  params: z.strictObject(itemOptions),
  complete,
  run: async (asker, input, services) => {
    const there = await findTable(asker, input.name, input, services);
    if (!there.ok) return there;
    const { name, table } = there.value;
    return ok(privateView({ cards: [card(name)], files: [{ name: 'table.txt', content: formatTable(table) }] }));
  },
});

export const tableCommands = [
  save,
  use,
  list,
  show,
  exporting,
  defineRenameCommand(at, kinds, 'Rename a table that is kept'),
  defineCopyCommand(at, kinds, 'Copy a table, under another name or to another shelf', randomUUID),
  defineDeleteCommand(at, kinds, 'Delete a table that is kept'),
  defineRestoreCommand(at, kinds, 'Bring back a table that was deleted'),
];
