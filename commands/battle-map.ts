import { z } from 'zod';
import { issuerOf } from '../src/app/commands/asker.ts';
import { command } from '../src/app/commands/command.ts';
import { longestMap, readMap } from '../src/app/maps/read-map.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { privateView } from '../src/app/replies/reply.ts';
import { phrase } from '../src/core/language.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { isTree } from '../src/core/tree.ts';
import { card } from '../src/presentation/card.ts';
import { wallSquares } from '../src/rules/grid/map-plan.ts';
import { line } from '../src/rules/lines.ts';
import { flag, oneOf, text } from '../src/rules/params.ts';

/** A map another tool drew becomes the ground of the battle here: settings of its board, or the order that draws it. */
export const battleMap = command({
  path: ['battle', 'map'],
  answers: 'everyone',
  summary: 'GM: take the walls, doors and size of a map for this battle, before it begins',
  params: z.strictObject({
    file: z
      .string()
      .max(longestMap)
      .optional()
      .meta({ description: 'The map: Universal VTT, a Foundry scene, or Tiled', widget: 'file' }),
    json: text('Its text, pasted', 6000).optional(),
    walls: oneOf('Where there are no walls between squares: which square each one blocks', wallSquares).default('none'),
    look: flag('Only say what would become of it').optional(),
  }),
  run: async (asker, { file, json, walls, look }, { battles }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const { ruleset, saved } = battle.value;
    const map = readMap(file ?? json ?? '');
    if (!map.ok) return map;
    if (ruleset.takesMap === undefined) return refuse('no-board-of-squares', { system: ruleset.title });
    const ground = ruleset.takesMap(map.value.plan, walls);
    if (!ground.ok) return refuse('import-unfit', { format: map.value.format, problem: ground.error });
    const { by, took, leftOut } = ground.value;
    const left = [...leftOut, ...map.value.leftOut];
    const told = card(phrase`From ${map.value.format}`, {
      lines: [
        line(phrase`Taken: ${took.join('; ')}.`, 'quiet'),
        ...(left.length === 0 ? [] : [line(phrase`Left out: ${left.join('; ')}.`, 'quiet')]),
      ],
    });
    if (look) return ok(privateView({ cards: [told] }));
    const { settings: chosen } = saved.table;
    const report =
      'verb' in by
        ? await battles.order(issuerOf(asker), () => ok({ verb: by.verb, params: by.params }))
        : await battles.setting(
            issuerOf(asker),
            { ...(isTree(chosen) ? chosen : {}), ...by.settings },
            by.key,
            by.says,
          );
    const answer = orderAnswer(report, asker);
    return answer.ok && answer.value.kind === 'result'
      ? ok({ ...answer.value, aside: [...answer.value.aside, told] })
      : answer;
  },
});
