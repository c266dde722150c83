/** Writes checker/facts.json, the fact rows that the checker of certificates reads, from the tables. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkerFacts } from '../src/lib/verify/certificate/facts';

writeFileSync(resolve(__dirname, '..', 'checker', 'facts.json'), checkerFacts());
