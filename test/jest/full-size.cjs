/** Mixes of the oracle, and things of which there are many, at full size, for the tier that has the time; `npm test` takes fewer. */
process.env.SAFETY_RUNS ??= '20000';
process.env.GROWTH_FROM ??= '200';
