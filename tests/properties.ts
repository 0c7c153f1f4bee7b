/// <reference types="vite/types/importMeta.d.ts" />
import * as fc from "fast-check";

// Tests with properties import fast-check from here: the check runs the same inputs for the same code, and `npm run explore` looks for new
// counterexamples. Vite passes variables of this prefix on, also into workerd.
const seed = Number(import.meta.env.VITE_PROPERTY_SEED ?? 1);
const times = Number(import.meta.env.VITE_PROPERTY_TIMES ?? 1);
const usualRuns = 100;

export * from "fast-check";

/** As fast-check's, but with the check's seed and number of runs, or those of the exploration. */
export function assert<Input>(property: fc.IAsyncProperty<Input>, parameters?: fc.Parameters<Input>): Promise<void>;
export function assert<Input>(property: fc.IProperty<Input>, parameters?: fc.Parameters<Input>): void;
export function assert<Input>(
	property: fc.IRawProperty<Input>,
	{ numRuns = usualRuns, ...parameters }: fc.Parameters<Input> = {},
): Promise<void> | void {
	return fc.assert(property, { seed, ...parameters, numRuns: numRuns * times });
}

export const timeLimit = (ms: number): number => ms * times;
