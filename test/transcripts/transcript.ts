import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPresetDice, type PresetDice } from '../../src/battle/decide/hand-dice.ts';
import type { LineOutcome } from '../../src/console/practice-table.ts';
import type { Dictionary } from '../../src/core/message.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { createPracticeApp } from '../../src/wiring/practice-app.ts';

/** The files with transcripts. */
export const transcriptNames: readonly string[] = readdirSync(import.meta.dirname).filter((name) =>
  name.endsWith('.txt'),
);

export const readTranscript = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The text of a replayed battle, and its differences from the transcript. */
export interface Replayed {
  readonly text: string;
  /** Unexpected refusals, missing refusals, and unused dice. */
  readonly slips: readonly string[];
}

/** Preset dice in portions: the next portion follows when the last one is used up. */
const portions = () => {
  let now = createPresetDice([]);
  const ready: PresetDice = { remaining: () => now.remaining(), spend: (count) => now.spend(count) };
  return {
    ready,
    lay: (values: readonly number[]) => {
      now = createPresetDice([...now.remaining(), ...values]);
    },
  };
};

/** `! CODE as ada: /…` expects to be refused. */
const expectation = /^!\s*(?:([A-Za-z_-]+)(?=\s+(?:as\s|\/))\s*)?/;

/** This note is omitted, since all dice of a transcript are preset. */
const byHand = 'The dice were rolled by hand.';
const linesOf = (heard: LineOutcome): readonly string[] =>
  'text' in heard ? heard.text.split('\n').filter((line) => line.trim() !== byHand) : [];

/** The lines that people wrote: titles, dice, orders. All others are answers. */
const isTyped = (line: string): boolean => /^(?:#|~|>)/.test(line);

const when = Date.UTC(2026, 0, 1);

/**
 * Replays the orders of a transcript (`> as ada: /move D4`) with its dice (`~ 55 80`) and writes today's answers;
 * `after` may ask more after each order. Ids, seed and time are fixed, so the same orders give the same text.
 */
export const replayed = async (
  transcript: string,
  after?: (heard: LineOutcome, hear: (typed: string) => Promise<LineOutcome>) => Promise<void>,
  dictionary?: Dictionary,
): Promise<Replayed> => {
  const { ready: presetDice, lay } = portions();
  const seed = () => '5eed'.repeat(16);
  const slips: string[] = [];
  let orders = 0;
  const { table } = createPracticeApp({
    stores: createMemoryStores(),
    now: () => when,
    newId: () => `order-${++orders}`,
    style: { colour: false },
    presetDice,
    seed,
    ...(dictionary && { languages: [dictionary], locale: dictionary.language }),
    onError: (problem) => slips.push(String(problem)),
  });
  const lines: string[] = [];
  for (const line of transcript.split('\n').filter(isTyped)) {
    if (line.startsWith('#')) {
      lines.push(...(lines.length === 0 || lines.at(-1)?.startsWith('#') ? [] : ['']), line);
      continue;
    }
    if (line.startsWith('~')) {
      if (presetDice.remaining().length > 0)
        slips.push(`before ${line}: ${presetDice.remaining().join(' ')} not rolled`);
      lay((line.match(/\d+/g) ?? []).map(Number));
      lines.push('', line);
      continue;
    }
    const typed = line.slice(1).trim();
    const [expected, code] = expectation.exec(typed) ?? [];
    const heard = await table.handleLine(expected === undefined ? typed : typed.slice(expected.length));
    lines.push(...(lines.at(-1)?.startsWith('~') ? [] : ['']), line, ...linesOf(heard));
    if ((heard.kind === 'refused') !== (expected !== undefined))
      slips.push(`${line} → ${'text' in heard ? heard.text : heard.kind}`);
    else if (heard.kind === 'refused' && code !== undefined && code !== heard.code)
      slips.push(`${line} → ${heard.code}`);
    await after?.(heard, table.handleLine);
  }
  if (presetDice.remaining().length > 0) slips.push(`at the end: ${presetDice.remaining().join(' ')} not rolled`);
  return { text: `${lines.join('\n').trim()}\n`, slips };
};
