import { z } from 'zod';
import { ref, say, type Text } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { line, type Row, step } from '../../rules/lines.ts';
import { combatant, text } from '../../rules/params.ts';
import { gmKind } from '../../rules/standing-order-kinds.ts';
import { done } from '../../rules/verb.ts';
import { gmOn, others } from './checks.ts';
import { type Blow, blowRows, blowSchema, rollBlow } from './damage.ts';
import { targetFor } from './nomination/action-checks.ts';
import type { Roll } from './pools.ts';
import { deferWounds } from './simultaneous.ts';
import { soaked } from './soak.ts';
import {
  type Combatant,
  called,
  combatantId,
  type Draft,
  event,
  type OpenBotch,
  on,
  order,
  query,
  type State,
  weaponCalled,
  weaponChanged,
} from './state.ts';
import { lossWords } from './wounds.ts';

/** ST-RES-5, ST-DEF-9, ST-ACT-2: a roll that went wrong waits for the GM’s word; a later one takes its place. */
export const botched = (me: Combatant, roll: Roll, botch: OpenBotch): Combatant =>
  roll.outcome === 'botch' ? { ...me, openBotch: botch } : me;

export const botchWords = 'a botch! The GM says what goes wrong';

const consequences = ['none', 'weapon-broken', 'hits-ally'] as const;
type Consequence = (typeof consequences)[number];

interface Mishap {
  readonly consequence: Consequence;
  readonly says: string;
}

const told = (says: string): Mishap => ({ consequence: 'none', says });
const breaks = (says: string): Mishap => ({ consequence: 'weapon-broken', says });
const strays = (says: string): Mishap => ({ consequence: 'hits-ally', says });

/** What may go wrong, for the GM to pick from (ST-RES-5, ST-RUL-49): words of ours for the rulebook's three outcomes. */
const mishaps: Readonly<Record<string, readonly Mishap[]>> = {
  brawl: [told('stumbles past the foe'), told('bruises a fist on stone'), strays('elbows the wrong one')],
  melee: [breaks('the blade snaps'), told('the grip slips and the blow goes wide'), strays('the swing finds a friend')],
  archery: [breaks('the string snaps'), told('the arrow clatters to the ground'), strays('the arrow finds a friend')],
  thrown: [breaks('it shatters on a stone'), told('it sails out of sight'), strays('it finds a friend')],
  spell: [told('the words fail and sparks fly'), strays('the spell leaps to the wrong one')],
  block: [told('walks into the blow'), told('loses footing')],
  parry: [breaks('the guard gives way'), told('the parry comes on the wrong side')],
  dodge: [told('slips and goes down on one knee'), told('dodges into the way of others')],
};
const anything: readonly Mishap[] = [told('it goes wrong, and everybody sees it'), told('the effort is wasted')];

/** The consequences that can befall this botch. */
const possible = (botch: OpenBotch): readonly Consequence[] =>
  consequences.filter(
    (each) =>
      each === 'none' ||
      (each === 'weapon-broken' ? botch.weapon !== undefined : botch.roll === 'attack' && botch.base !== undefined),
  );

const mishapsOf = (botch: OpenBotch): readonly Mishap[] => {
  const may = possible(botch);
  return (mishaps[botch.maneuver] ?? anything).filter(({ consequence }) => may.includes(consequence));
};

/** ST-GM-2. */
export const botchSettled = event(
  'botch-settled',
  {
    who: combatantId,
    consequence: z.enum(consequences),
    weapon: z.string().optional(),
    victim: combatantId.optional(),
    blow: blowSchema.optional(),
    says: z.string().optional(),
  },
  {
    apply: (state, { who, weapon, victim, blow }) => {
      const settled = on(state, who, (me) => ({
        ...(weapon === undefined ? me : weaponChanged(me, weapon, { broken: true })),
        openBotch: undefined,
      }));
      return soaked(settled, victim, blow?.soak);
    },
    tell: ({ who, consequence, weapon, victim, blow, says }, { reader }) => {
      const words = says === undefined ? '' : say`: ${says.replace(/[.!]$/, '')}`;
      const rules: readonly Row[] = [[step('ST-GM-2', consequence)]];
      if (consequence === 'weapon-broken')
        return line(say`${ref(who)}’s ${weapon ?? ''} breaks${words}.`, 'bad', rules);
      if (consequence === 'none') return line(say`${ref(who)}’s botch${words || ' passes'}.`, 'plain', rules);
      if (victim === undefined || blow === undefined || !(reader.sees(who) || reader.sees(victim))) return undefined;
      const struck: Text = reader.sees(victim) ? ref(victim) : 'somebody';
      const loss = lossWords(blow.healthLost, victim, reader);
      return line(say`The botched attack strikes ${struck}${reader.sees(who) ? words : ''}: ${loss}.`, 'bad', [
        ...rules,
        ...blowRows(blow, who, victim, reader),
      ]);
    },
  },
);

