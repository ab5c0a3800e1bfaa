import { readdirSync, readFileSync } from 'node:fs';
import { type BattleExport, readBattleExport, upcastExport } from '../../src/battle/saved/export.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';

const here = new URL('./', import.meta.url);

/** The saved editions, by number. */
export const editions: readonly string[] = readdirSync(here, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name)
  .toSorted((a, b) => Number(a) - Number(b));

export const rulesetOf = ({ system }: { readonly system: string }): Ruleset => {
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(`There is no rulebook ${system}.`);
  return ruleset;
};

export interface SavedExport {
  readonly name: string;
  /** The export in the shapes of its time. */
  readonly written: BattleExport;
  /** The export in the present edition of its rulebook. */
  readonly battle: BattleExport;
}

/** The battles of an edition. */
export const savedExports = (edition: string): readonly SavedExport[] =>
  readdirSync(new URL(`${edition}/`, here))
    .toSorted()
    .map((file) => {
      const read = readBattleExport(JSON.parse(readFileSync(new URL(`${edition}/${file}`, here), 'utf8')));
      if (!read.ok) throw new Error(`${file}: ${read.error.message}`);
      const { value } = read;
      return {
        name: `${value.end.table.name} (${edition})`,
        written: value,
        battle: upcastExport(rulesetOf(value), value),
      };
    });

/** A value after a round trip through JSON. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
