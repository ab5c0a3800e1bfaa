import { queryCommand } from '../src/app/query-command.ts';
import type { CommandMaker } from '../src/app/verb-command.ts';
import { ok } from '../src/core/result.ts';

const asked = queryCommand('ground', 'Show the board, or look at a drawing before it is taken');

/** The board's JSON comes as a file too: it is longer than a message. */
export const ground: CommandMaker = (rulesets) => {
  const command = asked(rulesets);
  return {
    ...command,
    run: async (asker, input, services) => {
      const answer = await command.run(asker, input, services);
      if (!answer.ok || input.form !== 'json') return answer;
      const [shown] = answer.value.cards;
      const content = shown?.lines.at(-1)?.text ?? '';
      const cards = shown === undefined ? [] : [{ ...shown, lines: shown.lines.slice(0, -1) }];
      return ok({ ...answer.value, cards, files: [{ name: 'board.json', content: `${content}\n` }] });
    },
  };
};
