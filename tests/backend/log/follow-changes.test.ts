import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AccountDb } from "../../../backend/base/context";
import type { ReadingStore } from "../../../backend/base/reading-store";
import { bringTablesUpToDate } from "../../../backend/db/account-tables";
import { openAccountDb } from "../../../backend/db/cached-rows";
import { derivedIdsOf, derivedReachMs, putDerivedChannel } from "../../../backend/db/derived-channel-rows";
import { addGoneDevice, addRemovedReadings, highestChangedSeq } from "../../../backend/db/reading-change-rows";
import { changesPage } from "../../../backend/log/get-changes";
import { computedChannels, driversOf } from "../../../backend/store/derived/computed-channels";
import { createDerivedReadingStore } from "../../../backend/store/derived/derived-reading-store";
import { createTrackedReadingStore } from "../../../backend/store/tracked-reading-store";
import type { DerivedDefinition } from "../../../shared/device/derived/definition";
import type { ReadingChange, ReadingsPosition } from "../../../shared/log/reading-changes";
import * as fc from "../../properties";
import { accountStub, newId } from "../fixtures/fleet";
import { channelIds, dayMs, deviceIds, start } from "../fixtures/model-readings";
import { time } from "../fixtures/model-steps";
import { openReadings, runJob } from "../fixtures/reading-store";

const entries = fc.array(fc.record({ channel: fc.nat(2), at: time, value: fc.constantFrom(0, 1, 2.5) }), {
	maxLength: 3,
});
const deviceId = fc.constantFrom(...deviceIds);
type Entries = { channel: number; at: number; value: number }[];
type Step =
	| { kind: "import"; deviceId: string; entries: Entries }
	/** `isLate`: with a number from before other uploads. */
	| { kind: "append"; deviceId: string; entries: Entries; isLate: boolean }
	| { kind: "undo" | "merge"; which: number }
	| { kind: "seal" | "delete"; deviceId: string }
	| { kind: "remove"; deviceId: string; days: number }
	| { kind: "poll"; limit: number; between: Entries }
	| { kind: "begin" | "midnight" | "reopen" | "archive" };

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({ kind: fc.constant("append" as const), deviceId, entries, isLate: fc.boolean() }),
	},
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant("begin" as const) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant("import" as const), deviceId, entries }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "merge" as const), which: fc.nat(3) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("seal" as const), deviceId }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), deviceId }) },
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant("remove" as const), deviceId, days: fc.integer({ min: 1, max: 3 }) }),
	},
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant("poll" as const),
			limit: fc.integer({ min: 1, max: 4 }),
			between: entries,
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constantFrom("midnight" as const, "reopen" as const, "archive" as const),
		}),
	},
);

/** In days: one device has a short retention, so that midnights delete some readings. */
const keptDays = (id: string) => (id === "three" ? 4 : null);

type Copy = Map<string, number>;

/** Pairs readings on both sides of midnight. */
const definition: DerivedDefinition = {
	kind: "difference",
	sources: ["a", "b"].map((channelId) => ({ role: "source", channelId })),
	driver: "a",
	toleranceSeconds: 60,
	options: {},
};
const derivedIdOf = (deviceId: string) => `difference-of-${deviceId}`;

