import { describe, expect, it } from "vitest";
import { DomainError } from "../../../backend/base/errors";
import { createReadTurnQueue } from "../../../backend/base/read-turn-queue";
import type { ReadBudget } from "../../../backend/base/reading-store";

function heldTurns() {
	const clock = { now: 0 };
	const pauses: (() => void)[] = [];
	const pause = () => new Promise<void>((resolve) => pauses.push(resolve));
	const turns = createReadTurnQueue({ now: () => clock.now, pause });
	const letGo = async () => {
		pauses.shift()?.();
		for (let step = 0; step < 20; step += 1) await Promise.resolve();
	};
	return { turnQueue: turns, clock, pauses, letGo };
}

const slice = 40_000;

async function read(pace: ReadBudget, slices: number, done: (slice: number) => void): Promise<string> {
	try {
		for (let count = 1; count <= slices; count += 1) {
			await pace.spent(slice);
			done(count);
		}
		return "read";
	} catch (error) {
		return error instanceof DomainError ? error.code : "another";
	}
}

describe("long reads", () => {
	it("go on at once while they are short, all calls of a batch together", () => {
		const { turnQueue: turns, pauses } = heldTurns();
		const batch = turns.batchOf("ana");
		expect([batch.begin().spent(20_000), batch.begin().spent(19_000)]).toEqual([null, null]);
		expect(pauses).toHaveLength(0);
		expect(batch.begin().spent(1_000)).toBeInstanceOf(Promise);
	});

	it("pause before each further slice, one of all people at a time", async () => {
		const { turnQueue: turns, letGo } = heldTurns();
		const said: string[] = [];
		for (const person of ["ana", "ben"]) {
			const batch = turns.batchOf(person);
			void read(batch.begin(), 3, (count) => said.push(`${person} ${count}`));
		}
		expect(said).toEqual([]);
		for (const last of ["ana 1", "ben 1", "ana 2", "ben 2", "ana 3", "ben 3"]) {
			const before = said.length;
			await letGo();
			expect([said.length - before, said.at(-1)]).toEqual([1, last]);
		}
	});

	it("run one after the other for one person, and delay no one else", async () => {
		const { turnQueue: turns, letGo } = heldTurns();
		const said: string[] = [];
		for (const call of ["first", "second", "third"]) {
			void read(turns.batchOf("ana").begin(), 2, (count) => said.push(`${call} ${count}`));
		}
		void read(turns.batchOf("ben").begin(), 2, (count) => said.push(`ben ${count}`));
		for (let turn = 0; turn < 4; turn += 1) await letGo();
		expect(said).toEqual(["first 1", "ben 1", "first 2", "ben 2"]);
		for (let turn = 0; turn < 4; turn += 1) await letGo();
		expect(said.slice(4)).toEqual(["second 1", "second 2", "third 1", "third 2"]);
	});

	it("go on behind a call that was cancelled while it had the turn", async () => {
		const { turnQueue: turns, letGo } = heldTurns();
		void turns.batchOf("ana").begin().spent(slice);
		await letGo();
		const said: number[] = [];
		void read(turns.batchOf("ana").begin(), 1, (count) => said.push(count));
		await letGo();
		await letGo();
		expect(said).toEqual([1]);
	});
});

describe("the limit on reads", () => {
	const ended = async (calls: Promise<string>[], { letGo, pauses }: ReturnType<typeof heldTurns>) => {
		while (pauses.length > 0) await letGo();
		return Promise.all(calls);
	};
	const nothing = () => undefined;

	it("runs the first calls of a batch up to its share, and rejects the others", async () => {
		const held = heldTurns();
		const batch = held.turnQueue.batchOf("ana");
		const calls = Array.from({ length: 20 }, () => read(batch.begin(), 50, nothing));
		const outcomes = await ended(calls, held);
		const returned = outcomes.filter((outcome) => outcome === "read").length;
		expect(returned).toBeGreaterThan(0);
		expect(outcomes).toEqual(outcomes.map((_, position) => (position < returned ? "read" : "TOO_MUCH_WORK")));
	});

	it("rejects a person's reads past their share, over any number of batches, for some seconds", async () => {
		const held = heldTurns();
		const loops = Array.from({ length: 6 }, () => read(held.turnQueue.batchOf("ana").begin(), 200, nothing));
		const outcomes = await ended(loops, held);
		expect([outcomes[0], outcomes[1], outcomes.at(-1)]).toEqual(["read", "read", "TOO_MUCH_WORK"]);
		expect(await ended([read(held.turnQueue.batchOf("ben").begin(), 100, nothing)], held)).toEqual(["read"]);
		expect(held.turnQueue.batchOf("ana").begin().spent(1_000)).toBeNull();
		held.clock.now += 20_000;
		expect(await ended([read(held.turnQueue.batchOf("ana").begin(), 100, nothing)], held)).toEqual(["read"]);
	});

	it("rejects a crowd of calls that wait for their turn", async () => {
		const held = heldTurns();
		const calls = Array.from({ length: 110 }, () => read(held.turnQueue.batchOf("ana").begin(), 1, nothing));
		const outcomes = await ended(calls, held);
		expect(outcomes.filter((outcome) => outcome === "TOO_MUCH_WORK")).toHaveLength(10);
	});
});
