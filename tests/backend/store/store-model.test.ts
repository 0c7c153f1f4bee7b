import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, it } from "vitest";
import * as fc from "../../properties";
import { accountStub, newId } from "../fixtures/fleet";
import { type Choice, choice, compare } from "../fixtures/model-compare";
import { createModel, modelOptions, type Step, step, takeStep } from "../fixtures/model-steps";
import { openReadings } from "../fixtures/reading-store";

function lives(steps: Step[]): { step: Step; seq: number }[][] {
	const all: { step: Step; seq: number }[][] = [[]];
	for (const [index, step] of steps.entries()) {
		// The numbers leave room for uploads that are appended late.
		if (step.kind === "evict") all.push([]);
		else all.at(-1)?.push({ step, seq: 10 * (index + 1) + 3 });
	}
	return all;
}

async function liveThrough(steps: Step[], choices: Choice[]): Promise<void> {
	const account = accountStub(newId("account"));
	const model = createModel();
	const options = modelOptions(model);
	for (const [life, ofLife] of lives(steps).entries()) {
		if (life > 0) await evictDurableObject(account);
		await runInDurableObject(account, async (_, state) => {
			let readingStore = openReadings(state, options);
			for (const { step, seq } of ofLife) {
				if (step.kind === "reopen") readingStore = openReadings(state, options);
				else if (step.kind === "read") for (const choice of choices) await compare(readingStore, model.list, choice);
				else await takeStep(readingStore, model, { step, seq });
			}
			for (const choice of choices) await compare(readingStore, model.list, choice);
			readingStore = openReadings(state, options);
			for (const choice of choices) await compare(readingStore, model.list, choice);
		});
	}
}

describe("the log, against a plain list", () => {
	it(
		"returns the same results, after any uploads, judgements, exclusions, flushes, archives, imports, undos, deletions and evictions",
		async () => {
			const steps = fc.array(step, { minLength: 1, maxLength: 40, size: "max" });
			await fc.assert(fc.asyncProperty(steps, fc.array(choice, { minLength: 1, maxLength: 3 }), liveThrough), {
				numRuns: 60,
				endOnFailure: true,
			});
		},
		fc.timeLimit(120_000),
	);
});
