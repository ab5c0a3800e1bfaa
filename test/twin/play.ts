import type { LogEntry } from '../../src/battle/saved/store.ts';
import { suggestionFor } from '../../src/battle/views/expected-actions.ts';
import { logView } from '../../src/battle/views/log-view.ts';
import { hiddenPartLabel } from '../../src/rules/event.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { any, type Given } from '../app/random-play.ts';
import { type Pick, picker } from '../chance.ts';
import { actForHidden, nextOrder } from './acts.ts';
import { sendRandomQuery } from './queries.ts';
import { findDelayedReveal, findReveal, isVisibleStateEqual, type TwinStep } from './reveals.ts';
import { type Twin, twin } from './table.ts';
import { type Delivery, messagesFor, world } from './world.ts';

/** The result of one battle played in both worlds. */
export interface TwinResult {
  /** Number of texts that were compared. */
  readonly compared: number;
  /** The row at which the rules revealed the hidden combatant. Undefined if they did not. */
  readonly felt: string | undefined;
  /** A difference without a row: the text, and all orders before it. */
  readonly difference: string | undefined;
}

const around = (a: string, b: string): string => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const from = Math.max(0, at - 250);
  return `without: …${a.slice(from, at + 350)}\nwith:    …${b.slice(from, at + 350)}`;
};

type Otherwise = readonly [what: string, bare: string, secret: string];

/** The messages to one user that differ between the worlds since the last call. */
const heardOtherwise = (
  { readers }: Twin,
  bare: readonly Delivery[],
  secret: readonly Delivery[],
): Otherwise | undefined => {
  for (const reader of readers) {
    const [a, b] = [JSON.stringify(messagesFor(bare, reader)), JSON.stringify(messagesFor(secret, reader))];
    if (a !== b) return [`what ${reader} hears`, a, b];
  }
  return undefined;
};

/** A random query of one user whose answers differ between the worlds. */
const foundOtherwise = async (t: Twin, reader: string, pick: Pick): Promise<Otherwise | undefined> => {
  const found = await sendRandomQuery(t, reader, pick);
  return found[1] === found[2] ? undefined : found;
};

/** The default orders of visible combatants that differ between the worlds. */
const suggestedOtherwise = async ({ bare, secret }: Twin): Promise<Otherwise | undefined> => {
  const [a, b] = [await bare.battle(), await secret.battle()];
  if (a.saved.pending !== undefined || b.saved.pending !== undefined) return undefined;
  const there = b.game.expectedActions();
  for (const { actor, kind } of a.game.expectedActions()) {
    if (!there.some((each) => each.actor === actor && each.kind === kind)) continue;
    const [without, told] = [a, b].map((each) => JSON.stringify(suggestionFor(each, actor, kind)) ?? 'nothing');
    if (without !== told) return [`what is done for the absent ${actor}`, without ?? '', told ?? ''];
  }
  return undefined;
};

/** Seconds that pass at once: within a deadline or beyond it. */
const spans = [600, 3600, 5000, 7500] as const;

/** How both worlds are played, and how orders are chosen. */
export interface TwinSetup {
  readonly opened?: typeof world;
  readonly ordered?: typeof nextOrder;
  /** True if the hidden combatant is added during the battle. */
  readonly later?: boolean;
}

/** What others would read in opened hidden rolls. */
const underSeal = async ({ secret }: Twin, entries: readonly LogEntry[]): Promise<readonly string[]> => {
  const sealed = entries.filter(({ rolls }) => rolls !== 'public').map(({ n }) => n);
  if (sealed.length === 0) return [];
  const battle = await secret.battle();
  const table = { ...battle.saved.table, opened: sealed };
  const told = logView({ ...battle, saved: { ...battle.saved, table } }, await secret.log(), 'eve');
  return told.filter(({ entry }) => sealed.includes(entry.n)).map(({ lines }) => JSON.stringify(lines));
};

/** The hidden combatant's entries since the last order of another, which an undo includes. */
const movedSince = (hidden: string, entries: readonly LogEntry[]): readonly LogEntry[] =>
  entries.filter(({ request }) => request.kind === 'order' && request.actor === hidden);

/** The next order. Mostly not one at which the rules would make the worlds differ at once. */
const toGive = async (t: Twin, pick: Pick, ordered: typeof nextOrder): Promise<Given | 'time passes'> => {
  for (let tries = 1; ; tries++) {
    const order = await ordered(t, pick);
    if (order === 'time passes' || ![t.owner, 'gm'].includes(order.user) || tries > 5 || pick(4) === 0) return order;
    if ((await t.hinders(order.user, order.path, order.input)) !== true) return order;
  }
};

