import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { signed } from '../../../core/text.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant } from '../../../rules/params.ts';
import { hasInSight } from '../aiming.ts';
import { bearing, lineIsClear, meleeDistance, rangedDistance, zoneOf } from '../board.ts';
import { everybody, onBoard } from '../offers.ts';
import { positions } from '../positioning.ts';
import { speedEdge } from '../speed.ts';
import { called, isPlaced, query } from '../state.ts';

/** Section 3: distance, bearing, zone and what they bring, from one to another. */
export const sight = query({
  summary: 'Distance, bearing, zone and modifiers from one combatant to another',
  params: z.strictObject({
    target: combatant('To whom'),
    attacker: combatant('From whom; left out: from you').optional(),
  }),
  offers: { target: onBoard, attacker: everybody },
  answer: (state, call, { target: name, attacker: by }, reader) => {
    const [from, to] = [called(state, by ?? call.actor), called(state, name)];
    if (from === undefined || !isPlaced(from) || !reader.sees(from.name))
      return refuse('NO_SUCH_TARGET', { target: ref(by ?? call.actor) });
    if (to === undefined || !isPlaced(to) || !reader.sees(to.name))
      return refuse('NO_SUCH_TARGET', { target: ref(name) });
    if (from.name === to.name) return refuse('TARGET_SELF', { actor: ref(from.name) });
    const zone = zoneOf(to, from.at, state.settings);
    const way = bearing(from.at, to.at) ?? from.facing;
    const clear = lineIsClear(state, from.at, to.at);
    const edge = speedEdge(from.sheet.speed, to.sheet.speed, state.settings['speed.ratio']);
    const told = reader.tells(from.name, 'speed') && reader.tells(to.name, 'speed');
    const faces = way === from.facing ? 'and faces it' : `but faces ${from.facing}`;
    return ok({
      title: `From ${from.name} to ${to.name}`,
      lines: [
        line(`${from.name} has ${to.name} to the ${way}, ${faces}; it stands in ${to.name}’s ${zone}.`, 'plain', [
          [
            step('SK-ATK-2', `melee distance ${meleeDistance(from.at, to.at)}`),
            step('SK-ATK-6', `ranged distance ${rangedDistance(from.at, to.at)}`),
          ],
          [
            step('SK-POS-1', `${zone} ${signed(positions[zone].hit)}`),
            ...(told ? [step('SK-SPEED-2', `${edge.label} ${signed(edge.modifier)}`)] : []),
          ],
        ]),
        line(
          clear
            ? `${from.name} ${hasInSight(state, from, to) ? 'can' : 'cannot'} aim at ${to.name}.`
            : 'A blocked square stands between.',
        ),
      ],
      strokes: [
        {
          kind: clear ? 'sight' : 'blocked-sight',
          points: [from.at, to.at].map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 })),
        },
      ],
    });
  },
});
