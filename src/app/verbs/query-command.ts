import { z } from 'zod';
import { battleView } from '../../battle/views/battle-view.ts';
import { listed } from '../../core/message.ts';
import { ok, refuse } from '../../core/result.ts';
import { altText } from '../../presentation/alt-text.ts';
import { boardScene } from '../../presentation/board-scene.ts';
import { card } from '../../presentation/card.ts';
import { listOptions } from '../../rules/command-options.ts';
import { flagParam } from '../../rules/params.ts';
import type { Answer } from '../../rules/verb.ts';
import type { BattleView } from '../../rules/view.ts';
import { equivalentCommands } from '../command-kit/command.ts';
import { expandNames } from '../input/expand-names.ts';
import { postOrPrivateView } from '../replies/reply.ts';
import {
  type CommandMaker,
  coerceInput,
  commonOptions,
  completeVerb,
  type OptionDescriptions,
  optionsAcrossSystems,
  systemsWithVerb,
} from './verb-command.ts';

const extras = z.strictObject({
  as: commonOptions.shape.as,
  public: flagParam('Show the answer to everyone').optional(),
});

const extraOptions = listOptions(extras);

/** The board with the drawings of an answer. */
const withDrawings = (view: BattleView, { strokes = [], zones = [], board = view.board }: Answer): BattleView =>
  board?.kind === 'grid' ? { ...view, board: { ...board, strokes, zones: [...board.zones, ...zones] } } : view;

/** The picture of an answer. Undefined if it draws nothing. */
export const drawAnswer = (shown: BattleView, answer: Answer) => {
  const { strokes = [], zones = [], board } = answer;
  if (strokes.length + zones.length === 0 && board === undefined) return undefined;
  const view = withDrawings(shown, answer);
  const scene = boardScene(view);
  return scene && { scene, alt: altText(view) };
};

/** Defines a slash command for a query. The answer is private unless `public` is set. */
export const defineQueryCommand =
  (name: string, summary: string, words?: OptionDescriptions): CommandMaker =>
  (rulesets) => {
    const systems = systemsWithVerb(rulesets, name, 'queries');
    const ids = systems.map(({ id }) => id);
    const forSystems = optionsAcrossSystems(systems, name, 'queries', { summary, beside: extraOptions, words });
    return {
      path: [name],
      summary,
      systems: ids,
      ...(ids.length === 1 && { isRare: true }),
      options: forSystems(ids)?.options ?? extraOptions,
      forSystems,
      run: async (asker, typed, { battles }) => {
        const battle = await battles.open(asker.channel);
        if (!battle.ok) return battle;
        const options = forSystems([battle.value.ruleset.id])?.options ?? [];
        const input = expandNames(battle.value, asker.user, options, typed) ?? typed;
        const { ruleset } = battle.value;
        const query = ruleset.queries[name];
        if (query === undefined) {
          const order = equivalentCommands(ruleset, name, input);
          const queries = listed(Object.keys(ruleset.queries).map((each) => `/${each}`));
          return refuse('not-in-system', { verb: `/${name}`, system: ruleset.title, order, queries });
        }
        const known = listOptions(query.params);
        const params = Object.fromEntries(
          Object.entries(input).filter(
            ([key]) => known.some((option) => option.name === key) || !Object.hasOwn(extras.shape, key),
          ),
        );
        const as = typeof input.as === 'string' && !('as' in params) ? input.as : undefined;
        const open = input.public === true;
        const answer = await battles.ask(
          asker.channel,
          open ? undefined : asker.user,
          asker.user,
          name,
          coerceInput(known, params),
          as,
        );
        if (!answer.ok) return answer;
        const { title, lines, files = [] } = answer.value;
        const picture = drawAnswer(battleView(battle.value, open ? undefined : asker.user), answer.value);
        return ok(
          postOrPrivateView({ cards: [card(title, { lines, picture })], files, to: open ? 'everyone' : 'asker' }),
        );
      },
      complete: completeVerb(name, extraOptions),
    };
  };
