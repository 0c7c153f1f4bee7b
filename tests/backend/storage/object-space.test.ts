import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { assertRoomForImport, objectSpace } from "../../../backend/base/object-space";
import { openAccountDb } from "../../../backend/db/cached-rows";
import * as schema from "../../../backend/db/schema";
import { watchObjectSpace } from "../../../backend/storage/watch-object-space";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { errorKey } from "../../../shared/base/error-key";
import { serverLimits } from "../../../shared/base/limits";
import { accountStub, createOwner } from "../fixtures/fleet";
import { openBlocks } from "../fixtures/reading-store";
import { eventsOf } from "../fixtures/uploads";

async function notifiedOf(parts: number[]) {
	const { id } = await createOwner();
	const notified = await runInDurableObject(accountStub(id), (_, state) => {
		const db = openAccountDb(state.storage);
		let used = 0;
		const look = watchObjectSpace({ db, invalidations: { changed: () => {} }, spaceUsed: () => used });
		return parts.map((part, position) => {
			used = part;
			return look(Date.now() + position * 10 * minuteMs);
		});
	});
	const facts = await runInDurableObject(accountStub(id), (_, state) => {
		const notices = openAccountDb(state.storage).select().from(schema.notices).all();
		return notices.flatMap(({ cause, facts: said }) => (cause === "storage" ? [said] : []));
	});
	const events = (await eventsOf(id, "config")).filter(({ text }) => text.includes("one account can hold"));
	return { notified, facts, events };
}

describe("an account's object that fills", () => {
	it("notifies owners once, at 80 %", async () => {
		const { notified, facts, events } = await notifiedOf([0.79, objectSpace.notifiesOwners, 0.85, 0.99]);
		expect(notified).toEqual([false, true, false, false]);
		const used = {
			of: "object",
			percent: 80,
			usedBytes: 0.8 * serverLimits.objectBytes,
			quotaBytes: serverLimits.objectBytes,
		};
		expect(facts).toMatchObject([used]);
		expect(events.map(({ text }) => text)).toEqual(["80 % of what one account can hold is used"]);
	});

	it("notifies them again only after a part of it was freed", async () => {
		expect((await notifiedOf([0.81, 0.78, 0.81, 0.74, 0.81])).notified).toEqual([true, false, false, false, true]);
	});

	it("lets a month go to the archive a week after its end, and otherwise after two", async () => {
		const { id } = await createOwner();
		const firstOfApril = Date.UTC(2065, 3, 1);
		const weekLater = firstOfApril + 7 * dayMs;
		const due = await runInDurableObject(accountStub(id), async (_, state) => {
			let isTight = false;
			const readingStore = openBlocks(state, { isTight: () => isTight });
			const upload = { deviceId: "one", channelIds: ["a"], channel: [0], value: [4] };
			await readingStore.append({ ...upload, seq: 1, receivedAt: firstOfApril, at: [firstOfApril - dayMs] });
			const [flush, archive] = ["seal", "archive"].map((name) => readingStore.work.find((work) => work.name === name));
			await flush?.run("one", weekLater);
			const requested = () => [archive?.nextDueAt(), archive?.due(weekLater, 10)];
			const before = requested();
			isTight = true;
			return { before, tight: requested(), tooEarly: archive?.due(weekLater - 1, 10) };
		});
		expect(due).toEqual({
			before: [firstOfApril + 62 * dayMs, []],
			tight: [weekLater, ["one:2065-03"]],
			tooEarly: [],
		});
	});

	it("takes no files from 90 % on, and gives the reason at the file", () => {
		expect(() => assertRoomForImport(() => 0.899)).not.toThrow();
		const denial = expect.objectContaining({ fields: { file: errorKey("file.accountFull", { percent: 90 }) } });
		expect(() => assertRoomForImport(() => objectSpace.rejectsImports)).toThrow(denial);
	});
});
