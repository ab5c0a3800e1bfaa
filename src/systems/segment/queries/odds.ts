import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant, oneOf, text } from '../../../rules/params.ts';
import { called, isRanged, weaponCalled } from '../battle.ts';
import { targetCalled } from '../checks.ts';
import { friendOn, meleeSizes } from '../into-melee.ts';
import { hands } from '../model.ts';
import { decimal, oddsOf, percent } from '../odds.ts';
import { enemies, everybody, weapons } from '../offers.ts';
import { sumRow, tells } from '../words.ts';
import { query } from './query.ts';

/** Exact chances of one attack as things stand; for those who are told both sides' numbers. */
export const odds = query({
  summary: 'The exact chances of one attack as things stand',
  params: z.strictObject({
    target: combatant('Who would be struck'),
    attacker: combatant('Who would strike; left out: your own').optional(),
    weapon: text('With which weapon; left out: the one in hand', 100).optional(),
    hand: oneOf('In which hand', hands).default('main'),
  }),
  offers: { target: enemies, attacker: everybody, weapon: weapons },
  answer: (state, call, params, reader) => {
    const attacker = called(state, params.attacker ?? call.actor);
    if (attacker === undefined || !reader.sees(attacker.id))
      return refuse('NO_SUCH_COMBATANT', { who: ref(params.attacker ?? call.actor) });
    const target = targetCalled(state, params.target);
    if (!target.ok || !reader.sees(target.value.id)) return refuse('NO_SUCH_TARGET', { target: ref(params.target) });
    const struck = target.value;
    const named = params.weapon ?? attacker.hand ?? attacker.sheet.weapons[0]?.name ?? '';
    const weapon = weaponCalled(attacker, named);
    if (weapon === undefined)
      return refuse('NO_SUCH_WEAPON', {
        who: ref(attacker.id),
        weapon: named || 'weapon',
        weapons: tells(reader, attacker.id, 'sheet')
          ? attacker.sheet.weapons.map(({ name }) => name).join(', ')
          : 'not yours to know',
      });
    const title = `${reader.name(attacker.id)} against ${reader.name(struck.id)}, ${weapon.name}`;
    const told = (id: string, ...terms: readonly Parameters<typeof tells>[2][]) =>
      terms.every((term) => tells(reader, id, term));
    if (!told(attacker.id, 'sc', 'hp') || !told(struck.id, 'def'))
      return ok({ title, lines: [line('You are not told the numbers of both; ask the GM.', 'quiet')] });
    const blow = { attacker, target: struck, weapon, hand: params.hand, free: false };
    const { faces, stuns, downs, mean, need, sc, def } = oddsOf(state, blow);
    const { friends, opponents } = isRanged(weapon)
      ? meleeSizes(state, attacker, struck)
      : { friends: [], opponents: [] };
    const into =
      friends.length === 0
        ? []
        : [
            line(
              `Shooting into a melee: a friend is the target on a total of ${friendOn(friends.length, opponents.length, state.settings)} or less.`,
              'bad',
              [[step('SEG-INTOMELEE-3', `${friends.length} friends, ${opponents.length} opponents`)]],
            ),
          ];
    const hits = 100 - faces.miss;
    return ok({
      title,
      lines: [
        line(
          `Hits ${hits} %: plain ${faces.hit} %, critical ${faces.critical} %, grievous ${faces.grievous} %.`,
          'good',
          [
            [step('SEG-HIT-1', `need ${sc} − ${def} = ${need}`)],
            sumRow('SEG-AUTO-5', 'of 100 faces: misses', 100, [
              { rule: 'SEG-AUTO-1', label: '', value: faces.miss },
              { rule: 'SEG-HIT-1', label: 'hits', value: faces.hit },
              { rule: 'SEG-CRIT-2', label: 'criticals', value: faces.critical },
              { rule: 'SEG-CRIT-3', label: 'grievous', value: faces.grievous },
            ]),
          ],
        ),
        ...(told(struck.id, 'hp', 'prot')
          ? [
              line(
                `Takes ${decimal(mean)} hit points on average; stuns ${percent(stuns)}, downs ${percent(downs)}.`,
                'plain',
                [[step('SEG-STUN-1', 'every fall of the damage dice counted')]],
              ),
            ]
          : []),
        ...into,
      ],
    });
  },
});
