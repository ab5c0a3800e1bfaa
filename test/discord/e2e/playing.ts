import type { Person } from '../fake/person.ts';
import type { Shown } from '../fake/shown.ts';
import { isRefusal, type Table, versionNow } from './table.ts';
import { type Cast, playersOf } from './table-faults.ts';

/** The awaited combatants, as the panel names them. */
export const awaitedNow = ({ embeds }: Shown): string =>
  embeds
    .flatMap(({ fields = [] }) => fields.flatMap(({ name, value }) => (name === 'Waiting for' ? [value] : [])))
    .join('\n');

/** Verbs in the order in which a player who wants to win would try them. */
export type Tastes = readonly (string | RegExp)[];

const always = ['What can I do?', 'Plans', 'GM', 'Skip', 'Undo …', 'Log', 'Refresh', 'Back'];
/** The awaited user, and the message with their buttons: the panel, or the GM's own panel. */
const turnOf = async (t: Table, cast: Cast): Promise<{ readonly who: Person; readonly on: Shown } | undefined> => {
  const panel = await t.panel();
  const awaited = awaitedNow(panel);
  if (awaited === '') return undefined;
  const first = playersOf(t, cast)
    .map(({ who, runs }) => ({ who, at: Math.min(...runs.map((actor) => indexOf(awaited, actor))) }))
    .toSorted((a, b) => a.at - b.at)[0];
  const gm = Math.min(...cast.gwen.map((actor) => indexOf(awaited, actor)));
  if (first !== undefined && first.at < gm) {
    // A question that only some may read is in the player's private view.
    const open = panel.buttons.some(({ label }) => !always.includes(label)) || optionsOf(panel).length > 0;
    const view = open ? panel : await first.who.press('What can I do?', panel);
    return view && { who: first.who, on: view };
  }
  return { who: t.gwen, on: await t.gwen.slash('/gm panel', t.place) };
};

const indexOf = (text: string, word: string): number => {
  const at = new RegExp(`(^|[^\\w])${word}([^\\w]|$)`).exec(text)?.index;
  return at ?? Number.POSITIVE_INFINITY;
};

const optionsOf = (message: Shown): readonly string[] =>
  message.selects
    .filter(
      ({ placeholder }) =>
        !['Why?', 'Reveal a hidden roll', 'On its turns: stay hidden, or wait for me', 'Who sees rolls'].includes(
          placeholder ?? '',
        ),
    )
    .flatMap(({ options }) => options.map(({ label }) => label));

/** True if the panel shows that the combatant is down. Players do not attack it first. */
const isDown = (panel: string, label: string): boolean =>
  panel.split('\n').some((row) => label !== '' && row.startsWith(`${label}: `) && /unconscious|dead/i.test(row));

const taste = (tastes: Tastes, labels: readonly string[]): readonly string[] => {
  const liked = tastes.flatMap((each) =>
    labels.filter((label) => (each instanceof RegExp ? each.test(label) : label === each)),
  );
  return [...new Set(liked)];
};

/** Gives one order for an awaited combatant, by buttons and selects only. Returns the refusals. */
const oneOrder = async (t: Table, cast: Cast, manner: Manner): Promise<readonly string[]> => {
  const { picks = [], plans = false, offered: saw } = manner;
  const turn = await turnOf(t, cast);
  if (turn === undefined) throw new Error(`Nobody is awaited: ${(await t.panel()).text}`);
  const { who, on } = turn;
  const verbs = who === t.gwen ? (manner.gmVerbs ?? manner.verbs) : manner.verbs;
  const panel = await t.panel();
  const suggests = plans && who !== t.gwen && panel.buttons.some(({ label }) => label === 'Plans');
  const before = await versionNow(t);
  const labels = on.buttons
    .filter(({ label, disabled }) => !always.includes(label) && !disabled)
    .map(({ label }) => label);
  const refused: string[] = [];
  const answers = optionsOf(on);
  if (answers.length > 0) await who.choose([...taste(picks, answers), ...answers][0] ?? '', on);
  if ((await versionNow(t)) !== before) return refused;
  for (const verb of [...(suggests ? ['Plans'] : []), ...new Set([...taste(verbs, labels), ...labels])]) {
    let message = await who.press(verb, verb === 'Plans' ? panel : on);
    for (let depth = 0; depth < 6 && message !== undefined && (await versionNow(t)) === before; depth += 1) {
      saw?.(who.name, verb, optionsOf(message));
      const offered = optionsOf(message).toSorted((a, b) => Number(isDown(on.text, a)) - Number(isDown(on.text, b)));
      const [pick] = [
        ...taste(
          picks,
          offered.filter((each) => !isDown(on.text, each)),
        ),
        ...offered,
      ];
      if (pick === undefined) break;
      message = await who.choose(pick, message);
    }
    if ((await versionNow(t)) !== before) return refused;
    if (message !== undefined && isRefusal(message)) refused.push(`${verb}: ${message.text}`);
  }
  throw new Error(`${who.name} can do nothing: ${on.text} ${labels.join(', ')} ${refused.join(' ')}`);
};

interface Manner {
  readonly verbs: Tastes;
  readonly picks?: Tastes;
  readonly most?: number;
  /** The verbs of the GM’s combatants. Default: `verbs`. */
  readonly gmVerbs?: Tastes;
  /** True if players press Plans and choose the first plan, where there is one. */
  readonly plans?: boolean;
  /** Called with every list that a person gets after pressing a verb. */
  readonly offered?: (who: string, verb: string, labels: readonly string[]) => void;
  /** Stops when the panel contains this. */
  readonly until?: RegExp;
}

/** Plays with the offered buttons until the battle is over. Returns the refusals. */
export const playOut = async (t: Table, cast: Cast, manner: Manner): Promise<readonly string[]> => {
  const { most = 120, until } = manner;
  const refused: string[] = [];
  for (let step = 0; step < most; step += 1) {
    if ((await t.on.stores.battles.byChannel(t.place.id))?.status === 'ended') return refused;
    if (until?.test((await t.panel()).text)) return refused;
    refused.push(...(await oneOrder(t, cast, manner)));
  }
  throw new Error(`No end after ${most} orders: ${(await t.panel()).text}`);
};
