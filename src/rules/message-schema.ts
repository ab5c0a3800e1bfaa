import { z } from 'zod';
import type { Text } from '../core/message.ts';

const refSchema = z.strictObject({ ref: z.string(), masked: z.literal(true).optional() });

/** A text as it is saved. */
export const textSchema: z.ZodType<Text> = z.union([
  z.string(),
  refSchema,
  z.strictObject({
    say: z.array(z.string()),
    get with() {
      return z.array(textSchema);
    },
  }),
]);
