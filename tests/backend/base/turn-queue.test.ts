import { describe, expect, it, vi } from "vitest";
import { turnOfEach } from "../../../backend/account-context";
import { procedureFor, router } from "../../../backend/base/trpc";
import { createTurnQueue } from "../../../backend/base/turn-queue";
import * as fc from "../../properties";

function heldPauses() {
	const held: (() => void)[] = [];
	return {
		pause: () => new Promise<void>((resolve) => void held.push(resolve)),
		async pass(): Promise<void> {
			held.shift()?.();
			for (let turn = 0; turn < 10; turn += 1) await null;
		},
	};
}

describe("turns", () => {
	it("cost nothing while none waits", async () => {
		const { pause } = heldPauses();
		await createTurnQueue(pause).next();
	});

	it("come one at a time, in the order of the requests", async () => {
		const { pause, pass } = heldPauses();
		const turnQueue = createTurnQueue(pause);
		const said: number[] = [];
		for (const number of [1, 2, 3]) void turnQueue.next().then(() => said.push(number));
		await null;
		expect(said).toEqual([1]);
		await pass();
		expect(said).toEqual([1, 2]);
		await pass();
		expect(said).toEqual([1, 2, 3]);
	});

	it("wait for prior work, and not for ever", async () => {
		const { pause, pass } = heldPauses();
		const turnQueue = createTurnQueue(pause);
		const said: string[] = [];
		const ended = Promise.withResolvers<void>();
		void turnQueue.next().then(() => said.push("a list"));
		void turnQueue.next().then(() => said.push("another"));
		void turnQueue.first(async () => {
			said.push("an upload");
			await ended.promise;
		});
		await null;
		for (let round = 0; round < 5; round += 1) await pass();
		expect(said).toEqual(["an upload", "a list"]);
		ended.resolve();
		await ended.promise;
		await pass();
		await pass();
		expect(said).toEqual(["an upload", "a list", "another"]);

		void turnQueue.first(() => new Promise(() => {}));
		void turnQueue.next().then(() => said.push("a third"));
		for (let round = 0; round < 30; round += 1) await pass();
		expect(said.at(-1)).toBe("a third");
	});

	it("go on after something that went first has failed", async () => {
		const { pause, pass } = heldPauses();
		const turnQueue = createTurnQueue(pause);
		await expect(turnQueue.first(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
		let isDone = false;
		void turnQueue.next().then(() => {
			isDone = true;
		});
		await pass();
		expect(isDone).toBe(true);
	});

	it("give at most one turn between two pauses, and all of them in the end", async () => {
		const step = fc.constantFrom("ask", "upload", "pass");
		await fc.assert(fc.asyncProperty(fc.array(step), runsAlone));
	});
});

async function runsAlone(steps: string[]): Promise<void> {
	const { pause, pass } = heldPauses();
	const turnQueue = createTurnQueue(pause);
	let [requested, had, sincePause] = [0, 0, 0];
	for (const step of steps) {
		if (step === "pass") {
			sincePause = 0;
			await pass();
		} else if (step === "upload") {
			await turnQueue.first(async () => {});
		} else {
			requested += 1;
			void turnQueue.next().then(() => {
				had += 1;
				sincePause += 1;
			});
			await null;
		}
		expect(sincePause).toBeLessThanOrEqual(1);
	}
	for (let rest = 0; rest <= requested; rest += 1) await pass();
	expect(had).toBe(requested);
}

describe("the queries of one request", () => {
	it.each([
		["take a turn each where the account is large, but for the one that the request came in", true, 2],
		["take none more where it is small", false, 0],
	])("take turns by the size of the account: %s", async (_, isLarge, requested) => {
		const next = vi.fn(async () => {});
		const nextQuery = turnOfEach({ turnQueue: { next }, cachedDevices: { isLarge: () => isLarge } });
		const member = { kind: "member", user: { status: "active", role: "viewer" }, secondStepFrom: null, nextQuery };
		const calls = router({ read: procedureFor("viewFleet").query(() => null) });
		const caller = calls.createCaller(member as never);
		await Promise.all([caller.read(), caller.read(), caller.read()]);
		expect(next).toHaveBeenCalledTimes(requested);
	});
});