function followedStore(state: DurableObjectState) {
	const db: AccountDb = openAccountDb(state.storage);
	let now = start + 3 * dayMs + 1_000;
	const imports = new Map<string, { deviceId: string; from: number; to: number }>();
	const deleted = new Set<string>();
	const copy: Copy = new Map();
	let since: ReadingsPosition | undefined;
	let begun: number[] = [];

	function open(): ReadingStore {
		begun = [];
		const inner = openReadings(state, {
			now: () => now,
			retentionDays: keptDays,
			devicesWithRetention: () => ["three"],
			seqAtLeast: () => highestChangedSeq(db),
		});
		for (const id of deviceIds) if (!deleted.has(id)) inner.reserve(id, [derivedIdOf(id)]);
		const derived = createDerivedReadingStore(inner, {
			sent: inner,
			idsOf: (id) => derivedIdsOf(db, id),
			reachMs: (id) => derivedReachMs(db, id),
			find: (ids) => computedChannels(db, ids),
			drivers: () => driversOf(db),
		});
		return createTrackedReadingStore(derived, {
			changed: (change) => addRemovedReadings(db, change),
			removed: (change) => addRemovedReadings(db, change),
			touched: () => {},
			mayMatter: () => false,
			gone: (device) => addGoneDevice(db, device),
			importSpan: (importId) => imports.get(importId) ?? null,
		});
	}
	for (const deviceId of deviceIds) {
		const row = { channelId: derivedIdOf(deviceId), deviceId, definition, createdBy: "", createdAt: new Date(0) };
		putDerivedChannel(db, row);
	}
	let readingStore = open();

	const present = () => deviceIds.filter((id) => !deleted.has(id));

	async function read(id: string, from: number, to: number): Promise<[string, number][]> {
		const ids = [...channelIds, derivedIdOf(id)];
		const channels = ids.map((channelId) => ({ deviceId: id, channelId }));
		const page = await readingStore.readSpan({ channels, from, to, limit: 10_000, order: "oldest-first" });
		return page.readingAt.map((at, position) => {
			return [`${id} ${at} ${ids[page.channel[position] ?? -1]}`, page.value[position] ?? Number.NaN];
		});
	}

	async function whole(): Promise<Copy> {
		const all = await Promise.all(present().map((id) => read(id, start - 100 * dayMs, start + 100 * dayMs)));
		return new Map(all.flat());
	}

	async function apply({ deviceId: id, change, from, to }: ReadingChange): Promise<void> {
		const [first, end] = [from?.getTime() ?? Number.NEGATIVE_INFINITY, to?.getTime() ?? Number.POSITIVE_INFINITY];
		for (const key of copy.keys()) {
			const [of, at] = key.split(" ");
			if (of === id && Number(at) >= first && Number(at) < end) copy.delete(key);
		}
		if (change !== "changed" || deleted.has(id)) return;
		for (const [key, value] of await read(id, first, end)) copy.set(key, value);
	}

	function upload(id: string, list: Entries, seq: number) {
		const kept = keptDays(id);
		const keptFrom = kept === null ? {} : { keptFrom: now - kept * dayMs };
		return {
			deviceId: id,
			seq,
			receivedAt: now,
			channelIds,
			...keptFrom,
			channel: list.map(({ channel }) => channel),
			at: list.map(({ at }) => at),
			value: list.map(({ value }) => value),
		};
	}

	async function append(id: string, list: Entries, isLate = false): Promise<void> {
		const seq = (isLate ? begun.shift() : undefined) ?? readingStore.nextSeq();
		if (!deleted.has(id)) await readingStore.append(upload(id, list, seq));
	}

	async function poll(limit: number, between: Entries): Promise<void> {
		const devices = () => present().map((id) => ({ id, keptDays: keptDays(id) }));
		const requested = { limit, isGoneSeen: () => true, ...(since && { since }) };
		let page = changesPage({ db, readingStore, now }, { ...requested, devices: devices() });
		for (;;) {
			const { changes, until, lastDeviceId } = page;
			for (const change of changes) await apply(change);
			since = lastDeviceId === null ? until : since;
			if (lastDeviceId === null) return;
			await append("two", between);
			const after = { until, deviceId: lastDeviceId };
			page = changesPage({ db, readingStore, now }, { ...requested, devices: devices(), after });
		}
	}

	async function run(name: string, subjects?: string[]): Promise<void> {
		await runJob(readingStore, name, { now: now + 400 * dayMs, ...(subjects && { subjects }) });
	}

	async function take(step: Step): Promise<void> {
		switch (step.kind) {
			case "append":
				return append(step.deviceId, step.entries, step.isLate);
			case "import": {
				if (step.entries.length === 0) return;
				const seq = readingStore.nextSeq();
				const times = step.entries.map(({ at }) => at);
				imports.set(`import ${seq}`, {
					deviceId: step.deviceId,
					from: Math.min(...times),
					to: Math.max(...times) + 1,
				});
				await readingStore.appendImport(`import ${seq}`, upload(step.deviceId, step.entries, seq));
				if (deleted.has(step.deviceId)) await readingStore.deleteDevice(step.deviceId);
				return;
			}
			case "undo":
			case "merge": {
				const importId = [...imports.keys()][step.which] ?? "none";
				if (step.kind === "merge") return readingStore.mergeImport(importId);
				return void (await readingStore.undoImport(importId));
			}
			case "seal":
				return run("seal", [step.deviceId]);
			case "archive":
				return run("archive");
			case "delete":
				deleted.add(step.deviceId);
				return readingStore.deleteDevice(step.deviceId);
			case "remove":
				return readingStore.removeBefore(step.deviceId, start + step.days * dayMs);
			case "begin":
				return void begun.push(readingStore.nextSeq());
			case "midnight":
				now += dayMs;
				return;
			case "reopen":
				readingStore = open();
				return;
			case "poll":
				return poll(step.limit, step.between);
		}
	}

	return { take, poll, whole, copy };
}

