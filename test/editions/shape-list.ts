import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { currentControlEdition } from '../../src/app/editions/presses.ts';
import { appEdition } from '../../src/battle/editions/app-edition.ts';
import { rulesets } from '../../src/systems/index.ts';
import { savedShapes } from './saved-shapes.ts';

const shapesSchema = z.object({
  house: z.record(z.string(), z.unknown()),
  systems: z.record(z.string(), z.record(z.string(), z.unknown())),
});

const digest = (shape: unknown): string =>
  createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 16);

const list = new URL('./shapes.txt', import.meta.url);

/** Every saved shape with its edition and a digest: `skure.state 2 1f0e…`. */
export const currentShapes = (): readonly string[] => {
  const { house, systems } = shapesSchema.parse(savedShapes());
  const rows = (of: string, edition: number, shapes: Readonly<Record<string, unknown>>): readonly string[] =>
    Object.entries(shapes).map(([name, shape]) => `${of}.${name} ${edition} ${digest(shape)}`);
  return [
    ...rows('house', appEdition, house),
    ...rulesets.flatMap(({ id, editions }) => rows(id, editions.present, systems[id] ?? {})),
    `controls.id ${currentControlEdition} -`,
  ];
};

/** The recorded list of shapes. */
export const recordedShapes = (): readonly string[] => readFileSync(list, 'utf8').trimEnd().split('\n');

if (process.argv[1] === import.meta.filename) writeFileSync(list, `${currentShapes().join('\n')}\n`);
