import { z } from 'zod';
import { toIssuer } from '../src/app/command-kit/asker.ts';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { maxChoices, type UndoChoice } from '../src/app/records/undo-choices.ts';
import { orderAnswer, outcomeReply } from '../src/app/replies/order-outcome.ts';
import type { Control, ControlAction, PrivateView, Reply } from '../src/app/replies/reply.ts';
import { type OpenBattle, toVersionToken } from '../src/battle/saved/store.ts';
import { isGm } from '../src/battle/views/permissions.ts';
import type { OrderReport } from '../src/battle/views/report.ts';
import { phrase } from '../src/core/message.ts';
import { ok, type Refusal, type Result } from '../src/core/result.ts';
import type { Card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { flagParam, textParam, wholeNumberParam } from '../src/rules/params.ts';
import { privateCard } from './answers.ts';

const maxUndoneLines = 6;

/** The result with what was taken back, newest first, as everybody may know it. */
const withUndone = (cards: readonly Card[], { undone }: OrderReport): readonly Card[] => {
  const [first, ...rest] = cards;
  const lines = undone.toReversed().map(({ number, text }) => line(phrase`${number}. ${text}`, 'quiet'));
  const more =
    lines.length > maxUndoneLines ? [line(phrase`… and ${lines.length - maxUndoneLines} more`, 'quiet')] : [];
  return first === undefined
    ? cards
    : [{ ...first, lines: [...lines.slice(0, maxUndoneLines), ...more, ...first.lines] }, ...rest];
};

/** What the last orders came to that came of one another, and both ways to take them back. */
const runView = (
  battle: OpenBattle,
  { value, label, run }: UndoChoice & Pick<Required<UndoChoice>, 'run'>,
): PrivateView => {
  const button = (
    label: string,
    input: ControlAction['input'],
    style: 'primary' | 'secondary' = 'secondary',
  ): Control => ({
    ...{ kind: 'button', label, style },
    press: { path: ['undo'], input, battle: battle.saved.id, moment: toVersionToken(battle.saved) },
  });
  const buttons = [
    button(phrase`Undo all ${run.orders} orders`, { to: Number(value) }, 'primary'),
    button('Undo only the last order', { to: run.last }),
    button('Undo more …', { list: true }),
  ];
  return privateCard('Undo the last series of orders', { lines: [line(label)] }, { controls: [buttons] });
};

export const undo = defineCommand(['battles', 'records'], {
  path: ['undo'],
  usualReader: 'everyone',
  summary: 'Undo your last order, if it revealed nothing; the GM can undo to any entry',
  params: z.strictObject({
    to: wholeNumberParam('GM: undo this log entry and all after it', 1, 1_000_000).optional(),
    list: flagParam('List what can be undone').optional(),
    agree: flagParam('Agree to another side’s undo request').optional(),
    reason: textParam('Why').optional(),
  }),
  run: async (asker, { to, list, agree, reason }, { battles, records }) => {
    if (agree === true) return orderAnswer(await battles.agree(toIssuer(asker)), asker);
    const takeBack = async (entry: number | undefined): Promise<Result<Reply, Refusal>> => {
      const report = await battles.undo(toIssuer(asker), entry, reason);
      if (!report.ok) return report;
      const said = outcomeReply(report.value, asker.user);
      return ok({ ...said, cards: withUndone(said.cards, report.value) });
    };
    if (list !== true && to !== undefined) return takeBack(to);
    const there = await battles.open(asker.channel);
    if (!there.ok) return there;
    // A player takes back no more than an own last order.
    if (list !== true && !isGm(there.value.saved.table, asker.user)) return takeBack(undefined);
    const most = list === true ? maxChoices : 1;
    const takeable = await records('takeable', there.value, { user: asker.user, most });
    if (!takeable.ok) return takeable;
    const options = takeable.value.map(({ value, label, note }) => ({ value, label, note }));
    if (list !== true) {
      const [newest] = takeable.value;
      if (newest?.run === undefined) return takeBack(undefined);
      // Who says why knows what they take back: all that was done by itself just now.
      return reason === undefined
        ? ok(runView(there.value, { ...newest, run: newest.run }))
        : takeBack(Number(newest.value));
    }
    if (options.length === 0) return ok(privateCard('Nothing to undo'));
    const select: Control = {
      ...{ kind: 'select', label: 'Undo everything from this entry on …', options, option: 'to' },
      press: { path: ['undo'], input: {} },
    };
    return ok(privateCard('Can be undone, newest first', {}, { controls: [[select]] }));
  },
});

export const redo = defineCommand(['battles'], {
  path: ['redo'],
  usualReader: 'everyone',
  summary: 'GM: redo the last undo, if nothing has happened since',
  params: z.strictObject({}),
  run: async (asker, _input, { battles }) => orderAnswer(await battles.redo(toIssuer(asker)), asker),
});