const readings: Entries = [{ channel: 0, at: start, value: 1 }];
const append = (deviceId: string, isLate = false) =>
	({ kind: "append", deviceId, entries: readings, isLate }) satisfies Step;
const file = (deviceId: string): Step => ({ kind: "import", deviceId, entries: readings });
const driver: Step = { ...append("two"), entries: [{ channel: 0, at: start + dayMs - 1, value: 1 }] };
const partner = (kind: "append" | "import"): Step => {
	return { kind, deviceId: "two", entries: [{ channel: 1, at: start + dayMs, value: 1 }], isLate: false };
};
const poll: Step = { kind: "poll", limit: 10, between: [] };
const begin: Step = { kind: "begin" };
const midnight: Step = { kind: "midnight" };
const reopen: Step = { kind: "reopen" };

async function follow(steps: readonly Step[]): Promise<void> {
	await runInDurableObject(accountStub(newId("account")), async (_, state) => {
		await bringTablesUpToDate(state.storage);
		const followed = followedStore(state);
		for (const each of steps) await followed.take(each);
		await followed.poll(2, []);
		await followed.poll(10, []);
		expect(new Map([...followed.copy].sort())).toEqual(new Map([...(await followed.whole())].sort()));
	});
}

describe("a client that follows changes", () => {
	it(
		"holds the stored readings after late data, files, undos, removals, deletions, and a new start",
		async () => {
			await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: "max" }), follow), {
				numRuns: 60,
				endOnFailure: true,
			});
		},
		fc.timeLimit(120_000),
	);

	it.each([
		{ what: "an upload that is stored behind a later one", steps: [begin, append("two"), poll, append("one", true)] },
		{
			what: "an upload that was passed over, as it waited too long",
			steps: [begin, append("two"), midnight, poll, append("one", true)],
		},
		{
			what: "what is stored anew after a file without news",
			steps: [append("one"), file("one"), poll, reopen, append("two")],
		},
		{
			what: "what is stored anew after a file of a device that was deleted meanwhile",
			steps: [append("one"), { kind: "delete", deviceId: "one" }, file("one"), poll, reopen, append("two")],
		},
		{ what: "a value whose partner came late, behind midnight", steps: [driver, poll, partner("append")] },
		{
			what: "what is left of a day whose partner behind midnight was undone",
			steps: [driver, partner("import"), poll, { kind: "undo", which: 0 }],
		},
	] satisfies { what: string; steps: Step[] }[])("includes in its copy $what", ({ steps }) => follow(steps));
});
