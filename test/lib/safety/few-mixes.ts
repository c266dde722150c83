/** Stryker runs every test once per mutant: 20,000 mixes each time would take days, and the tables kill most mutants. */
process.env.SAFETY_RUNS ??= '30';
