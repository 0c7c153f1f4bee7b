import { beforeAll, describe, expect, it } from "vitest";
import type { GetLogs } from "../../../shared/log/log";
import { ExportForm } from "../../../shared/log/log-export";
import { all, createFilteredLog, pageOf, readingFilters, readingsOf } from "../fixtures/filtered-log";
import { type Person, send } from "../fixtures/people";

let owner: Person;

beforeAll(async () => {
	({ owner } = await createFilteredLog());
});

describe("an export of a filtered log", () => {
	const filters: Partial<GetLogs>[] = [
		...readingFilters.map(([, filter]) => filter),
		{ text: "door" },
		{ levels: ["error"] },
	];

	it.each(ExportForm.options)("holds what the log holds: %s", async (form) => {
		for (const filter of filters) {
			const page = await pageOf(owner, { ...filter, order: "oldest-first" });
			const { rows } = await exportOf(filter, form);
			expect(rows.filter(({ kind }) => kind !== "reading").map(({ text }) => text)).toEqual(
				page.events.map(({ text }) => text),
			);
			const measured = rows.filter(({ kind }) => kind === "reading");
			if (form === "wide") {
				const values = measured.flatMap((row) => Object.values(row.values ?? {}));
				expect(values.toSorted()).toEqual(page.readings.value.toSorted());
			} else {
				const [, , isPassing = () => true] = readingFilters.find(([, each]) => each === filter) ?? [];
				const passing = readingsOf(page).filter(isPassing);
				expect(measured.map(({ utc, device, channel, value }) => [utc, device, channel, value])).toEqual(
					passing.map(({ at, device, channel, value }) => [new Date(at).toISOString(), device, channel, value]),
				);
			}
		}
	});

	it("names its filters in the file", async () => {
		const filter = { text: "ice", values: { min: -30, max: 5.5 }, isOutOfLimits: true, isLate: true };
		const { export: settings } = await exportOf(filter, "long");
		expect(settings.Filter).toBe('all devices; text "ice"; values -30 to 5.5; only out of limits; only late arrivals');
		expect((await exportOf({ levels: ["error"] }, "long")).export.Filter).toBe("all devices; levels error");
	});

	type Row = {
		kind: string;
		text?: string;
		values?: Record<string, number>;
		utc: string;
		device: string;
		channel: string;
		value: number;
	};

	async function exportOf(filter: Partial<GetLogs>, form: ExportForm) {
		const { limit: _, ...span } = all;
		const query = JSON.stringify({ ...span, zone: "UTC", ...filter, format: "json", form, clock: "device" });
		const response = await send(`/api/export?query=${encodeURIComponent(query)}`, { headers: owner.headers });
		expect(response.status).toBe(200);
		return response.json<{ export: Record<string, string>; rows: Row[] }>();
	}
});
