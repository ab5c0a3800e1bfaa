/** Whether this install leaves development out: `npm ci --omit=dev`, or anything with `NODE_ENV=production`. */
export const isProduction =
  (process.env.npm_config_omit ?? '').split(/[\s,]+/).includes('dev') || process.env.NODE_ENV === 'production';
