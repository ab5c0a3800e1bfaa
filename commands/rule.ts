import { z } from 'zod';
import { command } from '../src/app/commands/command.ts';
import { answerTo } from '../src/app/replies/reply.ts';
import { type FoundRule, settingsInForce } from '../src/app/rule-search.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { flag, text } from '../src/rules/params.ts';

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 1500);

const ruleCard = ({ entry }: FoundRule, inForce: readonly string[]) =>
  card(`${entry.id}: ${plain(entry.title)}`.slice(0, 250), {
    lines: [line(plain(entry.text)), ...inForce.map((setting) => line(`At this table: ${setting}`, 'good'))],
  });

export const rule = command({
  path: ['rule'],
  summary: 'What does the rule say? By id, or by words',
  params: z.strictObject({
    words: text('An id like SK-ATK-3, or words like flank', 100),
    public: flag('Show it to everybody').optional(),
  }),
  complete: async (asker, option, typed, _soFar, { battles, rulesets, findRules }) => {
    if (option !== 'words') return [];
    const battle = await battles.open(asker.channel);
    const system = battle.ok ? battle.value.ruleset.id : undefined;
    const found =
      typed.trim() === ''
        ? rulesets.filter(({ id }) => system === undefined || id === system).flatMap(({ rules }) => rules.slice(0, 25))
        : findRules(typed, system).map(({ entry }) => entry);
    return found.slice(0, 25).map(({ id, title }) => ({ value: id, label: `${id}: ${plain(title)}`.slice(0, 100) }));
  },
  run: async (asker, { words, public: open }, { battles, findRules, rulesets }) => {
    const battle = await battles.open(asker.channel);
    const system = battle.ok ? battle.value.ruleset.id : undefined;
    const found = findRules(words, system);
    const [first, ...others] = found.length > 0 ? found : findRules(words, undefined);
    if (first === undefined) return refuse('no-such-rule', { words, example: rulesets[0]?.rules[0]?.id ?? 'SK-ATK-3' });
    const chosen = battle.ok && battle.value.ruleset.id === first.ruleset.id ? battle.value.saved.table.settings : {};
    const more = others
      .slice(0, 10)
      .map(({ entry }) => ({ label: `${entry.id}: ${plain(entry.title)}`.slice(0, 100), value: entry.id }));
    const exact = first.entry.id.toLowerCase() === words.trim().toLowerCase();
    return ok(
      answerTo({
        cards: [ruleCard(first, settingsInForce(first.ruleset, first.entry, chosen))],
        to: open ? 'everyone' : 'asker',
        controls:
          exact || more.length === 0
            ? []
            : [
                [
                  {
                    kind: 'select',
                    label: 'Other rules',
                    options: more,
                    option: 'words',
                    press: { path: ['rule'], input: {} },
                  },
                ],
              ],
      }),
    );
  },
});
