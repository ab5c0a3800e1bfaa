import { expectedActionsForViewer, suggestionFor } from '../../src/battle/views/expected-actions.ts';
import { any, type Given, paramsFor, randomOrder } from '../app/random-play.ts';
import type { Pick } from '../chance.ts';
import { isHiddenDue, type Twin } from './table.ts';

/** Orders that have no visible effect, where the default would have one. */
const idle: Readonly<Record<string, { readonly verb: string; readonly params: object } | undefined>> = {
  segment: { verb: 'declare', params: { action: 'none' } },
  'sword-world': { verb: 'end', params: {} },
  straalara: undefined,
};

/** Gives one order for the hidden combatant. */
const act = async (t: Twin, actor: string, pick: Pick): Promise<boolean> => {
  const battle = await t.secret.battle();
  const { pending } = battle.saved;
  const user = pick(4) === 0 ? 'gm' : t.owner;
  if (pending !== undefined)
    return t.secretly(
      'my answer',
      {
        choice:
          pick(2) === 0 ? pending.question.auto : any<{ readonly id: string }>(pending.question.choices, pick)?.id,
      },
      user,
    );
  const due = battle.game.expectedActions().find((each) => each.actor === actor);
  if (due === undefined) return false;
  const suggested = suggestionFor(battle, actor, due.kind);
  const still = due.verbs.includes(idle[t.system]?.verb ?? '') ? idle[t.system] : undefined;
  const how = pick(10);
  const given = (verb: string, params: object) => t.secretly(verb, { ...params, as: actor }, user);
  if (how < 2) {
    const verb = any(due.verbs, pick) ?? 'end';
    if (await given(verb, await paramsFor(t.secret, battle, user, verb, pick))) return true;
  }
  if (how < 4 && suggested !== undefined && (await given(suggested.verb, suggested.params))) return true;
  if (due.kind === 'placement' && t.system === 'sword-world')
    return given('place', { placement: `${t.hidden}: ${pick(2) === 0 ? 'front' : '30'}` });
  if (still !== undefined && (await given(still.verb, still.params))) return true;
  return suggested !== undefined && given(suggested.verb, suggested.params);
};

/** Prepares the hidden combatant in secret: places it and plans its turns. */
const beforehand = async (t: Twin, pick: Pick): Promise<void> => {
  const battle = await t.secret.battle();
  if (!t.planned || battle.saved.status === 'ended' || battle.saved.table.hidden[t.hidden] === undefined) return;
  if (t.owner !== 'gm' && battle.saved.table.plans?.[t.hidden] === undefined)
    await t.secretly('gm plan', { who: t.hidden, order: 'nothing' });
  const due = battle.game.expectedActions().find(({ actor }) => actor === t.hidden);
  if (due === undefined || pick(6) > 0) return;
  const verb = any(due.verbs, pick);
  if (verb === undefined) return;
  const params = Object.entries(await paramsFor(t.secret, battle, 'gm', verb, pick)).map(
    ([key, value]) => `${key}:${value}`,
  );
  await t.secretly('gm plan', { who: t.hidden, order: [verb, ...params].join(' ') });
};

/** Gives orders for the hidden combatant until the battle waits for others, as in the world without it. */
export const actForHidden = async (t: Twin, pick: Pick): Promise<void> => {
  await beforehand(t, pick);
  for (let n = 0; n < 12; n++) {
    const due = isHiddenDue(await t.secret.battle(), t.hidden);
    if (due === undefined || (!due.alone && pick(3) > 0)) return;
    if (!(await act(t, due.actor, pick))) return;
  }
};

/** GM commands about the clock. */
const clockOrders: readonly Given[] = [
  { user: 'gm', path: 'battle clock', input: { do: 'pause' } },
  { user: 'gm', path: 'battle clock', input: { do: 'resume' } },
  { user: 'gm', path: 'battle clock', input: { do: 'reset' } },
  { user: 'gm', path: 'battle clock', input: { do: 'reset', who: 'Ada' } },
  { user: 'gm', path: 'battle clock', input: { do: 'reset', who: 'Grim' } },
  { user: 'ada', path: 'my deputy', input: { user: 'bob', until: '5d' } },
  { user: 'bob', path: 'my deputy', input: { user: 'eve', until: '5d' } },
];

/** An order for both worlds, chosen in the world without a hidden combatant, or that time passes. */
export const nextOrder = async (t: Twin, pick: Pick): Promise<Given | 'time passes'> => {
  if (t.timed && pick(4) === 0) return 'time passes';
  // A deputy of the hidden combatant's player may know it.
  if (t.timed && pick(16) === 0)
    return (
      any(
        clockOrders.filter(({ user }) => user === 'gm' || user !== t.owner),
        pick,
      ) ?? 'time passes'
    );
  const battle = await t.bare.battle();
  const due = battle.game.expectedActions();
  const first = due[0];
  const pressed = expectedActionsForViewer(battle, 'ada').flatMap(({ verbs }) => verbs);
  if (pick(12) === 0 && pressed.length > 0)
    return { user: any(['ada', 'bob'], pick) ?? 'ada', path: 'guide', input: { verb: any(pressed, pick) ?? 'end' } };
  // Most of the time the battle goes on.
  if (battle.game.status === 'setup' && pick(3) > 0) {
    if (first?.auto !== undefined)
      return {
        user: 'gm',
        path: first.auto.verb,
        input: { ...first.auto.params, as: first.actor },
      };
    return { user: 'gm', path: 'battle start', input: {} };
  }
  if (battle.saved.pending === undefined && first?.auto !== undefined && pick(3) === 0) {
    const each = any(due, pick) ?? first;
    const auto = suggestionFor(battle, each.actor, each.kind);
    if (auto !== undefined)
      return {
        user: battle.saved.table.control[each.actor] ?? 'gm',
        path: auto.verb,
        input: { ...auto.params, as: each.actor },
      };
  }
  for (;;) {
    const order = await randomOrder(t.bare, pick, pick(2) === 0 ? t.hidden : 'Nobody');
    // A player who knows the hidden combatant would give or undo other orders.
    const knows = order.user === 'gm' || order.user === t.owner;
    if (knows && Object.values(order.input).includes(t.hidden)) continue;
    if (order.user !== t.owner || t.owner === 'gm' || order.path !== 'undo') return order;
  }
};
