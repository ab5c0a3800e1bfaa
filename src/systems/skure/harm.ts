import { z } from 'zod';
import { ref, say, sentences, term } from '../../core/message.ts';
import { line, step, tallyAttack } from '../../rules/event.ts';
import { combatantParam, doneVerdict, oneOfParam, textParam, wholeNumberParam } from '../../rules/verb.ts';
import { elementRow, hpRow, isDamageVisible } from './attack/attack-line.ts';
import { savedNumbersSchema, scaleByAffinity } from './attack/attack-numbers.ts';
import { offerCombatantsOnBoard, requireGmInBattle, requireNotDead, requireOnBoard } from './checks.ts';
import {
  damageOutcomeSchema,
  describeNewLife,
  hasDied,
  resolveDamage,
  tallyDefeat,
  withDamageOutcome,
} from './death.ts';
import { elements } from './sheet.ts';
import { endAimsAt } from './stances.ts';
import { combatantId, type Draft, event, find, findPlaced, isAlive, order, update } from './state.ts';

const damageFacts = { damage: z.int(), ...savedNumbersSchema.pick({ physical: true, portions: true }).shape };
type Damage = z.output<z.ZodObject<typeof damageFacts>>;

/** Damage without an attack. `source`: undefined if a gored combatant bleeds. SK-EXC-5, SK-RUL-29. */
export const damaged = event('damaged', {
  facts: { target: combatantId, source: z.string().optional(), ...damageFacts, outcome: damageOutcomeSchema },
  apply: (state, { target, outcome }) => update(state, target, (each) => withDamageOutcome(each, outcome)),
  narrate: (harmed, { before, reader }) => {
    const { target, source, damage, outcome } = harmed;
    const [, fate] = describeNewLife(ref(target), find(before, target), outcome);
    const isShown = isDamageVisible(reader, target, harmed, true);
    const dealt = isShown ? say`${damage} damage` : say`damage`;
    const by = source === undefined ? undefined : term(source);
    const text =
      by === undefined ? say`${ref(target)} bleeds: ${dealt}.` : say`${ref(target)} suffers ${dealt} (${by}).`;
    const cause = source === undefined ? [step('SK-RUL-29', say`gored: ${damage}`)] : elementRow(damage, harmed);
    const rows = [isShown ? cause : [], hpRow(before, reader, harmed)].filter((row) => row.length > 0);
    return line(sentences(text, fate), 'bad', rows);
  },
  tallies: ({ target, damage }, before, after) => [
    ...tallyAttack(undefined, target, undefined, damage),
    ...tallyDefeat(before, after, target),
  ],
});

const dealDamage = (draft: Draft, target: string, damage: Damage, source?: string): void => {
  const who = findPlaced(draft.now(), target);
  const outcome = resolveDamage(who, damage, draft.now().settings);
  draft.emit(damaged({ target, source, ...damage, outcome }));
  if (hasDied(who, outcome)) endAimsAt(draft, target);
};

/** Damages a gored combatant at the start of its turn. SK-COND-4, SK-RUL-29. */
export const applyBleeding = (draft: Draft, who: string): void => {
  const damage = draft.now().settings['gore.damagePerTurn'];
  const me = findPlaced(draft.now(), who);
  if (damage > 0 && isAlive(me) && me.conditions.some(({ name }) => name === 'gored'))
    dealDamage(draft, who, { damage, physical: damage, portions: [] });
};

/** Damages a combatant by a hazard, such as a fall or lava. SK-EXC-5. */
export const harm = order({
  summary: 'GM: let a fall, lava or another hazard damage a combatant',
  role: 'gm',
  params: z.strictObject({
    target: combatantParam('Who takes the damage'),
    damage: wholeNumberParam('How much damage, before affinities', 1, 10_000),
    element: oneOfParam('The element; default: physical damage', elements).optional(),
    source: textParam('What causes the damage', 100).default('hazard'),
  }),
  offers: { target: offerCombatantsOnBoard },
  requires: requireGmInBattle,
  resolve: (draft, _, { target: wanted, damage, element, source }) => {
    const found = requireOnBoard(draft.now(), wanted);
    const target = found.ok ? requireNotDead(found.value) : found;
    if (!target.ok) return target;
    const raw = element === undefined ? new Map() : new Map([[element, damage]]);
    dealDamage(draft, target.value.id, scaleByAffinity(element ? 0 : damage, raw, target.value), source);
    return doneVerdict;
  },
});
