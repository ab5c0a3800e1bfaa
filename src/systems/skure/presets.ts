import { loadPresets } from '../../rules/presets.ts';
import { sheetSchema } from './sheet.ts';

/** Preset classes. Section 8 of RULES.md. */
export const presets = loadPresets(new URL('./presets.json', import.meta.url), sheetSchema);
