import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineCommand } from '../src/app/commands/command.ts';
import { chooseLibraryForSaving, libraryEntries } from '../src/app/library/libraries.ts';
import {
  defineCopyCommand,
  defineDeleteCommand,
  defineRenameCommand,
  defineRestoreCommand,
} from '../src/app/library/library-commands.ts';
import { formatScope, scopeOption } from '../src/app/library/library-options.ts';
import { prepareItem, writeItem } from '../src/app/library/save-item.ts';
import { button } from '../src/app/outbox/notifications.ts';
import { type Control, createPrivateView } from '../src/app/replies/reply.ts';
import { rollModes } from '../src/battle/saved/session.ts';
import { parseSavedRoll, type SavedRoll } from '../src/campaign/library-content.ts';
import { phrase } from '../src/core/language.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { findNotationError } from '../src/dice/notation.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { flagParam, oneOfParam, textParam } from '../src/rules/params.ts';

/** Rolls under a name stand among what is one’s own, as tables do. */
const at = (what: string) => ['my', `roll-${what}`] as const;

const kinds = ['roll'] as const;
/** So many stand in the list from which one is rolled. */
const maxOffered = 25;

const modeTexts = {
  ...{ public: '', private: ', shown to you and the GM' },
  ...{ blind: ', shown to the GM only', self: ', shown to you only' },
} as const;

const describeRoll = ({ notation, comment, rolls = 'public' }: SavedRoll): string =>
  `${notation}${comment === undefined ? '' : phrase` (${comment})`}${modeTexts[rolls]}`;

const save = defineCommand({
  path: at('save'),
  summary: 'Save a roll under a name, for /roll dice:NAME',
  params: z.strictObject({
    name: textParam('The name of the roll', 80),
    dice: textParam('The dice: d20+7; K20@10+5; d20+5 Attack; 2d6+3 Damage', 100),
    comment: textParam('The label shown with the roll; default: the roll’s name', 80).optional(),
    rolls: oneOfParam('Who sees it: everyone, you and the GM, GM only, only you', rollModes).optional(),
    shelf: scopeOption('Which library; default: yours'),
    over: flagParam('Overwrite what is already saved under that name').default(false),
  }),
  run: async (asker, { name: wanted, dice: notation, comment, rolls, shelf, over: replaces }, services) => {
    const problem = findNotationError(notation);
    if (problem !== undefined) return refuse('bad-dice-notation', { notation, problem });
    const on = await chooseLibraryForSaving(asker, shelf ?? 'person', services);
    if (!on.ok) return on;
    const thing: SavedRoll = { notation, ...(comment !== undefined && { comment }), ...(rolls && { rolls }) };
    const item = await prepareItem(
      asker,
      on.value,
      { kind: 'roll', name: wanted, system: undefined, thing, edition: 1, id: randomUUID(), replaces },
      services,
    );
    if (!item.ok) return item;
    const { name, version } = item.value;
    const deleteIt = button('Delete it', at('delete'), { name, shelf: formatScope(on.value.scope) });
    const told = createPrivateView({
      cards: [card(phrase`${name} saved to ${on.value.label}`, { lines: [line(describeRoll(thing))] })],
      controls: [[button('Roll it', ['roll'], { dice: name }), ...(version === 1 ? [deleteIt] : [])]],
    });
    return writeItem(asker, item.value, told, services);
  },
});

const list = defineCommand({
  path: ['my', 'rolls'],
  summary: 'List your saved rolls, and roll them',
  params: z.strictObject({}),
  run: async (asker, _input, services) => {
    const there = await libraryEntries(asker, kinds, {}, services);
    const items = await services.library.findMany(there.map(({ head }) => head.id));
    const rolls = items.flatMap((item) => {
      const roll = parseSavedRoll(item, services.rulesets);
      return roll.ok ? [{ name: item.name, says: describeRoll(roll.value), scope: item.shelf.scope }] : [];
    });
    const choose: Control = {
      ...{ kind: 'select', label: 'Roll one', option: 'dice', press: { path: ['roll'], input: {} } },
      options: rolls
        .slice(0, maxOffered)
        .map(({ name, says }) => ({ value: name, label: name, note: says.slice(0, 90) })),
    };
    const where = { person: '', campaign: ' (of the campaign)', server: ' (of the server)' } as const;
    return ok(
      createPrivateView({
        cards: [
          rolls.length === 0
            ? card('You have no saved rolls here', { lines: [line('Save one with /my roll-save.', 'quiet')] })
            : card('Rolls', {
                lines: rolls.map(({ name, says, scope }) => line(phrase`${name}: ${says}${where[scope]}`)),
              }),
        ],
        controls: rolls.length === 0 ? [] : [[choose]],
      }),
    );
  },
});

export const savedRollCommands = [
  save,
  list,
  defineRenameCommand(at, kinds, 'Rename a saved roll'),
  defineCopyCommand(at, kinds, 'Copy a saved roll under another name or to another library', randomUUID),
  defineDeleteCommand(at, kinds, 'Delete a saved roll'),
  defineRestoreCommand(at, kinds, 'Restore a deleted roll'),
];
