import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { toIssuer } from '../src/app/commands/asker.ts';
import { matchingOffers, toOffers } from '../src/app/commands/autocomplete.ts';
import { defineCommand } from '../src/app/commands/command.ts';
import { chooseLibraryForSaving, findTable } from '../src/app/library/libraries.ts';
import {
  defineCopyCommand,
  defineDeleteCommand,
  defineRenameCommand,
  defineRestoreCommand,
  libraryListReply,
} from '../src/app/library/library-commands.ts';
import {
  createItemCompleter,
  formatScope,
  itemOptions,
  saveToOption,
  scopeOption,
} from '../src/app/library/library-options.ts';
import { prepareItem, writeItem } from '../src/app/library/save-item.ts';
import { isNamedLikeTable } from '../src/app/library/table-suggestion.ts';
import { formatRow, formatTable, parseTable, toRulesetRows } from '../src/app/library/tables.ts';
import { button } from '../src/app/outbox/notifications.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { createPrivateView } from '../src/app/replies/reply.ts';
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
  line(phrase`Dice: ${dice}.`, 'quiet'),
  ...rows.map((row) => line(formatRow(row))),
];

const save = defineCommand({
  path: at('save'),
  summary: 'Save a random table (wounds, loot, weather) for /roll table:',
  params: z.strictObject({
    name: textParam('The name of the table', 80),
    rows: textParam('The rows: 1-50 nothing; 51-100 a troll', 4000).optional(),
    file: z
      .string()
      .max(maxFileBytes)
      .optional()
      .meta({ description: 'A file with the rows, one per line', widget: 'file' }),
    dice: textParam('The dice to roll; default: one die as large as the highest number in the rows', 40).optional(),
    note: textParam('A note', 500).optional(),
    shelf: saveToOption(),
    over: flagParam('Overwrite what is already saved under that name').default(false),
  }),
  run: async (asker, input, services) => {
    const read = parseTable(input.file ?? input.rows ?? '', input.dice);
    if (!read.ok)
      return refuse('bad-input', { option: input.file === undefined ? 'rows' : 'file', problem: read.error });
    const on = await chooseLibraryForSaving(asker, input.shelf, services);
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
    const deleteIt = button('Delete it', at('delete'), { name, shelf: formatScope(on.value.scope) });
    const told = createPrivateView({
      cards: [card(phrase`${name} saved to ${on.value.label}`, { lines: linesOf(table) })],
      controls: [version === 1 ? [press, deleteIt] : [press]],
    });
    return writeItem(asker, item.value, told, services);
  },
});

const list = defineCommand({
  path: ['my', 'tables'],
  summary: 'List the tables you can roll on here',
  params: z.strictObject({ shelf: scopeOption('Which library; default: all') }),
  run: async (asker, input, services) =>
    libraryListReply(
      asker,
      kinds,
      input,
      { title: 'Tables', none: 'No saved tables here', first: '/my table-save' },
      services,
    ),
});

const show = defineCommand({
  path: at('show'),
  summary: 'Show a saved table',
  params: z.strictObject(itemOptions),
  complete,
  run: async (asker, input, services) => {
    const there = await findTable(asker, input.name, input, services);
    if (!there.ok) return there;
    const { name, table, shelf } = there.value;
    return ok(createPrivateView({ cards: [card(phrase`${name}, in ${shelf.label}`, { lines: linesOf(table) })] }));
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
      ? names.find((each) => isNamedLikeTable(name, each))
      : names.find((each) => isSameName(each, wanted));
  return found === undefined
    ? refuse('bad-input', {
        option: 'as',
        problem: phrase`choose a table of the rulebook: ${listed(names, 'or')}`,
      })
    : ok(found);
};

const use = defineCommand({
  path: at('use'),
  usualReader: 'everyone',
  summary: 'GM: use a saved table in place of a table that the rulebook mentions but does not include',
  params: z.strictObject({
    ...itemOptions,
    as: textParam('Which table of the rulebook; default: the one with the same name', 40).optional(),
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
  summary: 'Export a table as a file for /my table-save',
  params: z.strictObject(itemOptions),
  complete,
  run: async (asker, input, services) => {
    const there = await findTable(asker, input.name, input, services);
    if (!there.ok) return there;
    const { name, table } = there.value;
    return ok(createPrivateView({ cards: [card(name)], files: [{ name: 'table.txt', content: formatTable(table) }] }));
  },
});

export const tableCommands = [
  save,
  use,
  list,
  show,
  exporting,
  defineRenameCommand(at, kinds, 'Rename a saved table'),
  defineCopyCommand(at, kinds, 'Copy a saved table under another name or to another library', randomUUID),
  defineDeleteCommand(at, kinds, 'Delete a saved table'),
  defineRestoreCommand(at, kinds, 'Restore a deleted table'),
];
