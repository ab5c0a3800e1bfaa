import type { z } from 'zod';

/** Settings that stand together to whoever reads them; of each the title, the sentence and the rule stand where it is declared. */
export const settingGroup = <Shape extends Record<string, z.ZodType>>(group: string, shape: Shape): Shape => {
  const grouped = Object.entries(shape).map(([key, setting]) => [key, setting.meta({ ...setting.meta(), group })]);
  return Object.fromEntries(grouped) as Shape;
};
