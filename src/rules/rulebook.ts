import { existsSync, readFileSync } from 'node:fs';

/** One rule of a rulebook, as `/rule` shows it. */
export interface RuleEntry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** A short version for players, without codes, setting keys and sources. Undefined if it is not written yet. */
  readonly plain?: { readonly title: string; readonly text: string };
  /** Questions that this rule answers, in the words of players. */
  readonly asked?: readonly string[];
}

const idPattern = '[A-Z]{2,6}(?:-[A-Z]+)+-\\d+|RULING-\\d+';
/** Matches a list rule: `- **SK-GEN-1** (G) text`, `**SW-FLOW-1** (seed) — text`, ``- `SW-RUL-1` **Title.** text``. */
const bullet = new RegExp(`^(?:(?:- )?\\*\\*|- \`)(${idPattern})(?:\\*\\*|\`)\\s*(.*)$`);
/** Matches a rule in a table: `| SK-RUL-1 | text | more |`. */
const row = new RegExp(`^\\|\\s*(?:\\*\\*)?(${idPattern})(?:\\*\\*)?\\s*\\|(.*)\\|\\s*$`);
/** Matches the kind after a rule's id: `` `def` ``, `(G)`, `*(state)*` or a dash. It is not part of the rule's text. */
const kind = /^(?:`\w+`|[*_]?\((?:[A-Za-z]+)\)[*_]?)?\s*[—–-]?\s*/;
const firstSentence = /^(?:\*{1,2}([^*]+?)[.,:]?\*{1,2}|_([^_]+?)[.,:]?_)\s*(.*)$/s;

const titled = (id: string, body: string, title?: string): RuleEntry => {
  const text = body.replace(kind, '').trim();
  const [, bold, slanted, rest] = firstSentence.exec(text) ?? [];
  const own = bold ?? slanted;
  // Bold words are not a title if the sentence goes on: `**Cut**, hit or miss`.
  return own !== undefined && rest !== undefined && !/^[,:;]/.test(rest) && !/[,:;]$/.test(own)
    ? { id, title: own, text: rest === '' ? own : rest }
    : { id, title: title ?? text.split(/(?<=[.;:])\s/)[0]?.slice(0, 90) ?? id, text };
};

/** Parses a rulebook's rules from Markdown. If an id occurs twice, the shorter text is the title. */
export const parseRulebook = (markdown: string): readonly RuleEntry[] => {
  const bodies = new Map<string, string>();
  const short = new Map<string, string>();
  let open: string | undefined;
  for (const each of markdown.split('\n')) {
    const [, id, rest = ''] = bullet.exec(each) ?? [];
    const [, rowId, cells = ''] = row.exec(each) ?? [];
    if (id !== undefined) {
      bodies.set(id, rest);
      open = id;
    } else if (rowId !== undefined) {
      open = undefined;
      const text = cells
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .join(' · ');
      const [longer, shorter] = [bodies.get(rowId) ?? '', text].toSorted((a, b) => b.length - a.length);
      bodies.set(rowId, longer ?? text);
      if (shorter) short.set(rowId, shorter.split(' · ')[0] ?? shorter);
    } else if (/^(#|---)/.test(each)) open = undefined;
    else if (open !== undefined) bodies.set(open, `${bodies.get(open)}\n${each}`);
  }
  return [...bodies].map(([id, body]) => titled(id, body, short.get(id)));
};

/** Matches questions that a rule answers: `- How do I hit? What do I roll? SK-ATK-8`. */
const questions = new RegExp(`^- (.+\\?) (${idPattern})$`);

/**
 * Adds the short versions for players to rules, and the questions that each rule answers. `forPlayers` is Markdown with
 * lines like `- **SK-GEN-1** *Title.* text`.
 */
export const withPlayerTexts = (rules: readonly RuleEntry[], forPlayers: string): readonly RuleEntry[] => {
  const plain = new Map(parseRulebook(forPlayers).map(({ id, title, text }) => [id, { title, text }]));
  const asked = new Map<string, readonly string[]>();
  for (const each of forPlayers.split('\n')) {
    const [, says = '', id] = questions.exec(each) ?? [];
    if (id !== undefined) asked.set(id, [...(asked.get(id) ?? []), ...says.split(/(?<=\?) /)]);
  }
  return rules.map((entry) => {
    const said = plain.get(entry.id);
    return { ...entry, ...(said && { plain: said }), asked: asked.get(entry.id) ?? [] };
  });
};

/** Loads a rulebook's RULES.md, and the short versions for players in PLAYERS.md beside it. */
export const loadRulebook = (file: URL): readonly RuleEntry[] => {
  const forPlayers = new URL('./PLAYERS.md', file);
  const rules = parseRulebook(readFileSync(file, 'utf8'));
  return existsSync(forPlayers) ? withPlayerTexts(rules, readFileSync(forPlayers, 'utf8')) : rules;
};
