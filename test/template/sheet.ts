import { z } from 'zod';

export const sheetSchema = z.strictObject({ skill: z.int().min(0).max(20), hp: z.int().min(1).max(99) });
export type Sheet = z.output<typeof sheetSchema>;