const botchers = ({ combatants }: State): readonly Combatant[] =>
  combatants.filter(({ openBotch }) => openBotch !== undefined);

const offeredBotchers = (state: State) => botchers(state).map((each) => ({ value: each.name, label: ref(each.name) }));

const botcherIn = (state: State, soFar: Readonly<Record<string, unknown>>): Combatant | undefined =>
  typeof soFar.target === 'string' ? called(state, soFar.target) : botchers(state)[0];

/** The stray blow hurts at once, or with the rest of the group in which it was rolled (ST-SIM-4). */
const strike = (draft: Draft, victim: Combatant, botch: OpenBotch, blow: Blow): void => {
  const { open, batch } = draft.now();
  const { healthLost, dazes } = blow;
  if (open !== undefined && botch.batch === batch) deferWounds(draft, victim.name, blow);
  else if (healthLost > 0 || dazes)
    draft.emit({ type: 'wounded', who: victim.name, healthLost, dazed: dazes, cause: 'botch' });
};

/** GM-BOTCH: ST-GM-2. */
export const botch = order({
  summary: 'Say what a botch leads to',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Who botched'),
    consequence: text('none, weapon-broken or hits-ally', 40),
    victim: combatant('hits-ally: who is struck').optional(),
    says: text('What happens, in words', 200).optional(),
  }),
  offers: {
    target: offeredBotchers,
    consequence: (state, _call, soFar) => {
      const open = botcherIn(state, soFar)?.openBotch;
      return (open ? possible(open) : consequences).map((value) => ({ value, label: value }));
    },
    victim: (state, _call, soFar) =>
      others(state, botcherIn(state, soFar)?.name).map((each) => ({ value: each.name, label: ref(each.name) })),
    says: (state, _call, soFar) => {
      const open = botcherIn(state, soFar)?.openBotch;
      return (open ? mishapsOf(open) : [])
        .filter(({ consequence }) => typeof soFar.consequence !== 'string' || consequence === soFar.consequence)
        .map(({ says }) => ({ value: says, label: says }));
    },
  },
  resolve: (draft, call, params) => {
    const state = draft.now();
    const target = gmOn(state, call, params.target);
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
        draft.emit({ type: 'botch-settled', who, consequence, ...says });
        return done;
      case 'weapon-broken': {
        const weapon = openBotch.weapon === undefined ? undefined : weaponCalled(target.value, openBotch.weapon)?.name;
        if (weapon === undefined) return refuse('NO_WEAPON', { name: ref(who) });
        draft.emit({ type: 'botch-settled', who, consequence, weapon, ...says });
        return done;
      }
      case 'hits-ally': {
        const victim = targetFor(state, target.value, params.victim);
        if (!victim.ok) return victim;
        const blow = rollBlow(victim.value, openBotch.base ?? 0, 0, state, draft.dice);
        draft.emit({ type: 'botch-settled', who, consequence, victim: victim.value.name, blow, ...says });
        strike(draft, victim.value, openBotch, blow);
        return done;
      }
    }
  },
});

/** The table the GM may pick a botch's consequence from (ST-GM-2, ST-RES-5). */
export const botches = query({
  summary: 'What may go wrong now: the table of consequences of the unsettled botches',
  params: z.strictObject({ target: combatant('Whose botch; by default all').optional() }),
  offers: { target: offeredBotchers },
  answer: (state, _call, { target }, reader) => {
    const asked = target === undefined ? state.combatants : [called(state, target)];
    const open = asked.flatMap((me) => (me?.openBotch && reader.sees(me.name) ? [{ me, botch: me.openBotch }] : []));
    if (open.length === 0) return refuse('NO_BOTCH', { name: target === undefined ? undefined : ref(target) });
    return ok({
      title: 'Botches to settle',
      lines: open.flatMap(({ me, botch: unsettled }) =>
        mishapsOf(unsettled).map(({ consequence, says }) =>
          line(say`${ref(me.name)}, ${unsettled.maneuver}: ${says}.`, 'plain', [[step('ST-GM-2', consequence)]]),
        ),
      ),
    });
  },
});

export const botchKind = gmKind('is to say what a botch leads to', 'let nothing come of it');
