import { readTranscript, replayed, transcriptNames } from '../transcripts/transcript.ts';
import type { Sentence } from './scan.ts';
import { dictionaryOf, keyOf } from './table.ts';

/** The lines that the bot says in a transcript. Each is the list of its sentences, by key. */
export interface SaidLines {
  readonly transcript: string;
  readonly lines: readonly (readonly string[])[];
}

/** How often a sentence is said in the transcripts, and once with its placeholders filled. */
export interface Said {
  readonly count: number;
  readonly example: string;
}

/** Invisible characters around each sentence: one for its place in the table, and one for its end. */
const firstMark = 0xf0000;
const endMark = '\u{10fffd}';

interface OpenSentence {
  readonly key: string;
  text: string;
}

/** Plays transcripts, by default all, and finds the sentences in their answers by marks around them. */
export const playedSentences = async (
  table: readonly Sentence[],
  names = transcriptNames,
): Promise<{ readonly said: ReadonlyMap<string, Said>; readonly transcripts: readonly SaidLines[] }> => {
  const keys = table.map(keyOf);
  const place = new Map(keys.map((key, index) => [key, index]));
  const dictionary = dictionaryOf(
    'en',
    table,
    (template, sentence) =>
      `${String.fromCodePoint(firstMark + (place.get(keyOf(sentence)) ?? 0))}${template}${endMark}`,
  );
  const said = new Map<string, Said>();
  const sentencesOf = (line: string, open: OpenSentence[]): readonly string[] => {
    const found: string[] = [];
    for (const letter of line) {
      const key = keys[(letter.codePointAt(0) ?? 0) - firstMark];
      if (key !== undefined) {
        found.push(key);
        open.push({ key, text: '' });
      } else if (letter === endMark) {
        const ended = open.pop();
        if (ended === undefined) continue;
        const { count = 0, example = ended.text } = said.get(ended.key) ?? {};
        said.set(ended.key, { count: count + 1, example });
        for (const around of open.slice(-1)) around.text += ended.text;
      } else for (const around of open.slice(-1)) around.text += letter;
    }
    return found;
  };
  const transcripts: SaidLines[] = [];
  for (const name of names) {
    const { text } = await replayed(readTranscript(name), undefined, dictionary);
    let open: OpenSentence[] = [];
    const lines = text.split('\n').map((line) => {
      if (line.startsWith('>')) open = [];
      return sentencesOf(line, open);
    });
    transcripts.push({ transcript: name, lines: lines.filter((each) => each.length > 0) });
  }
  return { said, transcripts };
};
