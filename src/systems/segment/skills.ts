import { ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { isSameName } from '../../core/text.ts';
import type { Dice } from '../../dice/dice.ts';
import type { EventOf } from '../../rules/event.ts';
import { line } from '../../rules/lines.ts';
import type { FindParamOffers } from '../../rules/verb.ts';
import { rollPercent, withoutCheckModifiers } from './attribute-checks.ts';
import { createOffer } from './checks.ts';
import { percentRow } from './rows.ts';
import type { Skill } from './sheet.ts';
import {
  type CheckResult,
  type Combatant,
  combatantId,
  event,
  findByName,
  percentRollSchema,
  type State,
} from './state.ts';
import { isSumVisible } from './visibility.ts';

/** SEG-CHECK-5. */
export const skillRolled = event(
  'skill-rolled',
  { who: combatantId, skill: combatantId, roll: percentRollSchema },
  {
    apply: (state, { who }) => withoutCheckModifiers(state, who),
    narrate: ({ who, skill, roll }, { reader }) =>
      line(
        say`${ref(who)} ${roll.success ? 'makes' : 'fails'} ${skill}.`,
        roll.success ? 'good' : 'bad',
        isSumVisible(reader, who, 'checks', roll.parts) ? [percentRow('SEG-CHECK-5', roll)] : [],
      ),
  },
);

/** SEG-CHECK-5: the skills of a sheet, First Aid with them where it has any. */
export const skillsOf = ({ sheet: { skills = [], firstAid } }: Pick<Combatant, 'sheet'>): readonly Skill[] =>
  firstAid > 0 ? [...skills, { name: 'First Aid', chance: firstAid }] : skills;

export const offerSkills: FindParamOffers<State> = (state, { actor }) => {
  const who = findByName(state, actor);
  return who === undefined ? [] : skillsOf(who).map(({ name, chance }) => createOffer(name, `${name} ${chance}%`));
};

/** SEG-CHECK-5, SEG-RUL-36, SEG-CHECK-2: d100 at or under the skill, wounds and the like added; no roll stands by itself. */
export const rollSkill = (
  state: State,
  who: Combatant,
  wanted: string,
  dice: Dice,
): CheckResult<EventOf<typeof skillRolled>> => {
  const skill = skillsOf(who).find((each) => isSameName(each.name, wanted));
  if (skill === undefined)
    return refuse('NO_SUCH_SKILL', {
      who: ref(who.id),
      skill: wanted,
      skills: skillsOf(who)
        .map(({ name: each }) => each)
        .join(', '),
    });
  const own = { rule: 'SEG-CHECK-5', label: skill.name, value: skill.chance };
  return ok(
    skillRolled({
      who: who.id,
      skill: skill.name,
      roll: rollPercent(state, who, own, dice, 'skill'),
    }),
  );
};
