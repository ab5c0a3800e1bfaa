import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { combatant, text } from '../../../rules/params.ts';
import { targetFor } from '../action-checks.ts';
import { consequences, mishapsOf, possible } from '../botches.ts';
import { ofGm } from '../checks.ts';
import { courseFrom } from '../course.ts';
import { rollBlow } from '../damage.ts';
import type { Blow } from '../events.ts';
import type { Combatant, State } from '../model.ts';
import { combatantCalled, weaponCalled } from '../roster.ts';
import { settle } from '../turn.ts';
import { verb } from '../verbs.ts';
import { hold } from '../waiting.ts';

const botchers = (state: State) => state.combatants.filter(({ openBotch }) => openBotch !== undefined);

const botcherIn = (state: State, soFar: Readonly<Record<string, unknown>>): Combatant | undefined =>
  typeof soFar.target === 'string' ? combatantCalled(state, soFar.target) : botchers(state)[0];

/** GM-BOTCH: ST-GM-2. */
export const botch = verb({
  summary: 'Say what a botch leads to',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Who botched'),
    consequence: text('none, weapon-broken or hits-ally', 40),
    victim: combatant('hits-ally: who is struck').optional(),
    says: text('What happens, in words', 200).optional(),
  }),
  offers: {
    target: (state) => botchers(state).map(({ name }) => ({ value: name, label: ref(name) })),
    consequence: (state, _call, soFar) => {
      const open = botcherIn(state, soFar)?.openBotch;
      return (open ? possible(open) : consequences).map((value) => ({ value, label: value }));
    },
    victim: (state, _call, soFar) => {
      const botcher = botcherIn(state, soFar)?.name;
      return state.combatants
        .filter(({ name, life }) => name !== botcher && life !== 'dead')
        .map(({ name }) => ({ value: name, label: ref(name) }));
    },
    says: (state, _call, soFar) => {
      const open = botcherIn(state, soFar)?.openBotch;
      return (open ? mishapsOf(open) : [])
        .filter(({ consequence }) => typeof soFar.consequence !== 'string' || consequence === soFar.consequence)
        .map(({ says }) => ({ value: says, label: says }));
    },
  },
  resolve: (state, call, params, dice) => {
    const target = ofGm(state, call, params.target);
    if (!target.ok) return target;
    const { openBotch, name: who } = target.value;
    if (openBotch === undefined) return refuse('NO_BOTCH', { name: ref(who) });
    const wanted = params.consequence.trim().toLowerCase();
    const consequence = consequences.find((each) => each === wanted);
    if (consequence === undefined || (consequence === 'hits-ally' && openBotch.roll !== 'attack'))
      return refuse('UNKNOWN_CONSEQUENCE', {
        consequence: params.consequence,
        choices: possible(openBotch).join(' or '),
      });
    const says = params.says === undefined ? {} : { says: params.says };
    switch (consequence) {
      case 'none':
        return ok([{ type: 'botch-settled', who, consequence, ...says }]);
      case 'weapon-broken': {
        const weapon = openBotch.weapon === undefined ? undefined : weaponCalled(target.value, openBotch.weapon)?.name;
        return weapon === undefined
          ? refuse('NO_WEAPON', { name: ref(who), weapon: 'none was used' })
          : ok([{ type: 'botch-settled', who, consequence, weapon, ...says }]);
      }
      case 'hits-ally': {
        const victim = targetFor(state, target.value, params.victim);
        if (!victim.ok) return victim;
        const blow = rollBlow(victim.value, openBotch.base ?? 0, 0, state, dice);
        const course = courseFrom(state);
        course.happen({ type: 'botch-settled', who, consequence, victim: victim.value.name, blow, ...says });
        if (state.open !== undefined && openBotch.batch === state.batch) hold(course, victim.value.name, blow);
        else strike(course, victim.value, blow);
        settle(course, dice);
        return ok(course.events());
      }
    }
  },
});

const strike = (course: ReturnType<typeof courseFrom>, victim: Combatant, { healthLost, dazes }: Blow): void => {
  if (healthLost > 0 || dazes)
    course.happen({ type: 'wounded', who: victim.name, healthLost, dazed: dazes, cause: 'botch' });
};
