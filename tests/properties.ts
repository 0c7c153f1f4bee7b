/// <reference types="vite/types/importMeta.d.ts" />
import * as fc from "fast-check";

// Whatever asserts a property imports fast-check from here: the check must answer the same for the same code, and
// `npm run explore` looks for new counterexamples. Vite hands on variables of this prefix, into workerd too.
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

/** The time limit of a test that asserts properties and needs more than is usual. */
export const timeLimit = (ms: number): number => ms * times;
