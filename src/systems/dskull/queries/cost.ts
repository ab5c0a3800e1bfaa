import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { squareName, squares } from '../../../rules/grid/square.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant } from '../../../rules/params.ts';
import { findWarrior } from '../checks.ts';
import { eyesOf } from '../eyes.ts';
import { checkedPath, costOf, wayOf } from '../movement.ts';
import { everyFigure, paths } from '../offers.ts';
import { actingIn, isFigure } from '../seats.ts';
import { query } from '../state.ts';
import { withoutUnseen } from './unseen.ts';

/** DS-CMD-16, DS-MOVE-10. What every step of a path would cost; nothing is paid. */
export const cost = query({
  summary: 'Work out what each step of a path would cost',
  params: z.strictObject({
    path: squares('Every space of the way, like D4 D5 E5'),
    warrior: combatant('Who would walk; left out, the one who acts').optional(),
  }),
  offers: { path: paths, warrior: everyFigure },
  answer: (state, _call, { path, warrior: name }, reader) => {
    const eyes = eyesOf(state, reader);
    const known = withoutUnseen(state, eyes);
    const warrior = name === undefined ? actingIn(known)?.warrior : findWarrior(known, name);
    if (warrior === undefined)
      return refuse('E_WARRIOR_UNKNOWN', { warrior: name === undefined ? 'an acting warrior' : ref(name) });
    if (!isFigure(warrior)) return refuse('E_OFF_BOARD', { warrior: ref(warrior.id) });
    const way = wayOf(known, warrior);
    if (way === undefined) return refuse('no-board');
    const acts = known.activation?.warrior === warrior.id ? known.activation : undefined;
    const checked = checkedPath(way, path, acts?.fearsome ?? {});
    if (!checked.ok) return checked;
    const { costs, total } = checked.value;
    const left = acts === undefined ? '' : `; ${acts.mp} MP are there`;
    return ok({
      title: `The way of ${warrior.id} to ${squareName(path.at(-1) ?? warrior.at)}`,
      lines: [
        line(`${total} MP in all${left}.`, acts !== undefined && total > acts.mp ? 'bad' : 'good', [
          ...costs.map((parts, index) => [
            step('DS-MOVE-10', squareName(path[index] ?? warrior.at)),
            ...Object.entries(parts).map(([part, value]) => step('DS-MOVE-10', `${value} ${part}`)),
            step('DS-MOVE-10', `= ${costOf(parts)}`),
          ]),
        ]),
      ],
      strokes: [
        { kind: 'move' as const, points: [warrior.at, ...path].map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 })) },
      ],
    });
  },
});
