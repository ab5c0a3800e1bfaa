import { z } from 'zod';
import { toIssuer } from '../src/app/command-kit/asker.ts';
import { defineCommand, matchingOffers, toOffers } from '../src/app/command-kit/command.ts';
import { createItemCompleter, findContent, itemOptions } from '../src/app/library/libraries.ts';
import { isNamedLikeTable, toRulesetRows } from '../src/app/library/tables.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { forLibrary } from '../src/app/services.ts';
import { isGm } from '../src/battle/views/viewer.ts';
import { isSameName, listed, ok, phrase, type Refusal, type Result, refuse } from '../src/core/message.ts';
import { textParam } from '../src/rules/verb.ts';

const complete = createItemCompleter(['table']);

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

/** Uses a saved table in place of one that the rulebook leaves out. */
export const tableUse = defineCommand([...forLibrary], {
  path: ['my', 'table-use'],
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
    const there = await findContent(asker, 'table', input.name, input, services);
    if (!there.ok) return there;
    const { verb, names } = ruleset.gmTables;
    const meant = chooseRulesetTable(names, input.as, there.value.head.name);
    if (!meant.ok) return meant;
    const rows = toRulesetRows(there.value.content);
    if (!rows.ok) return refuse('bad-input', { option: 'name', problem: rows.error });
    const params = { name: meant.value, rows: rows.value };
    return orderAnswer(await services.battles.order(toIssuer(asker), () => ok({ verb, params })), asker);
  },
});
