import { phrase } from '../core/message.ts';
import type { Line } from '../rules/event.ts';
import { type Card, card } from './card.ts';
import { toneOf } from './lines-text.ts';

/** What came of an order, and who is next. */
export const resultCard = (title: string, lines: readonly Line[], next?: string): Card =>
  card(title, { tone: toneOf(lines), lines, footer: next === undefined ? undefined : phrase`Next: ${next}` });
