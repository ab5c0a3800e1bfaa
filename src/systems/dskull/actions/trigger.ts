import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, oneOf, text, whole } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { asGm, findSeat, findWarrior } from '../checks.ts';
import { readDeed } from '../deed-text.ts';
import { everySeat, everyWarrior } from '../offers.ts';
import { order } from '../state.ts';
import { moments, windows } from '../windows.ts';

/** DS-TRIG-1, DS-TRIG-2, DS-GEN-2. An effect of a scenario or a special skill; `off` takes it away. */
export const trigger = order({
  summary: 'Let something happen by itself at a moment of the game',
  role: 'gm',
  params: z.strictObject({
    name: text('What the effect is called', 60),
    does: text('cancel, amount -1, mp 2, actions 1, vp 1, damage 2, gain stunned, clear wounded, say …, off', 200),
    window: oneOf('At which moment', windows).default('round.start'),
    when: oneOf('Before, during or after it', moments).default('during'),
    owner: combatant('Whose effect: scenario, or a seat').default('scenario'),
    who: combatant('Only when it happens to this warrior or seat').optional(),
    target: combatant('Whom it strikes; left out, the one it happens to').optional(),
    order: whole('Its place among the effects of one player', 0, 99).default(0),
    uses: whole('How often it works; left out, always', 1, 99).optional(),
  }),
  offers: { owner: everySeat, who: everyWarrior, target: everyWarrior },
  resolve: (draft, call, { name, does, owner, who, target, window, when, order, uses }) => {
    const state = draft.now();
    const gm = asGm(state, call, 'setup', 'deploy', 'preparation', 'resolution');
    if (!gm.ok) return gm;
    if (does.trim().toLowerCase() === 'off') {
      if (!state.triggers.some((each) => each.name === name))
        return refuse('trigger-unreadable', { problem: `there is no effect called ${name}` });
      draft.emit({ type: 'trigger-lifted', name });
      return done;
    }
    const deed = readDeed(does);
    if (deed === undefined) return refuse('trigger-unreadable', { problem: `“${does}” is nothing an effect can do` });
    const called = (id: string | undefined) =>
      id === undefined ? undefined : (findWarrior(state, id)?.id ?? findSeat(state, id)?.id ?? '');
    const [whose, whom] = [called(who), called(target)];
    if (whose === '' || whom === '')
      return refuse('E_WARRIOR_UNKNOWN', { warrior: ref((whose === '' ? who : target) ?? '') });
    const holder = owner === 'scenario' ? owner : findSeat(state, owner)?.id;
    if (holder === undefined) return refuse('seat-unknown', { seat: ref(owner) });
    draft.emit({
      type: 'trigger-set',
      trigger: { name, when, window, owner: holder, who: whose, on: whom, order, uses, does: deed },
    });
    return done;
  },
});
