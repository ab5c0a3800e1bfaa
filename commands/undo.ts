import { z } from 'zod';
import { issuerOf } from '../src/app/commands/asker.ts';
import { command } from '../src/app/commands/command.ts';
import { orderAnswer, outcomeReply } from '../src/app/replies/order-outcome.ts';
import { privateView } from '../src/app/replies/reply.ts';
import type { Report } from '../src/battle/views/report.ts';
import { ok } from '../src/core/result.ts';
import { type Card, card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { flag, text, whole } from '../src/rules/params.ts';

const mostTold = 6;

/** The result with what was taken back, newest first, as everybody may know it. */
const withTaken = (cards: readonly Card[], { taken }: Report): readonly Card[] => {
  const [first, ...rest] = cards;
  const lines = taken.toReversed().map(({ number, text }) => line(`${number}. ${text}`, 'quiet'));
  const more = lines.length > mostTold ? [line(`… and ${lines.length - mostTold} more`, 'quiet')] : [];
  return first === undefined
    ? cards
    : [{ ...first, lines: [...lines.slice(0, mostTold), ...more, ...first.lines] }, ...rest];
};

export const undo = command({
  path: ['undo'],
  answers: 'everyone',
  summary: 'Take back your last harmless order; the GM may go back to any entry',
  params: z.strictObject({
    to: whole('GM: take back this entry of the log and all after it', 1, 1_000_000).optional(),
    list: flag('Show what could be taken back').optional(),
    agree: flag('Agree that somebody of another side takes back what was asked').optional(),
    reason: text('Why').optional(),
  }),
  run: async (asker, { to, list, agree, reason }, { battles, records }) => {
    if (agree === true) {
      const agreed = await battles.agree(issuerOf(asker));
      return orderAnswer(agreed, asker);
    }
    if (list !== true) {
      const report = await battles.undo(issuerOf(asker), to, reason);
      if (!report.ok) return report;
      const said = outcomeReply(report.value, asker.user);
      return ok({ ...said, cards: withTaken(said.cards, report.value) });
    }
    const there = await battles.open(asker.channel);
    if (!there.ok) return there;
    const takeable = await records('takeable', there.value, { user: asker.user });
    if (!takeable.ok) return takeable;
    const options = takeable.value;
    const select = {
      kind: 'select',
      label: 'Back to before …',
      options,
      option: 'to',
      press: { path: ['undo'], input: {} },
    } as const;
    const title = options.length === 0 ? 'There is nothing to take back' : 'What could be taken back, newest first';
    return ok(privateView({ cards: [card(title)], controls: options.length === 0 ? [] : [[select]] }));
  },
});

export const redo = command({
  path: ['redo'],
  answers: 'everyone',
  summary: 'GM: give back what the last undo took, while nothing happened since',
  params: z.strictObject({}),
  run: async (asker, _input, { battles }) => {
    const report = await battles.redo(issuerOf(asker));
    return orderAnswer(report, asker);
  },
});