/** True for an undo, typed or chosen from the list. */
const takesBack = ({ path, input }: Given): boolean =>
  path === 'undo' || ('label' in input && /^\d+\. /.test(String(input.label)));

/** Plays one battle in both worlds until they may differ, or for the given number of orders. */
export const playTwice = async (
  system: string,
  seed: number,
  orders: number,
  { opened = world, ordered = nextOrder, later = false }: TwinSetup = {},
): Promise<TwinResult> => {
  const pick = picker(seed * 7919 + 13);
  const t = await twin(system, pick, opened, later);
  try {
    return await played(t, seed, orders, ordered, pick);
  } finally {
    await Promise.all([t.bare.close(), t.secret.close()]);
  }
};

/** True if the hidden combatant may be added: from the second round on, while no question is open. */
const canBring = async ({ secret }: Twin): Promise<boolean> => {
  const { game, saved } = await secret.battle();
  return saved.pending === undefined && game.status === 'active' && (game.view(gmViewer).round ?? 0) >= 2;
};

const played = async (
  t: Twin,
  seed: number,
  orders: number,
  ordered: typeof nextOrder,
  pick: Pick,
): Promise<TwinResult> => {
  const { readers } = t;
  let compared = 0;
  let felt: string | undefined;
  // A row for something the hidden combatant did or suffered unseen, which a later count of dice may show.
  let past: string | undefined;
  let apart = false;
  let moved: readonly LogEntry[] = [];
  const differs = ([what, a, b]: Otherwise, step: number): TwinResult => ({
    compared,
    felt,
    difference:
      felt === undefined
        ? `${t.system}, seed ${seed}, order ${step}, ${what}:\n${around(a, b)}\n${t.story.join('\n')}`
        : undefined,
  });
  let { bring } = t;
  for (let step = 0; step < orders; step++) {
    if (bring !== undefined && (await canBring(t)) && (await bring())) bring = undefined;
    const order = await toGive(t, pick, ordered);
    const isTime = order === 'time passes';
    if (isTime) await t.pass(any(spans, pick) ?? 60);
    const done = isTime ? ([true, true] as const) : await t.both(order.user, order.path, order.input);
    const refusal = t.secret.last();
    if (bring === undefined) await actForHidden(t, pick);
    const said = [t.bare.said(), t.secret.said()] as const;
    const [without, told] = said.map((all) => readers.flatMap((reader) => messagesFor(all, reader)));
    const [bare, secret] = [await t.bare.entries(), await t.secret.entries()];
    const stretch = async (): Promise<TwinStep> => ({
      ...{ bare, done, refusal },
      secret: !isTime && takesBack(order) ? [...moved, ...secret] : secret,
      byGm: !isTime && (order.user === 'gm' || order.user === t.owner),
      told: [...(told ?? []).filter((text) => without?.includes(text) !== true), ...(await underSeal(t, secret))],
    });
    if (!apart && !(await isVisibleStateEqual(t))) {
      apart = true;
      felt = await findReveal(t, await stretch());
      t.story.push(`    *** apart: ${felt ?? `for no reason of the rules ${refusal}`}`);
    }
    const ended = [await t.bare.battle(), await t.secret.battle()].some(({ saved }) => saved.status === 'ended');
    // After the end of a battle everything is revealed.
    if (ended) return { compared, felt: felt ?? 'the end', difference: undefined };
    const heard = heardOtherwise(t, ...said);
    compared += readers.length;
    // An effect on the hidden combatant may be visible even if nothing came of it.
    if (heard !== undefined) {
      felt ??= await findReveal(t, await stretch());
      return differs(heard, step);
    }
    past ??= await findDelayedReveal(t, await stretch());
    const suggested = await suggestedOtherwise(t);
    if (suggested !== undefined) return differs(suggested, step);
    for (const reader of readers.filter(() => pick(2) === 0)) {
      const found = await foundOtherwise(t, reader, pick);
      compared++;
      if (found === undefined) continue;
      // Something too small for a line of its own may be in a log.
      const isTold = found[2].includes(hiddenPartLabel) && !found[1].includes(hiddenPartLabel);
      felt ??= isTold ? 'something hidden' : past;
      return differs(found, step);
    }
    moved = [...(bare.length > 0 ? [] : moved), ...movedSince(t.hidden, secret)];
  }
  return { compared, felt, difference: undefined };
};
