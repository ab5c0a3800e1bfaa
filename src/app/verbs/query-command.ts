import { z } from 'zod';
import { battleView } from '../../battle/views/viewer.ts';
import { listed, ok, refuse } from '../../core/message.ts';
import { altText } from '../../presentation/alt-text.ts';
import { boardScene } from '../../presentation/board-scene.ts';
import { card } from '../../presentation/card.ts';
import { listOptions } from '../../rules/command-options.ts';
import { type Answer, flagParam } from '../../rules/verb.ts';
import type { BattleView } from '../../rules/view.ts';
import { expandNames } from '../input/battle-names.ts';
import { postOrPrivateView } from '../replies/reply.ts';
import { equivalentCommands, formatCommand } from '../replies/verb-names.ts';
import {
  type CommandMaker,
  coerceInput,
  commonOptions,
  describeVerbCommand,
  ownInput,
  type VerbCommandNames,
} from './verb-command.ts';

const extras = z.strictObject({
  as: commonOptions.shape.as,
  public: flagParam('Show the answer to everyone').optional(),
});

const extraOptions = listOptions(extras);

/** The picture of the board with a query's answer drawn on it. Undefined if the answer draws nothing. */
export const drawAnswer = (shown: BattleView, { strokes = [], zones = [], board }: Answer) => {
  if (strokes.length + zones.length === 0 && board === undefined) return undefined;
  const base = board ?? shown.board;
  const view =
    base?.kind === 'grid' ? { ...shown, board: { ...base, strokes, zones: [...base.zones, ...zones] } } : shown;
  const scene = boardScene(view);
  return scene && { scene, alt: altText(view), of: view };
};

/** Creates a function that makes a query's slash command. The answer is private unless the user sets `public`. */
export const defineQueryCommand =
  (name: string, summary: string, names: VerbCommandNames = {}): CommandMaker =>
  (rulesets) => {
    const command = describeVerbCommand(rulesets, 'queries', name, summary, names, extraOptions);
    const { path, forSystems } = command;
    return {
      ...command,
      run: async (asker, typed, { battles }) => {
        const battle = await battles.open(asker.channel);
        if (!battle.ok) return battle;
        const options = forSystems([battle.value.ruleset.id])?.options ?? [];
        const input = expandNames(battle.value, asker.user, options, typed) ?? typed;
        const { ruleset } = battle.value;
        const query = ruleset.queries[name];
        if (query === undefined) {
          const order = equivalentCommands(ruleset, name, input);
          const queries = listed(Object.keys(ruleset.queries).map((each) => formatCommand(ruleset, each)));
          return refuse('not-in-system', { verb: `/${path.join(' ')}`, system: ruleset.title, order, queries });
        }
        const known = listOptions(query.params);
        const params = ownInput(input, known, extras);
        const as = typeof input.as === 'string' && !('as' in params) ? input.as : undefined;
        const open = input.public === true;
        const { channel, user } = asker;
        const reader = open ? undefined : user;
        const answer = await battles.ask(channel, reader, user, name, coerceInput(known, params), as);
        if (!answer.ok) return answer;
        const { title, lines, files = [] } = answer.value;
        const picture = drawAnswer(battleView(battle.value, reader), answer.value);
        return ok(
          postOrPrivateView({ cards: [card(title, { lines, picture })], files, to: open ? 'everyone' : 'asker' }),
        );
      },
    };
  };
