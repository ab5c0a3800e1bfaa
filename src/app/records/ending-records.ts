import type { OpenBattle } from '../../battle/saved/store.ts';
import { phrase, type Result } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { button, type OrderResult } from '../replies/reply.ts';
import type { Need } from '../services.ts';

export type RecordServices = Need<'records' | 'webLinks'>;

type OpenEnded = () => Promise<Result<OpenBattle>>;

/** Maximum number of defeats that the message lists. The record files list all defeats. */
const maxDefeats = 25;

const loadEnding = async (open: OpenEnded, { records }: Pick<RecordServices, 'records'>) => {
  const battle = await open();
  if (!battle.ok || battle.value.saved.status !== 'ended') return undefined;
  const ending = await records('ending', battle.value, {});
  return ending.ok ? ending.value : undefined;
};

/** Adds to the order result that ended a battle: defeats, record files if possible, a rematch button, and a link. */
export const withEndingRecords = async (
  reply: OrderResult,
  open: OpenEnded,
  services: RecordServices,
): Promise<OrderResult> => {
  const { felled = [], files = [] } = (await loadEnding(open, services).catch(() => undefined)) ?? {};
  const left = felled.length - maxDefeats;
  const lines = [
    ...felled.slice(0, maxDefeats).map((each) => line(each)),
    ...(left > 0 ? [line(phrase`And ${left} more, listed in the files.`, 'quiet')] : []),
  ];
  const { webLinks } = services;
  return {
    ...reply,
    cards: [
      ...reply.cards,
      ...(lines.length === 0 ? [] : [card('Who went down or left', { lines })]),
      ...(webLinks === undefined
        ? []
        : [card('', { links: [{ label: 'Watch the replay in your browser', url: webLinks.replay(reply.battle) }] })]),
    ],
    controls: [
      ...reply.controls.slice(0, 4),
      [button('Play again', { path: ['battle', 'again'], input: { of: reply.battle } })],
    ],
    files: [...reply.files, ...files],
  };
};
