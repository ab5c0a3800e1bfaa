import { z } from 'zod';
import { cutLetters } from '../../core/letters.ts';
import { formatSigned, isSameName, ok, ref, refuse, say, sentences, type Text } from '../../core/message.ts';
import { line, type SumRow, step } from '../../rules/event.ts';
import { mayCommand, standingOrderForGm } from '../../rules/expected-action.ts';
import {
  combatantParam,
  doneVerdict,
  type FindParamOffers,
  flagParam,
  oneOfParam,
  textParam,
  wholeNumberParam,
} from '../../rules/verb.ts';
import { offerCombatantsOnBoard, requireGmInBattle, requireOnBoard } from './checks.ts';
import { type Combatant, combatantId, event, find, nextRollSchema, order, type State, update } from './state.ts';
import { endTurn } from './turns.ts';

/** A combatant proposes a stunt. Nothing changes until the GM rules on it. SK-EXC-1, SK-EXC-2. */
export const stuntProposed = event('stunt-proposed', {
  facts: { who: combatantId, target: combatantId.optional(), text: z.string(), sizeWarning: z.boolean() },
  apply: (state, { who, target, text: words, sizeWarning }) => ({
    ...state,
    stunts: [...state.stunts, { who, target, text: words, sizeWarning }],
  }),
  narrate: ({ who, target, text: words, sizeWarning }) => {
    const text = say`${ref(who)} proposes a stunt: “${words}”.`;
    const other = target !== undefined && say`It involves ${ref(target)}.`;
    const warning =
      sizeWarning && target !== undefined
        ? [[step('SK-EXC-2', say`${ref(who)} is half the size of ${ref(target)} or less`)]]
        : [];
    return line(sentences(text, other, say`The GM rules on it.`), 'plain', warning);
  },
});

const withoutStunt = (state: State, who: string, words: string): State => {
  const found = state.stunts.findIndex((each) => each.who === who && each.text === words);
  return { ...state, stunts: state.stunts.filter((_, index) => index !== found) };
};

/** The GM allows or denies a stunt. SK-EXC-1. */
export const stuntRuled = event('stunt-ruled', {
  facts: {
    who: combatantId,
    text: z.string(),
    approved: z.boolean(),
    effect: z.string(),
    chance: z.int().optional(),
    natural: z.int().optional(),
    next: nextRollSchema,
  },
  apply: (state, { who, text: words, next }) =>
    update(withoutStunt(state, who, words), who, (each) => ({ next: { ...each.next, ...next } })),
  narrate: ({ who, text: words, approved, effect, chance, natural, next }) => {
    const failed = natural !== undefined && chance !== undefined && natural > chance;
    const verdict = approved ? (failed ? say`It is tried and fails.` : say`It is allowed.`) : say`It is not allowed.`;
    const text = say`The stunt of ${ref(who)}: “${words}”.`;
    const { hit, damage } = next;
    const rows: SumRow<Text>[] = [];
    if (natural !== undefined) rows.push([step('SK-EXC-1', say`d100 ${natural}, succeeds on ${chance ?? ''} or less`)]);
    if (hit !== undefined) rows.push([step('SK-EXC-3', say`${formatSigned(hit)} on the next roll`)]);
    if (damage !== undefined) rows.push([step('SK-EXC-3', say`${formatSigned(damage)} percent damage on that roll`)]);
    return line(sentences(text, verdict, !failed && effect), approved && !failed ? 'good' : 'quiet', rows);
  },
});

/** True if the actor is at most half as big as the target, so that the GM is warned. SK-EXC-2. */
const isImplausible = (actor: Combatant, target: Combatant): boolean => 2 * actor.sheet.size <= target.sheet.size;

/** Proposes a stunt to the GM. SK-EXC-1, SK-EXC-2. */
export const stunt = order({
  summary: 'Propose a stunt the rules do not cover; the GM decides',
  role: 'player',
  whilePending: true,
  params: z.strictObject({
    text: textParam('What you want to do', 500),
    target: combatantParam('The other combatant, if any').optional(),
  }),
  offers: { target: offerCombatantsOnBoard },
  resolve: ({ now }, call, { text: words, target: wanted }) => {
    const { actor } = call;
    if (now().status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(actor) });
    if (!mayCommand(call)) return refuse('NOT_CONTROLLER', { actor: ref(actor) });
    const me = find(now(), actor);
    if (me === undefined) return refuse('NO_SUCH_TARGET', { target: ref(actor) });
    const found = wanted === undefined ? ok(undefined) : requireOnBoard(now(), wanted);
    if (!found.ok) return found;
    const sizeWarning = found.value !== undefined && isImplausible(me, found.value);
    return stuntProposed({ who: actor, target: found.value?.id, text: words, sizeWarning });
  },
});

const proposers: FindParamOffers<State> = (state) =>
  state.stunts.map(({ who, text: words }) => ({
    value: who,
    label: say`${ref(who)}: ${cutLetters(words, 98 - who.length)}`,
    who,
  }));

/** Allows or denies a proposed stunt, and sets its effect, die and limits. SK-EXC-1, SK-EXC-3, SK-EXC-4. */
export const ruleStunt = order({
  summary: 'GM: allow or deny a stunt, and set its result',
  role: 'gm',
  whilePending: true,
  params: z.strictObject({
    answer: oneOfParam('Is the stunt allowed?', ['approve', 'deny']),
    target: combatantParam('Whose stunt; default: the one proposed first, hidden combatants last').optional(),
    effect: z.string().max(500).default('').meta({ description: 'The result of the stunt, and its limits' }),
    chance: wholeNumberParam('Percent chance that the stunt succeeds; default: no roll', 1, 100).optional(),
    hit: wholeNumberParam(
      'Bonus or penalty on the next roll of the combatant who does the stunt',
      -100,
      100,
    ).optional(),
    damage: wholeNumberParam(
      'Percent added to the damage of that roll; a negative number lowers it',
      -100,
      1000,
    ).optional(),
    spend: flagParam('Does the stunt use up the action and end the turn?').default(false),
  }),
  offers: { target: proposers },
  requires: requireGmInBattle,
  resolve: (draft, call, { answer, target, effect, chance, hit, damage, spend }) => {
    const { stunts, turn } = draft.now();
    const unseen = draft.hiddenFrom(call.actor);
    const proposed =
      target === undefined
        ? (stunts.find(({ who }) => !unseen.includes(who)) ?? stunts[0])
        : stunts.find(({ who }) => isSameName(who, target));
    if (proposed === undefined) return refuse('NO_STUNT', { target: target === undefined ? undefined : ref(target) });
    if (spend && call.pending !== undefined) return refuse('REACTION_PENDING');
    const approved = answer === 'approve';
    const natural = approved && chance !== undefined ? draft.dice.roll(100, 'stunt') : undefined;
    const succeeds = approved && (natural === undefined || natural <= (chance ?? 100));
    draft.emit(
      stuntRuled({
        who: proposed.who,
        text: proposed.text,
        approved,
        effect,
        ...(natural !== undefined && { chance, natural }),
        next: succeeds ? { ...(hit !== undefined && { hit }), ...(damage !== undefined && { damage }) } : {},
      }),
    );
    if (approved && spend && turn?.who === proposed.who) endTurn(draft);
    return doneVerdict;
  },
});

export const stuntStandingOrderKind = standingOrderForGm('must rule on a stunt');
