/** The oracle at full size, for the tier that has the time; `npm test` draws fewer mixes. */
process.env.SAFETY_RUNS ??= '20000';
