import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { listed } from '../../../core/text.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant } from '../../../rules/params.ts';
import { meleeDistance, rangedDistance } from '../board.ts';
import { everybody, isAttackable } from '../checks.ts';
import { called, isPlaced, query } from '../state.ts';
import { amount } from '../telling.ts';
import { pointsLeft, reachable } from '../ways.ts';

/** SK-MOVE-2, SK-ATK-2, SK-ATK-6: the squares somebody can move to, and the enemies in range from where it stands. */
export const reach = query({
  summary: 'The squares a combatant can move to, and the enemies in its range',
  params: z.strictObject({ target: combatant('Whose reach; left out: yours').optional() }),
  offers: { target: everybody },
  answer: (state, call, { target: name }, reader) => {
    const who = called(state, name ?? call.actor);
    if (who === undefined || !isPlaced(who) || !reader.sees(who.name) || !reader.tells(who.name, 'sheet'))
      return refuse('NO_SUCH_TARGET', { target: ref(name ?? call.actor) });
    const squares = reachable(state, who);
    const enemies = state.combatants
      .filter(isPlaced)
      .filter((each) => each.team !== who.team && isAttackable(each) && reader.sees(each.name));
    const melee = enemies.filter(({ at }) => meleeDistance(at, who.at) <= who.sheet.meleeRange);
    const ranged = enemies.filter(({ at }) => rangedDistance(at, who.at) <= (who.sheet.rangedRange ?? 0));
    const names = (list: typeof enemies) => (list.length === 0 ? 'nobody' : listed(list.map((each) => each.name)));
    return ok({
      title: `The reach of ${who.name}`,
      lines: [
        line(`${who.name} can move to ${amount(squares.length, 'square')}.`, 'plain', [
          [step('SK-MOVE-2', `${amount(pointsLeft(state, who), 'point')} left`)],
        ]),
        line(
          `In melee range: ${names(melee)}.${who.sheet.rangedRange === null ? '' : ` In ranged range: ${names(ranged)}.`}`,
        ),
      ],
      zones: [{ label: `${who.name} can move here`, squares: squares.map(({ at }) => at) }],
    });
  },
});
