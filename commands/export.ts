import { z } from 'zod';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { answerWithRawLog } from '../src/app/records/ending-records.ts';
import { exportFormats } from '../src/app/records/record-builder.ts';
import { postOrPrivateView } from '../src/app/replies/reply.ts';
import { ok, phrase } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { flagParam, oneOfParam } from '../src/rules/verb.ts';

const says = {
  markdown: 'For forum posts: every round, result and calculation.',
  html: 'One page that works offline: save it and open it in a browser. It steps through the battle and checks the dice.',
  json: 'For other programs. When the battle is over, you can verify the file: npm run --silent verify -- FILE',
  dice: 'All dice and the data to verify them. To verify, run: npm run --silent verify -- FILE',
} as const;

export const exportCommand = defineCommand(['battles', 'records'], {
  path: ['battle', 'export'],
  summary: 'Export what you may see of the battle: replay page, Markdown, JSON, or dice',
  params: z.strictObject({
    format: oneOfParam('The file format', exportFormats).default('html'),
    public: flagParam('Post the answer for everyone, with public information only').optional(),
  }),
  run: async (asker, { format, public: open }, services) => {
    const reader = open ? undefined : asker.user;
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return answerWithRawLog(asker, battle.error, 1, services);
    const file = await services.records('export', battle.value, { user: reader, format });
    if (!file.ok) return file;
    const lines = [line(says[format], 'quiet')];
    return ok(
      postOrPrivateView({
        cards: [card(phrase`${battle.value.saved.table.name} (${format})`, { lines })],
        files: [file.value],
        to: open ? 'everyone' : 'asker',
      }),
    );
  },
});
