import { z } from 'zod';
import { command } from '../src/app/command.ts';
import { giverOf } from '../src/app/giver.ts';
import { outcomeReply } from '../src/app/outcome.ts';
import { reply } from '../src/app/reply.ts';
import type { OpenBattle } from '../src/battle/battle.ts';
import type { Told } from '../src/battle/chronicle.ts';
import type { LogEntry } from '../src/battle/entry.ts';
import { seemsRolled } from '../src/battle/hidden-rolls.ts';
import { isGm } from '../src/battle/rights.ts';
import { undoable, whoMay } from '../src/battle/undo.ts';
import { ok } from '../src/core/result.ts';
import { type Card, card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { flag, text, whole } from '../src/rules/params.ts';

const mostTold = 6;

/** What could be taken back as far as this person was told of it, newest first: what it was, what goes with it, and who may. */
const takeable = (battle: OpenBattle, told: readonly Told[], user: string) => {
  const known = told.filter(({ lines }) => lines.length > 0);
  const candidates = undoable(told.map(({ entry }) => entry)).flatMap(
    ({ n }) => known.find(({ entry }) => entry.n === n) ?? [],
  );
  const log = told.map(({ entry }) => entry);
  return candidates.slice(0, 25).map(({ entry, number, lines: [first], readable }, at) => {
    // Among the dice may be some of those whom this person must not know of: how many there were is the GM’s to know.
    const gm = isGm(battle.saved.table, user);
    const rolled = gm ? entry.dice.length > 0 : readable && seemsRolled(battle, entry);
    const fell = rolled ? `, ${gm ? `${entry.dice.length} dice` : 'dice fell'}` : '';
    const many = at === 0 ? 'this alone' : `${at + 1} entries`;
    return {
      value: String(number),
      label: `${number}. ${first?.text ?? ''}`.slice(0, 100),
      note: `${many}${fell}; ${whoMay(battle, log, user, entry.n)}`,
    };
  });
};

/** The result with what was taken back, newest first, as everybody may know it. */
const withTaken = (cards: readonly Card[], told: readonly Told[], { request }: LogEntry): readonly Card[] => {
  const [first, ...rest] = cards;
  const takes = request.kind === 'undo' ? request.takes : [];
  const lines = told
    .filter(({ entry }) => takes.includes(entry.n))
    .toReversed()
    .flatMap(({ number, lines: [headline] }) => (headline ? [line(`${number}. ${headline.text}`, 'quiet')] : []));
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
  run: async (asker, { to, list, agree, reason }, { battles }) => {
    if (agree === true) {
      const agreed = await battles.agree(giverOf(asker));
      return agreed.ok ? ok(outcomeReply(agreed.value, asker.user)) : agreed;
    }
    if (list !== true) {
      const before = await battles.chronicle(asker.channel, undefined);
      const report = await battles.undo(giverOf(asker), to, reason);
      if (!report.ok) return report;
      const said = outcomeReply(report.value, asker.user);
      return ok({ ...said, cards: withTaken(said.cards, before.ok ? before.value : [], report.value.entry) });
    }
    const told = await battles.chronicle(asker.channel, asker.user);
    if (!told.ok) return told;
    const there = await battles.open(asker.channel);
    if (!there.ok) return there;
    const options = takeable(there.value, told.value, asker.user);
    const select = {
      kind: 'select',
      label: 'Back to before …',
      options,
      option: 'to',
      press: { path: ['undo'], input: {} },
    } as const;
    const title = options.length === 0 ? 'There is nothing to take back' : 'What could be taken back, newest first';
    return ok(reply({ cards: [card(title)], to: 'asker', controls: options.length === 0 ? [] : [[select]] }));
  },
});

export const redo = command({
  path: ['redo'],
  answers: 'everyone',
  summary: 'GM: give back what the last undo took, while nothing happened since',
  params: z.strictObject({}),
  run: async (asker, _input, { battles }) => {
    const report = await battles.redo(giverOf(asker));
    return report.ok ? ok(outcomeReply(report.value, asker.user)) : report;
  },
});
