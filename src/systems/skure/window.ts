import { ref, say, type Text } from '../../core/message.ts';
import { signed } from '../../core/text.ts';
import { ask, type Question } from '../../rules/asking.ts';
import { type Row, step } from '../../rules/lines.ts';
import type { Attack } from './attack/kinds.ts';
import { reckon } from './attacking.ts';
import { shields, type Threat } from './defending-ally.ts';
import type { Breath } from './sheet.ts';
import { type Combatant, type Draft, hasTrait, isPlaced, type State } from './state.ts';

/** SK-RUL-41: what the guard may know before it answers. No die has been rolled for the blow yet. */
const rowsFor = (
  state: State,
  { how, attacker, ally }: Threat,
  guard: Combatant,
  magic: Breath | undefined,
): readonly Row<Text>[] => {
  if (!isPlaced(guard)) return [];
  const attack: Attack = { how, attacker, target: guard, shield: true, ...(magic !== undefined && { magic }) };
  const { roll } = reckon(state, attack, 50);
  const sum = (roll?.terms ?? []).reduce((all, { value }) => all + value, 0);
  return [
    [
      step('SK-ALLY-3', say`${how} attack on ${ref(ally.name)} from the front`),
      step('SK-ATK-9', say`roll ${signed(sum)} against ${ref(guard.name)}`),
    ],
    [step('SK-ALLY-5', say`damage to ${ref(guard.name)} ×${hasTrait(guard, 'SUPER_DEFENSE') ? '0.5' : '0.75'}`)],
  ];
};

/**
 * The defend-ally window (SK-ALLY-4): a declared guard takes the blow unasked, else those who qualify are asked in turn
 * order and the first yes takes it. Gives the name of the one who takes it.
 */
export function* defendAllyWindow(
  draft: Draft,
  threat: Threat,
  magic?: Breath,
): Generator<Question, string | undefined, string> {
  const { declared, asked } = shields(draft.now(), threat);
  const ally = threat.ally.name;
  const taken = (who: Combatant, unasked: boolean): string => {
    draft.emit({ type: 'intercepted', who: who.name, ally, attacker: threat.attacker.name, declared: unasked });
    return who.name;
  };
  if (declared !== undefined) return taken(declared, true);
  for (const guard of asked) {
    const answer = yield* ask({
      to: guard.name,
      kind: 'intercept',
      says: say`Does ${ref(guard.name)} take the attack that is made on ${ref(ally)}?`,
      choices: [
        { id: 'yes', label: say`Take it for ${ref(ally)}` },
        { id: 'no', label: 'Let it pass' },
      ],
      auto: guard.hp >= threat.ally.hp ? 'yes' : 'no',
      rows: rowsFor(draft.now(), threat, guard, magic),
    });
    if (answer === 'yes') return taken(guard, false);
  }
  return undefined;
}
