import { describe, expect, it } from "vitest";
import type { Upload } from "../../../../backend/base/reading-store";
import { dayMs, hourMs } from "../../../../shared/base/durations";
import { withBlocks } from "../../fixtures/reading-store";

const start = Date.UTC(2026, 0, 1);

function toUpload(count: number, everyMs: number, seq: number): Upload {
	const at = Array.from({ length: count }, (_, index) => start + index * everyMs);
	const columns = { channelIds: ["a"], channel: at.map(() => 0), at, value: at.map(() => seq) };
	return { deviceId: "one", seq, receivedAt: start + seq, ...columns };
}

const ofFortyDays = () => toUpload(120, 8 * hourMs, 2);

describe("a file that is prepared in slices", () => {
	it("nothing of it is left if the object ended between two slices, and no row of what was written with it", async () => {
		for (const ended of [0, 1, 2]) {
			let turn = -1;
			const nextTurn = () => {
				turn += 1;
				return turn < ended ? Promise.resolve() : new Promise<void>(() => {});
			};
			await withBlocks(
				async (readingStore, reopen, { storage }) => {
					await readingStore.append(toUpload(48, hourMs, 1));
					void readingStore.appendImport("file", ofFortyDays());
					while (turn < ended) await scheduler.wait(1);
					const anew = reopen({ nextTurn: async () => {} });
					const channels = [{ deviceId: "one", channelId: "a" }];
					const [series] = await anew.readSeries({ channels, from: start, to: start + 40 * dayMs });
					expect(series?.at).toHaveLength(48);
					expect(storage.sql.exec("SELECT count(*) AS rows FROM import_block").one()).toEqual({ rows: 0 });
					expect(await anew.undoImport("file")).toBeNull();
					expect(await anew.appendImport("again", ofFortyDays())).toMatchObject({ accepted: 120 });
				},
				{ nextTurn },
			);
		}
	});
});
