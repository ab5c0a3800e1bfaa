import type { UpcastNotices } from '../../battle/commit/battle-loader.ts';
import type { SavedBattle } from '../../battle/saved/store.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import type { NoticeStore } from '../../campaign/notices.ts';
import { phrase } from '../../core/message.ts';
import { type Card, card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { directMessage } from './outbox-items.ts';
import type { OutboxRelay } from './outbox-relay.ts';

interface Parts {
  readonly notices: NoticeStore;
  readonly outbox: Pick<OutboxRelay, 'withLease' | 'noteWritten'>;
  readonly now: () => number;
  /** For the log of whoever runs the bot. */
  readonly onError: (problem: unknown) => void;
}

const linked = ({ table, guild, channel }: SavedBattle, shown: Card): Card => ({
  ...shown,
  links: [{ label: table.name, guild, channel }],
});

/** Tells those concerned that a battle was brought to the present editions, or that it could not be. */
export const createUpcastNotices = ({ notices, outbox, now, onError }: Parts): UpcastNotices => ({
  upcast: (report: OrderReport) => {
    const { saved } = report.after;
    const [event] = report.entry.table;
    if (event?.type !== 'lifted' || (event.withdrew === undefined && event.kept.length === 0)) return [];
    const concerned = new Set([saved.table.gm, ...(event.withdrew === undefined ? [] : [event.withdrew.user])]);
    return [...concerned].map((user) => {
      const shown = card(phrase`${saved.table.name}: the bot was updated`, { lines: report.lines(user) });
      const once = `${saved.id} ${report.entry.orderId} ${user}`;
      return directMessage(once, user, { cards: [linked(saved, shown)] }, 'press');
    });
  },
  failed: async (saved, problem) => {
    const { id, system, edition, table } = saved;
    const says =
      'The bot was updated, but this battle could not be converted. It is unchanged and nothing is lost: read it with /log, save it with /battle export, and tell the person who runs the bot.';
    const shown = card(phrase`${table.name} must wait for a fix of the bot`, { tone: 'bad', lines: [line(says)] });
    const said = outbox.withLease([
      directMessage(`${id} lift ${problem}`, table.gm, { cards: [linked(saved, shown)] }, 'press'),
    ]);
    const { guild, channel } = saved;
    const placed = said && { guild, channel, messages: said };
    if (!(await notices.note(id, `lift ${problem}`.slice(0, 200), now(), placed))) return;
    outbox.noteWritten(saved, said);
    onError(
      new Error(`The battle ${id} (${system}, edition ${edition.house}.${edition.rules}) cannot be lifted: ${problem}`),
    );
  },
});
