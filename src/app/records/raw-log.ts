import type { LogEntry, SavedBattle } from '../../battle/saved/store.ts';
import { ok, phrase, type Refusal, type Result } from '../../core/message.ts';
import { seedCommitment } from '../../dice/order-dice.ts';
import { card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/event.ts';
import type { Asker } from '../command-kit/command.ts';
import { type CommandAnswer, createPrivateView, type Reply } from '../replies/reply.ts';
import type { Need } from '../services.ts';

const paramsText = (params: unknown): string =>
  Object.entries(Object(params))
    .map(([key, value]) => ` ${key}:${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join('');

const doingText = (doing: unknown): string => {
  const { do: kind, verb, params, ...rest } = Object(doing);
  return verb === undefined ? `${kind}${paramsText(rest)}` : `${verb}${paramsText(params)}`;
};

const requestText = ({ request }: LogEntry): string => {
  switch (request.kind) {
    case 'order':
      return `${request.actor}: ${request.doings.map(doingText).join('; ')}`;
    case 'answer':
      return `answer ${request.choice}`;
    case 'roll':
      return `roll ${request.notation}`;
    case 'table':
      return request.what;
    case 'undo':
      return `undo of ${request.takes.join(', ')}`;
    case 'redo':
      return `redo of ${request.gives.join(', ')}`;
    case 'create':
    case 'withdraw':
    case 'lift':
      return request.kind;
  }
};

/** Describes a log entry by its order and dice alone, because no rulebook can read it. */
const describeEntry = (entry: LogEntry): Line => {
  const dice = entry.dice.map(({ name, sides, value }) => `${name} d${sides} ${value}`).join(', ');
  return line(`${entry.n}. ${requestText(entry)}${dice === '' ? '' : ` (${dice})`}`.slice(0, 300));
};

/** Builds the file of a raw log. Before the battle's end without the seed, which determines future dice. */
const toFile = ({ seed, storeState: _, ...saved }: SavedBattle, log: readonly LogEntry[]): Reply['files'][number] => ({
  name: 'battle-as-written.json',
  content: JSON.stringify({
    format: 'brotherhood-master/as-written@1',
    ...saved,
    commitment: seedCommitment(seed),
    ...(saved.status === 'ended' && { seed }),
    log,
  }),
});

const pageLength = 10;

/** Answers the GM of a battle that cannot be upcast with the battle's raw log. Returns other refusals unchanged. */
export const answerWithRawLog = async (
  asker: Asker,
  refused: Refusal,
  page: number,
  { battles }: Need<'battles'>,
): Promise<CommandAnswer> => {
  const refusal: Result<never> = { ok: false, error: refused };
  if (refused.code !== 'lift-failed') return refusal;
  const there = await battles.readRaw(asker.channel, asker.user);
  if (!there.ok) return refusal;
  const { saved, log } = there.value;
  const pages = Math.max(1, Math.ceil(log.length / pageLength));
  const at = Math.min(page, pages);
  const shown = log.toReversed().slice((at - 1) * pageLength, at * pageLength);
  const title = phrase`${saved.table.name}, raw log, page ${at} of ${pages}`;
  return ok(
    createPrivateView({ cards: [card(title, { lines: shown.map(describeEntry) })], files: [toFile(saved, log)] }),
  );
};
