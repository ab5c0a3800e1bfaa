import { z } from 'zod';
import { joined, ok, ref, refuse, say, type Text, term } from '../../core/message.ts';
import { line, type SumRow, step } from '../../rules/event.ts';
import { combatantOffer, combatantParam, doneVerdict, textParam } from '../../rules/verb.ts';
import { type Consequence, consequences, parseBotchTable } from './botch-table.ts';
import { otherTargets, requireGmTarget } from './checks.ts';
import { actText, deferWounds } from './delayed.ts';
import { requireTarget } from './nomination/action.ts';
import type { RolledPool } from './pools.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  findByName,
  findWeapon,
  type OpenBotch,
  order,
  query,
  type State,
  update,
  updateWeapon,
} from './state.ts';
import {
  type DamageRoll,
  damaged,
  damageRollSchema,
  damageRows,
  describeLoss,
  rollDamageAndSoak,
  withoutSoakModifiers,
} from './wounds.ts';

/** Stores a botch until the GM settles it; the combatant’s next botch replaces it. ST-RES-5, ST-DEF-9, ST-ACT-2. */
export const recordBotch = (me: Combatant, roll: RolledPool, botch: OpenBotch): Combatant =>
  roll.outcome === 'botch' ? { ...me, openBotch: botch } : me;

export const botchText = 'a botch! The GM says what goes wrong';

/** The consequences that the GM may choose for this botch. */
const possibleConsequences = (botch: OpenBotch): readonly Consequence[] =>
  consequences.filter(
    (each) =>
      each === 'none' ||
      (each === 'weapon-broken' ? botch.weapon !== undefined : botch.roll === 'attack' && botch.base !== undefined),
  );

/** The entries of the botch table that are possible for this botch. ST-RES-5, ST-RUL-49. */
const findMishaps = (botch: OpenBotch, { settings }: State) => {
  const may = possibleConsequences(botch);
  const tables = parseBotchTable(settings.botchTable);
  const mishaps = tables.ok ? (tables.value.get(botch.maneuver) ?? tables.value.get('other') ?? []) : [];
  return mishaps.filter(({ consequence }) => may.includes(consequence));
};

/** The GM chose the consequence of a botch. ST-GM-2. */
export const botchSettled = event('botch-settled', {
  facts: {
    who: combatantId,
    consequence: z.enum(consequences),
    weapon: z.string().optional(),
    target: combatantId.optional(),
    damage: damageRollSchema.optional(),
    says: z.string().optional(),
  },
  apply: (state, { who, weapon, target, damage }) => {
    const settled = update(state, who, (me) => ({
      ...(weapon === undefined ? me : updateWeapon(me, weapon, { broken: true })),
      openBotch: undefined,
    }));
    return withoutSoakModifiers(settled, target, damage?.soak);
  },
  narrate: ({ who, consequence, weapon, target, damage, says }, { reader }) => {
    const words = says === undefined ? undefined : term(says.replace(/[.!]$/, ''));
    const rules: readonly SumRow[] = [[step('ST-GM-2', consequence)]];
    const [me, tool] = [ref(who), weapon ?? ''];
    if (consequence === 'weapon-broken')
      return line(
        words ? say`${me}’s ${term(tool)} breaks: ${words}.` : say`${me}’s ${term(tool)} breaks.`,
        'bad',
        rules,
      );
    if (consequence === 'none')
      return line(words ? say`${me}’s botch: ${words}.` : say`${me}’s botch has no consequence.`, 'plain', rules);
    if (target === undefined || damage === undefined || !(reader.canSee(who) || reader.canSee(target)))
      return undefined;
    const hit: Text = reader.canSee(target) ? ref(target) : term('somebody');
    const loss = describeLoss(damage.healthLost, target, reader);
    return line(say`The botched attack hits ${hit}: ${joined([reader.canSee(who) && words, loss])}.`, 'bad', [
      ...rules,
      ...damageRows(damage, who, target, reader),
    ]);
  },
});

const botchers = ({ combatants }: State): readonly Combatant[] =>
  combatants.filter(({ openBotch }) => openBotch !== undefined);

const offeredBotchers = (state: State) => botchers(state).map(combatantOffer);

const findBotcher = (state: State, soFar: Readonly<Record<string, unknown>>): Combatant | undefined =>
  typeof soFar.target === 'string' ? findByName(state, soFar.target) : botchers(state)[0];

