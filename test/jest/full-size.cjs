/** Mixes of the oracle, things of which there are many, odd values, verdicts about other projects: at full size, for the tier that has the time. */
process.env.SAFETY_RUNS ??= '20000';
process.env.GROWTH_FROM ??= '200';
process.env.VERDICTS_SHARE ??= '1';
// Nothing that was read before is taken for what is read now (remembered.cjs).
process.env.READ_ANEW ??= '1';
process.env.ODD_VALUES ??= '1000';
