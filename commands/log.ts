import { z } from 'zod';
import { asWritten } from '../src/app/as-written.ts';
import { command } from '../src/app/command.ts';
import { otherCombatants } from '../src/app/completing.ts';
import { filtered, logKinds } from '../src/app/log-filter.ts';
import { type Control, type Press, reply } from '../src/app/reply.ts';
import type { Told } from '../src/battle/chronicle.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { combatant, flag, oneOf, person, text, whole } from '../src/rules/params.ts';

const pageLength = 10;

const button = (label: string, input: Press['input']): Control => ({
  kind: 'button',
  label,
  style: 'secondary',
  press: { path: ['log'], input },
});

const linesOf = ({ number, lines }: Told) =>
  lines.map((each, index) => line(index === 0 ? `${number}. ${each.text}` : each.text, each.tone));

/** One entry with every step, and ways to its neighbours and to its page. */
const oneEntry = (fitting: readonly Told[], at: number, kept: Press['input']) => {
  const [told, older, newer] = [fitting[at], fitting[at + 1], fitting[at - 1]];
  const controls = [
    ...(newer === undefined ? [] : [button('Newer', { ...kept, entry: newer.number })]),
    button('Its page', { ...kept, page: Math.floor(at / pageLength) + 1 }),
    ...(older === undefined ? [] : [button('Older', { ...kept, entry: older.number })]),
  ];
  return { cards: [card(`Entry ${told?.number}`, { lines: told?.lines ?? [] })], controls: [controls] };
};

/** A page of entries, and a list to jump to one of them. */
const onePage = (fitting: readonly Told[], page: number, kept: Press['input']) => {
  const pages = Math.max(1, Math.ceil(fitting.length / pageLength));
  const at = Math.min(page, pages);
  const shown = fitting.slice((at - 1) * pageLength, at * pageLength);
  const turns = [
    ...(at > 1 ? [button('Newer', { ...kept, page: at - 1 })] : []),
    ...(at < pages ? [button('Older', { ...kept, page: at + 1 })] : []),
    ...(at < pages - 1 ? [button('The beginning', { ...kept, page: pages })] : []),
  ];
  const options = shown.map(({ number, lines: [first] }) => ({
    value: String(number),
    label: `${number}. ${first?.text ?? ''}`.slice(0, 100),
  }));
  const jump: Control = {
    kind: 'select',
    label: 'Every step of …',
    options,
    option: 'entry',
    press: { path: ['log'], input: kept },
  };
  const title = fitting.length === 0 ? 'The log has nothing like that' : `Log, page ${at} of ${pages}`;
  return {
    cards: [card(title, { lines: shown.flatMap(linesOf) })],
    controls: [...(turns.length === 0 ? [] : [turns]), ...(options.length === 0 ? [] : [[jump]])],
  };
};

export const log = command({
  path: ['log'],
  summary: 'What happened so far, as you may know it',
  params: z.strictObject({
    page: whole('Page, counted from the newest', 1, 100_000).optional(),
    entry: whole('One entry with every step', 1, 1_000_000).optional(),
    round: whole('Only this round', 0, 100_000).optional(),
    combatant: combatant('Only entries that tell of this one').optional(),
    person: person('Only what this person gave').optional(),
    kind: oneOf('Only entries of this kind', logKinds).optional(),
    about: text('Only entries with these words', 40).optional(),
    public: flag('Show it to everybody, as everybody may know it').optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'combatant' ? otherCombatants(asker, typed, services, 'all') : [],
  run: async (asker, { page, entry: wanted, public: open, ...filter }, services) => {
    const reader = open ? undefined : asker.user;
    const told = await services.battles.chronicle(asker.channel, reader);
    if (!told.ok) return asWritten(asker, told.error, page ?? 1, services);
    const fitting = filtered(told.value, filter, reader).toReversed();
    const kept: Press['input'] = Object.fromEntries(
      Object.entries({ ...filter, public: open }).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      ),
    );
    const at = wanted === undefined ? undefined : fitting.findIndex(({ number }) => number === wanted);
    if (at === -1) return refuse('no-such-entry', { n: wanted ?? 0 });
    const shown = at === undefined ? onePage(fitting, page ?? 1, kept) : oneEntry(fitting, at, kept);
    // Turning pages stays in one message.
    const turned = page !== undefined || wanted !== undefined;
    return ok(reply({ ...shown, to: open ? 'everyone' : 'asker', replaces: turned }));
  },
});