/** Damages the ally that a botch hit: at once, or together with unfinished simultaneous actions. ST-SIM-4. */
const applyStrayHit = (draft: Draft, victim: Combatant, botch: OpenBotch, damage: DamageRoll): void => {
  const { open, batch } = draft.now();
  const { healthLost, dazes } = damage;
  if (open !== undefined && botch.batch === batch) deferWounds(draft, victim.id, damage);
  else if (healthLost > 0 || dazes)
    draft.emit(damaged({ target: victim.id, damage: healthLost, dazed: dazes, cause: 'botch' }));
};

/** Lets the GM choose the consequence of a botch. GM-BOTCH, ST-GM-2. */
export const settleBotch = order({
  summary: 'Choose what a botch leads to',
  role: 'gm',
  params: z.strictObject({
    target: combatantParam('Who botched'),
    consequence: textParam('What the botch leads to: none, weapon-broken or hits-ally', 40),
    victim: combatantParam('For hits-ally: who is hit').optional(),
    says: textParam('What happens, in your own words', 200).optional(),
  }),
  offers: {
    target: offeredBotchers,
    consequence: (state, _call, soFar) => {
      const open = findBotcher(state, soFar)?.openBotch;
      return (open ? possibleConsequences(open) : consequences).map((value) => ({ value, label: value }));
    },
    victim: (state, _call, soFar) => otherTargets(state, findBotcher(state, soFar)?.id).map(combatantOffer),
    says: (state, _call, soFar) => {
      const open = findBotcher(state, soFar)?.openBotch;
      return (open ? findMishaps(open, state) : [])
        .filter(({ consequence }) => typeof soFar.consequence !== 'string' || consequence === soFar.consequence)
        .map(({ says }) => ({ value: says, label: says }));
    },
  },
  requires: requireGmTarget,
  resolve: (draft, _, params, target) => {
    const state = draft.now();
    const { openBotch, id: who } = target;
    if (openBotch === undefined) return refuse('NO_BOTCH', { name: ref(who) });
    const wanted = params.consequence.trim().toLowerCase();
    const consequence = consequences.find((each) => each === wanted);
    if (consequence === undefined || (consequence === 'hits-ally' && openBotch.roll !== 'attack'))
      return refuse('UNKNOWN_CONSEQUENCE', {
        consequence: params.consequence,
        choices: possibleConsequences(openBotch).join(' or '),
      });
    const broken = openBotch.weapon === undefined ? undefined : findWeapon(target, openBotch.weapon);
    const weapon = consequence === 'weapon-broken' ? broken?.name : undefined;
    if (consequence === 'weapon-broken' && weapon === undefined) return refuse('NO_WEAPON', { name: ref(who) });
    const victim = consequence === 'hits-ally' ? requireTarget(state, target, params.victim) : undefined;
    if (victim?.ok === false) return victim;
    const damage = victim && rollDamageAndSoak(victim.value, openBotch.base ?? 0, 0, state, draft.dice);
    const { says } = params;
    draft.emit(botchSettled({ who, consequence, weapon, target: victim?.value.id, damage, says }));
    if (victim && damage) applyStrayHit(draft, victim.value, openBotch, damage);
    return doneVerdict;
  },
});

/** Lists possible consequences of unsettled botches. ST-GM-2, ST-RES-5. */
export const botchTableQuery = query({
  summary: 'Show the possible consequences of unsettled botches',
  params: z.strictObject({ target: combatantParam('Whose botch; default: all').optional() }),
  offers: { target: offeredBotchers },
  answer: (state, _call, { target }, reader) => {
    const asked = target === undefined ? state.combatants : [findByName(state, target)];
    const open = asked.flatMap((me) => (me?.openBotch && reader.canSee(me.id) ? [{ me, botch: me.openBotch }] : []));
    if (open.length === 0) return refuse('NO_BOTCH', { name: target === undefined ? undefined : ref(target) });
    return ok({
      title: 'Botches to settle',
      lines: open.flatMap(({ me, botch: unsettled }) =>
        findMishaps(unsettled, state).map(({ consequence, says }) =>
          line(say`${ref(me.id)}, ${actText(unsettled.maneuver)}: ${term(says)}.`, 'plain', [
            [step('ST-GM-2', consequence)],
          ]),
        ),
      ),
    });
  },
});
